"""What harms are measured with on this installation: a parser, WordNet and lists of words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings

from annotate.analysis.harms.absent import Artefacts
from annotate.analysis.harms.context_words import Contexts
from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.identity_words import IdentityLists
from annotate.analysis.harms.imageable import imageable
from annotate.analysis.harms.lists import Demeaning, demeaning, list_data
from annotate.analysis.harms.lists import synsets_of_file as read_synsets
from annotate.analysis.harms.parsers import parser_named
from annotate.analysis.harms.person_words import PersonWords
from annotate.analysis.harms.synsets import Meanings, SynsetId, meanings
from annotate.analysis.harms.wrong import Imageable
from annotate.analysis.undefined import Undefined
from annotate.core import errors
from annotate.evaluation.schemas.harm_figures import HarmList
from annotate.messages import Message

_LISTS = ("people_descriptors", "visual_verbnet", "context_words", "identity_words")
_ABOUT_LISTS = {"source", "licence", "version", "not_identity"}


@dataclass(frozen=True, slots=True)
class Tools:
    """What every image is read with."""

    parser: Parser
    meanings: Meanings
    hierarchy: Hierarchy
    persons: PersonWords
    demeaning: Demeaning
    imageable: Imageable
    contexts: Contexts
    identity: IdentityLists
    artefacts: Artefacts
    lists: tuple[HarmList, ...]


def why_not() -> Message | None:
    """Why nothing can be measured here: WordNet or the tagger is missing."""
    found = parser_named("auto")
    return found.message if isinstance(found, Undefined) else None


def tools(parser: str) -> Tools:
    """Everything that a run needs.

    Raises:
        Conflict: WordNet, the tagger or a readable file of nouns is missing.
    """
    reads, known = parser_named(parser), meanings()
    if isinstance(reads, Undefined):
        raise errors.Conflict(reads.message)
    if isinstance(known, Undefined):
        raise errors.Conflict(known.message)
    nouns = _nouns()
    hierarchy = Hierarchy(known.words)
    return Tools(
        reads,
        known,
        hierarchy,
        PersonWords(known, hierarchy),
        demeaning(known, nouns[0] if nouns else None),
        imageable(known),
        Contexts(known, hierarchy),
        IdentityLists(known, hierarchy),
        Artefacts(known, hierarchy),
        (*map(_list, _LISTS), *([nouns[1]] if nouns else ())),
    )


def nouns_list() -> HarmList | None:
    """The list of nouns that the operator provides, if there is one that can be read."""
    try:
        found = _nouns()
    except errors.Conflict:
        return None
    return found[1] if found else None


def _list(name: str) -> HarmList:
    data = list_data(name)
    size = sum(_size(held) for key, held in data.items() if key not in _ABOUT_LISTS)
    return HarmList(
        name=name,
        source=data["source"],
        licence=data["licence"],
        version=data["version"],
        size=size,
    )


def _size(held: Collection[Any]) -> int:
    """How many words a list has, or all lists in it."""
    return sum(map(_size, held.values())) if isinstance(held, Mapping) else len(held)


def _nouns() -> tuple[frozenset[SynsetId], HarmList] | None:
    if not settings.HARM_NOUNS_FILE:
        return None
    path = Path(settings.HARM_NOUNS_FILE)
    try:
        return _nouns_of(path, path.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise errors.Conflict(Message("harm_nouns_unreadable", fault=str(fault))) from None


@lru_cache(maxsize=2)
def _nouns_of(path: Path, text: str) -> tuple[frozenset[SynsetId], HarmList]:
    known = meanings()
    if isinstance(known, Undefined):
        raise ValueError(known.reason)
    synsets = read_synsets(text, known)
    told = HarmList(
        name="nouns",
        source=path.name,
        licence="",
        version=sha256(text.encode()).hexdigest()[:12],
        size=len(synsets),
    )
    return synsets, told
