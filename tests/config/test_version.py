"""The product knows its own version."""

import tomllib

from annotate import __version__
from tests.architecture.sources import ROOT


def test_the_version_is_the_one_of_the_project_file() -> None:
    """Catches a release whose models are signed with the version before it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == __version__
