"""The page about flags names every code and every setting, with the default that holds."""

import re

import pytest

from annotate.quality import wording
from annotate.quality.settings import QualitySettings
from tests.architecture.sources import ROOT

PAGE = (ROOT / "docs" / "reference" / "quality-flags.md").read_text()


@pytest.mark.parametrize("code", wording.all_codes())
def test_every_code_has_a_row(code: str) -> None:
    """Catches a flag of which a lead can learn nothing."""
    assert re.search(rf"^\| `{code}` \|", PAGE, flags=re.MULTILINE)


@pytest.mark.parametrize("name", QualitySettings.model_fields)
def test_every_setting_is_named(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_defaults_are_those_of_the_code() -> None:
    """Catches a threshold that was changed while the page kept the old one."""
    written = QualitySettings().model_dump(mode="json")
    said = dict(re.findall(r"`(\w+)` \((\d[\d.]*)\)", PAGE))
    assert len(said) > 15
    assert {name: float(value) for name, value in said.items()} == {
        name: written[name] for name in said
    }
