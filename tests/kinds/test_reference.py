"""The reference names every rule and every setting there is."""

from pathlib import Path

import pytest

from annotate import kinds
from annotate.analysis import text_rules

PAGES = Path(__file__).parents[2] / "docs" / "reference"


def test_every_text_rule_is_explained() -> None:
    page = (PAGES / "text-rules.md").read_text(encoding="utf-8")
    assert [code for code in text_rules.CODES if f"\n| `{code}` |" not in page] == []
    assert [level for level in text_rules.LEVELS if f"| `{level}` |" not in page] == []


def test_every_opening_that_is_refused_by_default_is_named() -> None:
    page = (PAGES / "text-rules.md").read_text(encoding="utf-8")
    assert ", ".join(text_rules.BANNED_OPENINGS) in page


@pytest.mark.parametrize("name", kinds.names())
def test_every_setting_of_a_kind_is_named(name: str) -> None:
    lines = (PAGES / "formats.md").read_text(encoding="utf-8").splitlines()
    [row] = [line for line in lines if line.startswith(f"| `{name}` |")]
    fields = kinds.get(name).Settings.model_fields
    assert [field for field in fields if f"`{field}`" not in row] == []
