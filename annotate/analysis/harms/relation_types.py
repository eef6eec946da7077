"""Which type of word a relation is: space, possession, verb, verb with a preposition, or other."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parent / "data" / "relation_types.toml"
VERB, VERB_WITH = "verb", "verb_preposition"
RELATION_TYPES = ("space", "possession", VERB, VERB_WITH, "other")


@cache
def relation_lists() -> dict[str, Any]:
    """The lists of ``relation_types.toml`` by type, each with its reason, and their version."""
    with _DATA.open("rb") as file:
        return tomllib.load(file)


def relation_type(relation: str) -> str:
    """Return the type of a relation's word in base form, one of :data:`RELATION_TYPES`.

    A phrase is looked up whole, then by its first word; what no list has is a verb.

    >>> [relation_type(word) for word in ("on", "in front of", "to left of", "along with")]
    ['space', 'space', 'space', 'other']
    >>> [relation_type(word) for word in ("have", "wear", "sit on", "have in")]
    ['possession', 'verb', 'verb_preposition', 'verb_preposition']
    """
    types = _types()
    first, _, rest = relation.partition(" ")
    if relation in types:
        return types[relation]
    if not rest:
        return VERB
    return VERB_WITH if first == "have" else types.get(first, VERB_WITH)


@cache
def _types() -> dict[str, str]:
    lists = relation_lists()
    return {word: name for name in RELATION_TYPES if name in lists for word in lists[name]["words"]}
