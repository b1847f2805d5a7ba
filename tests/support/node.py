"""Scripts that Node runs with modules of the web app."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "src" / "hotdice" / "server" / "web"
NODE = shutil.which("node")


def javascript(body: str, given: Any = None, **imports: str) -> Any:
    """What a script answers as JSON; `given` is there for it, and each import by its name.

    An import is the path of a module of the web app, whose exports the name has.
    """
    assert NODE is not None
    lines = ['import { readFileSync } from "node:fs";']
    lines += [
        f"import * as {name} from {json.dumps((WEB / path).as_uri())};"
        for name, path in imports.items()
    ]
    lines += ['const given = JSON.parse(readFileSync(0, "utf8"));', body]
    words = [NODE, "--input-type=module", "--eval", "\n".join(lines)]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=600, check=True, input=json.dumps(given)
    )
    return json.loads(done.stdout)
