"""QR codes of the web app, module by module against those of another encoder."""

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from support.needed import needed

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "src" / "hotdice" / "server" / "web" / "qr.js"
GOLDEN = tomllib.loads((ROOT / "tests" / "golden" / "qr.toml").read_text())["codes"]
NODE = shutil.which("node")

pytestmark = needed(NODE, "node", "tests of QR codes are")


def run(body: str) -> Any:
    """What JavaScript answers as JSON."""
    assert NODE is not None
    script = f"import {{ qr }} from {json.dumps(MODULE.as_uri())};\n{body}"
    words = [NODE, "--input-type=module", "--eval", script]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def test_codes_are_those_of_another_encoder() -> None:
    texts = json.dumps([code["text"] for code in GOLDEN])
    row = '(row) => row.map((dark) => (dark ? "#" : ".")).join("")'
    found = run(f"console.log(JSON.stringify({texts}.map((text) => qr(text).map({row}))))")
    for code, rows in zip(GOLDEN, found, strict=True):
        assert rows == code["rows"].split(), code["text"]


def test_a_text_that_is_too_long_is_refused() -> None:
    """213 bytes are what a code of version 10 and level M holds (ISO/IEC 18004, table 7)."""
    body = 'try { qr("~".repeat(214)) } catch (error) { console.log(JSON.stringify(error.name)) }'
    assert run(body) == "RangeError"
