"""What the structural tests look at: the files of the repository, and the layers of pyproject."""

import subprocess
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def project_files() -> tuple[Path, ...]:
    """Return every file that is part of the project, also one not yet added; nothing ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    paths = (ROOT / name for name in sorted(set(listed.split("\0")) - {""}))
    return tuple(path for path in paths if path.is_file() and not path.is_symlink())


def files_under(*folders: str, suffixes: tuple[str, ...]) -> list[Path]:
    """Return the project's files with one of the suffixes in the folders, e.g. ``annotate``."""
    roots = [ROOT / folder for folder in folders]
    return [
        path
        for path in project_files()
        if path.suffix in suffixes and any(path.is_relative_to(root) for root in roots)
    ]


def name_of(path: Path) -> str:
    """Return the path as people write it: from the root of the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def layers() -> tuple[frozenset[str], ...]:
    """Return the packages by layer, highest first, as import-linter's contract states them."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = pyproject["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each["id"] == "packages"]
    return tuple(
        frozenset(name.strip().strip("()") for name in layer.split("|"))
        for layer in contract["layers"]
    )


def layer_of(package: str) -> int:
    """Return how far from the top a package stands: 0 is ``config``."""
    for position, packages in enumerate(layers()):
        if package in packages:
            return position
    raise LookupError(f"{package} is in no layer of pyproject.toml")
