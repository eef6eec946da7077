from pathlib import Path

import pytest

import annotate.projects.recipes as recipes
from annotate import kinds

FOLDER = Path(recipes.__file__).parents[1] / "default_guidelines"


@pytest.mark.parametrize("recipe", recipes.all(), ids=lambda one: one.name)
def test_every_shipped_recipe_has_guidelines_read_in_minutes(recipe: recipes.Recipe) -> None:
    text = (FOLDER / f"{recipe.name}.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert 900 <= len(text.split()) <= 1_450  # six minutes


def test_the_guidelines_explain_every_axis_the_editor_shows() -> None:
    text = (FOLDER / "iiw.md").read_text(encoding="utf-8")
    axes = kinds.get("objects.v1").parse_settings({}).axes
    assert [axis for axis in axes if f"- **{axis.capitalize()}** – " not in text] == []
