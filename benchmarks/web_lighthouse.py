"""What Lighthouse says of the web app on a phone, page by page; part of `web.py`.

At least 95 of 100 everywhere is asked for, in the best of three runs: whatever else a machine does
makes scores worse and never better. Beside them stand the measurement that costs most of the
performance, and how fast Lighthouse found the machine (a desk of today has 1,500).

Lighthouse comes by npm and is no part of the project: without npm, or without a network, there are
no scores, and that is said. Node 18 runs the version below; newer ones need Node 22.
"""

import json
import os
import shutil
import subprocess
from typing import Any

from support.browsing import CHROMIUM
from support.serving import Server, make, play_out

VERSION = "12.8.2"
KINDS = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95
RUNS = 3
TIMEOUT = 300  # seconds for one page


def measure(server: Server) -> None:
    """Have each page looked at, and print the scores."""
    if shutil.which("npx") is None:
        print("\nLighthouse needs npm: no scores")
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
    print(f"\nLighthouse {VERSION}, phone ({LEAST})   " + "  ".join(KINDS) + "  costs most")
    for name, path in pages.items():
        found = [_report(server.url + path) for _ in range(RUNS)]
        reports = [each for each in found if each is not None]
        if not reports:
            print(f"{name:<28} no answer")
            return
        report = max(reports, key=lambda each: each["categories"]["performance"]["score"] or 0)
        scores = (round(100 * (report["categories"][kind]["score"] or 0)) for kind in KINDS)
        words = (f"{score:>{len(kind)}}" for kind, score in zip(KINDS, scores, strict=True))
        print(f"{name:<28} {'  '.join(words)}  {_costliest(report)}", flush=True)


def _costliest(report: dict[str, Any]) -> str:
    """The measurement that takes most from the performance, with what was measured."""
    audits = report["audits"]
    costs = {
        part["id"]: part["weight"] * (1 - (audits[part["id"]]["score"] or 0))
        for part in report["categories"]["performance"]["auditRefs"]
    }
    worst = max(costs, key=lambda name: costs[name])
    speed = report["environment"]["benchmarkIndex"]
    measured = audits[worst].get("displayValue", "?")
    return f"{worst} {measured} (−{costs[worst]:.1f}), machine {speed:.0f}"


def _report(address: str) -> dict[str, Any] | None:
    """What Lighthouse tells of one page; None if it cannot be had."""
    command = ["npx", "--yes", f"lighthouse@{VERSION}", address, "--output=json", "--quiet"]
    command += ["--chrome-flags=--headless --no-sandbox --disable-gpu"]
    command += [f"--only-categories={','.join(KINDS)}"]
    done = subprocess.run(
        command,
        env=os.environ | {"CHROME_PATH": CHROMIUM or ""},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode:
        print(done.stderr.strip()[-300:])
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found
