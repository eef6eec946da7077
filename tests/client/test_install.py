"""The client is a package of its own: it installs without the server and runs without it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, files_under, name_of

TRY = """
import sys
for name in ("annotate", "django", "pandas", "datasets", "PIL", "IPython"):
    sys.modules[name] = None  # an import of it raises ImportError
import annotate_client
print(annotate_client.__file__, annotate_client.__version__)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install it alone, as `pip install ./client` does, without asking the network."""
    source, target = tmp_path_factory.mktemp("client"), tmp_path_factory.mktemp("packages")
    for path in files_under("client", suffixes=(".py", ".json", ".toml", ".md", ".typed", "")):
        copy = source / path.relative_to(ROOT / "client")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    command = [sys.executable, "-m", "pip", "install", str(source), "--target", str(target)]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    done = subprocess.run([*command, *offline], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def test_it_installs_and_imports_alone(installed: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRY],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(installed))


def test_what_is_installed_is_all_of_it_and_typed(installed: Path) -> None:
    there = {path.name for path in (installed / "annotate_client").iterdir() if path.is_file()}
    sources = {path.name for path in files_under("client/src", suffixes=(".py",))}
    assert sources | {"operations.json", "py.typed"} == there
    [facts] = installed.glob("annotate_client-*.dist-info/METADATA")
    text = facts.read_text()
    assert "Name: annotate-client\n" in text
    assert "License-Expression: Apache-2.0\n" in text
    assert [line for line in text.splitlines() if line.startswith("Requires-Dist: httpx")]


def test_the_package_holds_nothing_but_what_is_shipped() -> None:
    allowed = {"LICENSE", "README.md", "pyproject.toml"}
    extra = [
        name_of(path)
        for path in files_under("client", suffixes=(".py", ".toml", ".md", ".cfg", ".txt", ""))
        if not path.is_relative_to(ROOT / "client/src") and path.name not in allowed
    ]
    assert extra == []
