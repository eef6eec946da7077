"""Every setting is explained, and what sets one sets a setting that there is."""

import re

import yaml

from tests.architecture.sources import ROOT

CONFIG = ROOT / "annotate" / "config"
SETTINGS = (CONFIG / "settings.py", CONFIG / "object_storage.py")
COMMANDS = CONFIG / "management" / "commands"
SERVERS = (ROOT / "deploy" / "gunicorn.py", COMMANDS / "serve.py", COMMANDS / "worker.py")

OF_THE_SYSTEM = {"TMPDIR"}

REFERENCE = ROOT / "docs" / "reference" / "settings.md"


def variables_read() -> set[str]:
    """Return the environment variables that settings, web server and workers read."""
    code = "".join(path.read_text() for path in SETTINGS)
    found = set(re.findall(r'\benv(?:\.\w+)?\(\s*"([A-Z][A-Z0-9_]+)"', code))
    servers = "".join(path.read_text() for path in SERVERS)
    return found | set(re.findall(r'environ\.get\(\s*["\']([A-Z][A-Z0-9_]+)', servers))


def variables_documented() -> set[str]:
    """Return the variables that have a row of their own in the reference."""
    rows = re.findall(r"^\| *`([A-Z][A-Z0-9_]+)`", REFERENCE.read_text(), flags=re.MULTILINE)
    return set(rows)


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
