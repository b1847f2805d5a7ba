"""Nothing that the API's own document allows, or forbids, ever makes the server fail."""

import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.serving import Server, frames, make, socket
from websockets.exceptions import ConnectionClosed

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


def test_requests_made_from_the_document(server: Server, tmp_path: Path, long_run: bool) -> None:
    game = make(server, "Ann", "?", public=True)
    words = ["run", f"{server.url}/schema/openapi.json", "--checks", ",".join(CHECKS)]
    words += ["--max-examples", "200" if long_run else "4", "--exclude-path-regex", "stream"]
    words += [] if long_run else ["--seed", "1"]
    words += ["-H", f"Authorization: Bearer {game.token}", "--phases", "examples,coverage,fuzzing"]
    found = subprocess.run(
        [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=3000 if long_run else 900,
    )
    assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]
    assert server.answers()


def test_every_request_has_a_page_with_an_example(server: Server) -> None:
    document = server.get("/schema/openapi.json").json()
    page = server.get("/schema").text
    for path, item in document["paths"].items():
        assert path in page
        for operation in item.values():
            for media in operation.get("requestBody", {}).get("content", {}).values():
                assert media.get("examples") or media["schema"].get("examples"), path


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(st.one_of(st.text(max_size=200), st.binary(max_size=200)), max_size=8))
def test_any_frames_at_all(server: Server, sent: list[str | bytes]) -> None:
    ann = make(server, "Ann", "bot:bold")
    with socket(ann) as found:
        try:
            for frame in sent:
                found.send(frame)
        except ConnectionClosed:
            pass
        found.close()
        for answer in frames(found):
            assert answer.get("error", {}).get("code") != "server/failed"
    assert server.answers()
