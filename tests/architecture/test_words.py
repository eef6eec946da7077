"""Names are the words of the field: those that were retired do not come back.

docs/reference/glossary.md has the words to use. A word is added here with the change that removes
its last use.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, files_under, name_of

GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
LOCALES = ROOT / "frontend" / "src" / "locales"
MIGRATIONS = "/migrations/"

# Retired as names of modules, classes, functions, arguments and variables, with the word to use.
RETIRED = {
    "add_given": "add_external",
    "became_json": "outcome_json",
    "cast_of": "assigned_versions",
    "claim_ahead": "prefetch",
    "daily_figure": "daily_stats",
    "door": "intake",
    "door_error": "ImageRejected",
    "figure_bin": "HistogramBin",
    "lineup": "model_assignment",
    "mend": "repair",
    "mended": "repaired",
    "patience": "total_timeout",
    "pulse": "heartbeat",
    "rebuild_figures": "rebuild_stats",
    "resettle": "aggregate_again",
    "said_before": "earlier_seeds",
    "seed_sum": "SeedCounter",
    "sheets": "csv_files",
    "take_stock": "analyze_tables",
    "tallies": "counters",
    "tally": "counters",
    "team_of": "loaded_models",
    "unsettle": "withdraw_outcomes",
    "vault": "secret_store",
}
RETIRED_MODULES = {
    *("advancing", "ahead", "became", "claiming", "comparing", "expiring", "filling", "giving"),
    *("casting", "complaints", "keeping", "lineup", "pace", "pictures", "seed_sums", "team"),
    *("leasing", "leaving", "opening", "rebuilding", "requeueing", "settling", "taking"),
}


def sources() -> list[Path]:
    paths = files_under("annotate", suffixes=(".py",))
    return [path for path in paths if MIGRATIONS not in path.as_posix()]


def snake(name: str) -> str:
    """Return a name in lower case with underscores and without those at its ends.

    >>> snake("_DoorError")
    'door_error'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")


def names_in(path: Path) -> Iterator[tuple[str, int]]:
    """Yield what a module gives a name to, with the line."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno


def test_no_name_is_a_retired_word() -> None:
    used = [
        f"{name_of(path)}:{line} {name} (say {RETIRED[snake(name)]})"
        for path in sources()
        for name, line in names_in(path)
        if snake(name) in RETIRED
    ]
    assert used == []


def test_no_module_has_a_retired_name() -> None:
    retired = RETIRED_MODULES | RETIRED.keys()
    folders = {path for source in sources() for path in (source, source.parent)}
    assert sorted(name_of(path) for path in folders if path.stem in retired) == []


@pytest.mark.parametrize("word", ["project", "task", "lease", "HIT", "seed", "gold", "histogram"])
def test_the_glossary_says_what_words_mean(word: str) -> None:
    assert f"| **{word}** |" in GLOSSARY.read_text()


# Said on no page, in English.
RETIRED_ON_PAGES = re.compile(r"\b(tallies|mend(ed|s)?|rebuild_figures)\b", re.IGNORECASE)


def sentences(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from sentences(part)
    else:
        yield str(value)


def test_no_page_says_a_retired_word() -> None:
    said = [
        f"{path.name}: {sentence}"
        for path in sorted((LOCALES / "en").glob("*.json"))
        for sentence in sentences(json.loads(path.read_text()))
        if RETIRED_ON_PAGES.search(sentence)
    ]
    assert said == []
