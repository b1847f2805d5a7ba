"""Bundles of modules: written by hand here, and run by Node."""

import json
import subprocess
from pathlib import Path

import pytest
from support.needed import needed
from support.node import NODE

from hotdice.server.http.web_app.bundles import APP, PAGES, Bundles
from hotdice.server.http.web_app.static import FOLDER

pytestmark = needed(NODE, "node", "tests of bundles are")

MODULES = {
    "app.js": 'import { t } from "./texts.js";\n'
    'export const load = () => import("./pages/home.js");\nexport const said = t();',
    "texts.js": "let times = 0;\nexport const t = () => (times += 1);\nexport class Said {}",
    "lib/small.js": "const a=1;function b(){return a}export{b as one,a as ONE};",
    "pages/home.js": 'import { one as first } from "../lib/small.js";\n'
    'import {\n  t,\n  Said,\n} from "../texts.js";\n'
    'await null;\nconst name = "home";\n'
    "export async function found() {\n"
    "  const part = await import(`../parts/${name}.js`);\n"
    "  return [first(), t(), part.said(), part.Said === Said];\n}",
    "parts/home.js": 'import { t, Said as Same } from "../texts.js";\n'
    "export const said = () => t();\nexport const Said = Same;",
}
RUN = """
const { app_js } = await import("/bundles/app.js");
const home = await app_js.load();
console.log(JSON.stringify([app_js.said, ...(await home.found())]));
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    others = {f"pages/{page}.js": "export const found = null;" for page in PAGES}
    for name, source in (others | MODULES).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    return tmp_path


def test_modules_in_bundles_and_on_demand_share_one_another(folder: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    for name, text in Bundles(str(folder)).files.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text.replace('"/', f'"{made}/').replace("`/", f"`{made}/"))
    (made / "package.json").write_text('{ "type": "module" }')
    (made / "run.js").write_text(RUN.replace('"/', f'"{made}/'))
    run = [str(NODE), str(made / "run.js")]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert json.loads(output) == [1, 1, 2, 3, True]


def test_modules_that_import_one_another_are_refused(folder: Path) -> None:
    (folder / "texts.js").write_text('import { said } from "./app.js";\nexport const t = said;')
    with pytest.raises(ValueError, match="import one another"):
        Bundles(str(folder))


def test_every_bundle_of_the_app_can_be_read(tmp_path: Path) -> None:
    files = Bundles(FOLDER).files
    for bundle in (APP, *(f"{page}.js" for page in PAGES)):
        text = files[f"bundles/{bundle}"]
        (tmp_path / "bundle.mjs").write_text(text)
        subprocess.run([str(NODE), "--check", str(tmp_path / "bundle.mjs")], check=True)
        assert not [line for line in text.splitlines() if line.startswith(("import .", "export {"))]
