"""The wheel holds all that the product reads, and is the product where nothing else is."""

import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, name_of, project_files
from tests.deploy import trying
from tests.deploy.trying import PRODUCTION, Installed, Visitor
from tests.waiting import eventually

pytestmark = pytest.mark.xdist_group("package")
# Small enough to be made here: a checkout need not have its web client built.
CLIENT = {
    "index.html": '<html><head>  </head><script src="/static/app/assets/index-12345678.js">',
    "assets/index-12345678.js": "export {};\n",
    "assets/index-12345678.js.br": "compressed",
    "preloads.json": '{"words": {}, "work": []}',
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a wheel is built from, so that nothing is left behind in the checkout."""
    copy = tmp_path_factory.mktemp("source")
    top = ("annotate", "deploy", "setup.py", "pyproject.toml", "README.md", "LICENSE")
    for path in project_files():
        if name_of(path).split("/")[0] in top:
            (copy / name_of(path)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy / name_of(path))
    for name, content in CLIENT.items():
        (copy / "frontend/dist" / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / "frontend/dist" / name).write_text(content)
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """Built as `make package` does."""
    built = _build(source)
    assert built.returncode == 0, built.stdout + built.stderr
    [path] = (source / "dist").glob("annotate-*.whl")
    return path


def _build(source: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--wheel-dir", "dist", "."]
    return subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def held(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """With the libraries of the tests' own environment, which fetches nothing."""
    packages = Path(sysconfig.get_path("purelib"))
    return trying.install(wheel, tmp_path_factory.mktemp("installed"), packages=packages)


@pytest.fixture(scope="module")
def data(installed: Installed) -> Path:
    """Where the demo keeps what people make, unless it is told otherwise."""
    return installed.home / ".local/share/annotate/demo"


@pytest.fixture(scope="module")
def seen(installed: Installed) -> str:
    """What somebody saw of the demo; its data stays."""
    return trying.see_the_demo(installed)


def test_the_wheel_holds_every_file_of_the_package(held: set[str]) -> None:
    """Code, migrations, messages, word lists, guidelines, templates: whatever is in annotate/."""
    ours = {name_of(path) for path in project_files() if path.is_relative_to(ROOT / "annotate")}
    assert "annotate/messages/de/core.json" in ours
    assert ours - held == set()


def test_the_wheel_carries_the_client_and_the_demo(held: set[str]) -> None:
    client = {f"annotate/carried/frontend/dist/{name}" for name in CLIENT}
    photos = (path for path in project_files() if path.is_relative_to(ROOT / "deploy/demo"))
    demo = {f"annotate/carried/{name_of(path)}" for path in photos}
    assert "annotate/carried/deploy/demo/photos/manifest.jsonl" in demo
    assert client | demo | {"annotate/carried/deploy/gunicorn.py"} <= held


def test_the_wheel_holds_nothing_else(held: set[str]) -> None:
    """Catches a build that picks up tests, settings of somebody, or what lies about."""
    package = {name_of(path) for path in project_files()}
    carried = {f"annotate/carried/{name}" for name in package if name.startswith("deploy/")}
    client = {f"annotate/carried/frontend/dist/{name}" for name in CLIENT}
    others = {name for name in held - package - carried - client if ".dist-info/" not in name}
    assert others == set()
    assert not [name for name in held if name.endswith((".pyc", ".env.example", ".sh", ".yaml"))]


def test_without_the_client_no_wheel_is_built(source: Path, tmp_path: Path) -> None:
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(source / name, tmp_path)
    built = _build(tmp_path)
    assert built.returncode != 0
    assert "run `make package`" in built.stdout + built.stderr


@pytest.mark.long
def test_the_demo_is_served_where_only_the_wheel_is(seen: str, data: Path) -> None:
    assert seen.startswith("5 projects, ")
    assert (data / "demo.json").is_file()


@pytest.mark.usefixtures("seen")
def test_nothing_people_make_lies_beside_the_code(installed: Installed) -> None:
    [code] = installed.environment.glob("lib/python*/site-packages/annotate")
    held = {path.relative_to(code) for path in code.rglob("*") if "__pycache__" not in path.parts}
    assert not {path for path in held if path.suffix in {".sqlite3", ".log"}}
    assert not (code / "carried/var").exists()


@pytest.mark.parametrize("noun", ["serve", "worker", "migrate"])
def test_without_a_key_nothing_starts(installed: Installed, noun: str) -> None:
    ended = installed.run(noun)
    assert ended.returncode != 0
    assert ended.stderr.startswith("SECRET_KEY is not set.")


def test_without_tables_nothing_is_served(installed: Installed, tmp_path: Path) -> None:
    ended = installed.run("serve", DATA_DIR=str(tmp_path), **PRODUCTION)
    assert ended.returncode == 1
    assert "First run: annotate migrate" in ended.stderr


@pytest.mark.usefixtures("seen")
def test_it_is_served_for_real_with_a_worker(installed: Installed, data: Path) -> None:
    """On what the demo has made: tables take longer than all else here."""
    variables = {**PRODUCTION, "DATA_DIR": str(data), "NEW_USER_PASSWORD": "correct-horse-9"}
    ended = installed.run("add_user", "mia", "--admin", **variables)
    assert ended.returncode == 0, ended.stderr
    port = str(trying.free_port())
    visitor = Visitor(f"http://127.0.0.1:{port}")
    serve = installed.running("serve", "--port", port, **variables)
    work = installed.running("worker", "--clock", "--processes", "1", **variables)
    with serve as said, work as done:
        eventually(visitor.is_well, f"both are up: {said.read_text()}{done.read_text()}")
        visitor.sign_in("mia", "correct-horse-9")
        assert visitor.fetch("/static/app/assets/index-12345678.js")[1] == b"export {};\n"
