"""A kind is one folder and a line in the registry: nobody else asks for a kind by its name."""

import re

from annotate import kinds
from tests.architecture.sources import files_under, name_of

LITERAL = re.compile(r"""["'`][a-z_]+\.v\d+["'`]""")
# Kinds name themselves; recipes and migrations are data that names them.
ALLOWED = re.compile(
    r"/kinds/|/recipes/|/migrations/|^frontend/src/testing/|^frontend/src/api/schema\.d\.ts$|\.test\.tsx?$"
)


def names_in(text: str) -> set[str]:
    return {found[1:-1] for found in LITERAL.findall(text)} & set(kinds.names())


def test_nobody_asks_for_a_kind_by_its_name() -> None:
    files = [
        *files_under("annotate", suffixes=(".py",)),
        *files_under("frontend/src", suffixes=(".ts", ".tsx")),
    ]
    naming = {
        name
        for path in files
        if not ALLOWED.search(name := name_of(path)) and names_in(path.read_text())
    }
    assert naming == set(), "ask for a capability: annotate/kinds/capabilities.py"


def test_the_search_finds_a_kind_however_it_is_quoted() -> None:
    assert names_in("if stage.kind == 'vote.v1' or kind === `ocr.v1`:") == {"vote.v1", "ocr.v1"}
    assert names_in('kind = "fees.v1"') == set()
