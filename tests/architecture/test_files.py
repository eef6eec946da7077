"""The files a newcomer, a packager or a lawyer expects, and what must be in none of them."""

import re
import tomllib
from itertools import pairwise

import pytest

from tests.architecture.sources import ROOT, files_under, name_of, project_files

TEXT = {
    *(".css", ".html", ".ini", ".js", ".json", ".jsonl", ".md", ".py", ".sh", ".svg", ".toml"),
    *(".ts", ".tsx", ".txt", ".yaml", ".yml", ""),
}
# Each of them holds the one before it.
PYTHON_LOCKS = ["requirements/base.txt", "requirements/vlm.txt", "requirements/dev.txt"]
LOCK_FILES = [*PYTHON_LOCKS, "frontend/package-lock.json"]


def pins(lock_file: str) -> dict[str, str]:
    """Return the version each package is pinned to, by its normalised name and marker."""
    text = (ROOT / lock_file).read_text()
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==([^ ]+)", text, flags=re.MULTILINE))


@pytest.mark.parametrize("name", ["annotate", "client", "frontend", "deploy", "tests", "docs"])
def test_the_folders_keep_their_names(name: str) -> None:
    """Catches a move that would break every script, link and image that relies on the layout."""
    assert (ROOT / name).is_dir()


@pytest.mark.parametrize(
    "name",
    [
        *("manage.py", "docker-compose.yml", "pyproject.toml", "Makefile", "README.md"),
        *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", ".ci/run"),
    ],
)
def test_the_files_people_look_for_exist(name: str) -> None:
    """Catches a file that people and tools look for by name and that was moved away."""
    assert (ROOT / name).is_file()


def test_nothing_else_has_moved_into_the_root() -> None:
    """Catches another folder or a stray script at the top, where nobody would look for its kind."""
    folders = {path.relative_to(ROOT).parts[0] for path in project_files() if path.parent != ROOT}
    visible = {name for name in folders if not name.startswith(".")}
    assert visible == {
        *("annotate", "client", "deploy", "docs", "frontend", "requirements", "tests"),
    }
    files = {path.name for path in project_files() if path.parent == ROOT}
    scripts = {name for name in files if name.endswith((".py", ".sh"))}
    assert scripts == {"manage.py", "setup.py"}


def test_the_licence_is_stated_alike_everywhere() -> None:
    """Catches a licence file that was changed, or a manifest that names another licence."""
    licence = (ROOT / "LICENSE").read_text()
    assert "Apache License" in licence
    assert "Version 2.0, January 2004" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
    assert '"license": "Apache-2.0"' in (ROOT / "frontend" / "package.json").read_text()
    for folder in (ROOT, ROOT / "client"):
        project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        assert project["license"] == "Apache-2.0"
        assert (folder / "LICENSE").read_text() == licence


def test_the_version_is_the_same_in_every_manifest() -> None:
    """Catches a release of which only half was renumbered."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    newest = re.search(r"^## \[?(\d+\.\d+\.\d+)", changelog, flags=re.MULTILINE)
    assert newest is not None
    assert newest[1] == project["version"]
    assert f'"version": "{project["version"]}"' in (ROOT / "frontend/package.json").read_text()
    client = (ROOT / "client/src/annotate_client/version.py").read_text()
    assert f'__version__ = "{project["version"]}"' in client


@pytest.mark.parametrize("name", LOCK_FILES)
def test_lock_files_name_no_registry(name: str) -> None:
    """Catches an address of the registry the lock was made with: everybody else would be sent
    there. Homepages for donations (`funding`) are no sources and may stay."""
    text = (ROOT / name).read_text()
    text = re.sub(r'"funding": (\{[^}]*\}|"[^"]*"|\[[^\]]*\])', "", text)
    text = re.sub(r'"url": "[^"]*"', "", text)
    assert "--index-url" not in text
    assert "--find-links" not in text
    assert '"resolved": "http' not in text
    assert re.findall(r"(?:https?|file)://\S+", text) == []


@pytest.mark.parametrize("name", PYTHON_LOCKS)
def test_every_locked_package_has_a_hash(name: str) -> None:
    """Catches a lock edited by hand: pip would refuse it, and only on a fresh machine."""
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / name).read_text(), flags=re.MULTILINE)
    assert len(blocks) > 20
    assert [block.split()[0] for block in blocks if block and "--hash=sha256:" not in block] == []


@pytest.mark.parametrize(("smaller", "larger"), list(pairwise(PYTHON_LOCKS)))
def test_each_lock_contains_the_one_before_it(smaller: str, larger: str) -> None:
    """Catches tests that run against other versions than the ones that are shipped."""
    assert pins(smaller).items() <= pins(larger).items()


def test_pytorch_is_pinned_by_itself() -> None:
    """Catches a lock with the files of one platform's PyTorch: nobody else could install it."""
    pinned = pins("requirements/torch.txt")
    assert pinned.keys() == {"torch"}
    for name in PYTHON_LOCKS:
        brought = [each for each in pins(name) if each.startswith(("torch", "nvidia", "triton"))]
        assert brought == []


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    """Catches a dependency that was declared, and is missing from a fresh installation."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    vlm = pyproject["project"]["optional-dependencies"]["vlm"]
    for declared, lock_files in (
        (pyproject["project"]["dependencies"], ["requirements/base.txt"]),
        (vlm, ["requirements/torch.txt", "requirements/vlm.txt"]),
        (pyproject["dependency-groups"]["dev"], ["requirements/dev.txt"]),
    ):
        names = {re.split(r"[<>=\[]", each)[0].lower().replace("_", "-") for each in declared}
        pinned = {name for lock_file in lock_files for name in pins(lock_file)}
        assert names - pinned == set()


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    """Catches a path that exists on one machine only, pasted from a terminal."""
    # Written so that this file does not find itself.
    personal = "root|home/[a-z]+|Users/[A-Za-z]+"
    if len(ROOT.parts) > 2:  # the folder this very copy is in; not a name like /app
        personal += "|" + re.escape(str(ROOT).lstrip("/"))
    place = re.compile(f"(?<![\\w.$}}/-])/({personal})/")
    found = [
        f"{name_of(path)}: {match.group()}"
        for path in project_files()
        if path.suffix in TEXT
        and (match := place.search(path.read_text(encoding="utf-8", errors="replace")))
    ]
    assert found == []


def test_temporary_folders_are_asked_for_not_named() -> None:
    """Catches code that writes to a fixed folder for temporary files: two runs would collide,
    and on some systems it is not there."""
    fixed = "/" + "tmp/"
    found = [
        name_of(path)
        for path in files_under("annotate", "client", "tests", suffixes=(".py",))
        if f'"{fixed}' in path.read_text() or f"'{fixed}" in path.read_text()
    ]
    assert found == []


def test_no_secret_is_kept_in_the_repository() -> None:
    """Catches a committed key or environment file."""
    names = {path.name for path in project_files()}
    assert not {name for name in names if name.startswith(".env") and name != ".env.example"}
    private_key = re.compile("-----BEGIN [A-Z ]*PRIVATE" + " KEY-----")
    found = [
        name_of(path)
        for path in project_files()
        if path.suffix in TEXT
        and private_key.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []
