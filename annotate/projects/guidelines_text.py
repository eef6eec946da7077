"""The guideline texts that ship with recipes."""

from pathlib import Path

from annotate import kinds

_FOLDER = Path(__file__).parent / "default_guidelines"


def default_guidelines(recipe_name: str) -> str:
    """Return the Markdown that a new project of this recipe starts with; empty if none ships."""
    for design in kinds.designs().values():
        if design.recipe == recipe_name:
            return design.guidelines()
    path = _FOLDER / f"{recipe_name}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""
