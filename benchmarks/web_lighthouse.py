"""What Lighthouse says of the web app on a phone, page by page; 95 of 100 everywhere is asked for.

Lighthouse comes by npm and is no part of the project: without npm, or without a network, there are
no scores, and that is said. Node 18 runs the version below; newer ones need Node 22.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.serving import Server, make, play_out, serving

VERSION = "12.8.2"
KINDS = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95
TIMEOUT = 300  # seconds for one page


def main() -> None:
    """Print the scores of each page."""
    with (
        tempfile.TemporaryDirectory() as place,
        serving(f"sqlite:///{Path(place) / 'web.sqlite'}", Path(place) / "log") as server,
    ):
        measure(server)


def measure(server: Server) -> None:
    """Have each page looked at, and print the scores."""
    browser = shutil.which("chromium")
    if shutil.which("npx") is None or browser is None:
        print("\nLighthouse needs npm and chromium: no scores")
        return
    ended = make(server, "Ann", "bot:bold", rules="greed", fair=False)
    play_out([ended])
    table = make(server, "Ann", "bot:bold", rules="greed", fair=False, public=True)
    pages = {
        "home": "/",
        "table": f"/game/{table.game}",
        "end": f"/game/{ended.game}",
        "review": f"/review/{ended.game}",
        "rules": "/rules/basic",
        "fair dice": "/fair",
    }
    print(f"\nLighthouse {VERSION}, phone ({LEAST})   " + "  ".join(KINDS))
    for name, path in pages.items():
        scores = _scores(server.url + path, browser)
        if scores is None:
            print(f"{name:<28} no answer")
            return
        words = (f"{score:>{len(kind)}}" for kind, score in zip(KINDS, scores, strict=True))
        print(f"{name:<28} {'  '.join(words)}", flush=True)


def _scores(address: str, browser: str) -> list[int] | None:
    """The scores of one page, of 100; None if Lighthouse cannot be had."""
    command = ["npx", "--yes", f"lighthouse@{VERSION}", address, "--output=json", "--quiet"]
    command += ["--chrome-flags=--headless --no-sandbox --disable-gpu"]
    command += [f"--only-categories={','.join(KINDS)}"]
    done = subprocess.run(
        command,
        env=os.environ | {"CHROME_PATH": browser},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode:
        print(done.stderr.strip()[-300:])
        return None
    found = json.loads(done.stdout)["categories"]
    return [round(100 * (found[kind]["score"] or 0)) for kind in KINDS]


if __name__ == "__main__":
    main()
