"""What the documentation says is there, and what is there is said."""

import re
from pathlib import Path

import pytest
import yaml

from tests.architecture.sources import ROOT, files_under, name_of, project_files

SETTINGS = ROOT / "annotate" / "config" / "settings.py"
OF_THE_SYSTEM = {"TMPDIR"}
REFERENCE = ROOT / "docs" / "reference" / "settings.md"


def variables_read() -> set[str]:
    """Return the environment variables that the settings and the web server read."""
    found = set(re.findall(r'\benv(?:\.\w+)?\(\s*"([A-Z][A-Z0-9_]+)"', SETTINGS.read_text()))
    server = (ROOT / "deploy" / "gunicorn.py").read_text()
    return found | set(re.findall(r'environ\.get\(\s*["\']([A-Z][A-Z0-9_]+)', server))


def variables_documented() -> set[str]:
    """Return the variables that have a row of their own in the reference."""
    rows = re.findall(r"^\| *`([A-Z][A-Z0-9_]+)`", REFERENCE.read_text(), flags=re.MULTILINE)
    return set(rows)


def documents() -> list[Path]:
    return [path for path in project_files() if path.suffix == ".md"]


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))


def test_every_setting_is_documented() -> None:
    """Catches a new environment variable that an operator could only learn of from the code."""
    assert variables_read() - variables_documented() == set()


def test_every_documented_setting_exists() -> None:
    """Catches a variable that was renamed or dropped and that operators would set in vain."""
    assert "SECRET_KEY" in variables_read()
    assert variables_documented() - variables_read() == set()


def test_compose_sets_only_variables_that_are_read() -> None:
    """Catches a misspelt or outdated variable in docker-compose.yml: it would do nothing."""
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    set_for_us = {
        variable
        for service in services.values()
        if "build" in service or "annotate" in str(service.get("image", ""))
        for variable in service.get("environment", {})
    }
    assert "DATABASE_URL" in set_for_us
    assert set_for_us - variables_read() - OF_THE_SYSTEM == set()


def test_the_readme_names_the_two_commands_a_stranger_needs() -> None:
    """Catches a README that no longer tells how to see the product and how to test it."""
    readme = (ROOT / "README.md").read_text()
    assert "make demo" in readme
    assert "make test" in readme


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_make_command_in_a_document_exists(path: Path) -> None:
    """Catches instructions for a command that was renamed."""
    named = set(re.findall(r"`make ([a-z-]+)", path.read_text()))
    named |= set(re.findall(r"^\s*(?:\$ )?make ([a-z-]+)", path.read_text(), flags=re.MULTILINE))
    assert named - make_targets() == set()


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    """Catches a link to a file that was moved."""
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text())
    files = [target for target in targets if not re.match(r"[a-z]+:|/", target)]
    assert [target for target in files if not (path.parent / target).exists()] == []


def test_decisions_are_numbered_without_gaps() -> None:
    """Catches two decisions written at the same time under one number, and a lost one."""
    names = [path.name for path in files_under("docs/decisions", suffixes=(".md",))]
    numbers = sorted(int(name[:4]) for name in names if name[:4].isdigit() and name[:4] != "0000")
    assert numbers == list(range(1, len(numbers) + 1))
