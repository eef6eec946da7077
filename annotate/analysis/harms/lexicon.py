"""What a single word may be: WordNet's counts, base forms, and the small words of the grammar."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from annotate.analysis.harms.synsets import Meanings

T = TypeVar("T")

_REMEMBERED = 100_000  # words, some 20 MB
_DATA = Path(__file__).parent / "data"
_PERSON, _ANIMAL, _ARTEFACT = "18", "05", "06"  # files of lexicographers, lexnames(5WN)
_GROUPS = frozenset(["people", "crowd", "team", "family", "couple", "someone", "somebody"])


@cache
def grammar() -> dict[str, Any]:
    """The lists of ``grammar.toml`` as sets, and its version."""
    with (_DATA / "grammar.toml").open("rb") as file:
        lists: dict[str, Any] = tomllib.load(file)
    return {name: frozenset(v) if isinstance(v, list) else v for name, v in lists.items()}


def listed(name: str) -> frozenset[str]:
    """One list of the grammar."""
    found: frozenset[str] = grammar()[name]
    return found


@dataclass(slots=True)
class Lexicon:
    """Words as WordNet knows them, each looked up once."""

    meanings: Meanings
    _totals: dict[tuple[str, str], int] = field(default_factory=dict)
    _nouns: dict[str, str] = field(default_factory=dict)
    _verbs: dict[str, str] = field(default_factory=dict)
    _living: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for (lemma, pos, _), count in self.meanings.counts.items():
            self._totals[lemma, pos] = self._totals.get((lemma, pos), 0) + count

    def knows(self, lemma: str, pos: str) -> bool:
        return pos in self.meanings.words.index.get(lemma.replace(" ", "_"), ())

    def weight(self, lemma: str, pos: str) -> int:
        """How often WordNet's makers met the word as this part of speech, 1 where never."""
        return self._totals.get((lemma, pos), 0) + 1 if self.knows(lemma, pos) else 0

    def noun(self, word: str) -> str:
        """The singular of a noun; words that have none of the same meaning stay."""
        if word not in self._nouns:
            _keep(self._nouns, word, self._noun(word))
        return self._nouns[word]

    def verb(self, word: str) -> str:
        """The base form of a verb, empty where WordNet knows none."""
        if word not in self._verbs:
            forms = self.meanings.words.base_forms(word, "v")
            likely = max(forms, key=lambda form: (form != word, self.weight(form, "v")), default="")
            _keep(self._verbs, word, likely)
        return self._verbs[word]

    def is_living(self, noun: str) -> bool:
        """Whether a noun most often means a person, an animal or several of them."""
        if noun not in self._living:
            files = self._files(noun)[:1]
            _keep(self._living, noun, noun in _GROUPS or files in ([_PERSON], [_ANIMAL]))
        return self._living[noun]

    def is_tool(self, noun: str) -> bool:
        """Whether a noun can mean something that people made."""
        return _ARTEFACT in self._files(noun)

    def is_made(self, noun: str) -> bool:
        """Whether a noun most often means something that people made."""
        return self._files(noun)[:1] == [_ARTEFACT]

    def _files(self, noun: str) -> list[str]:
        """The files of WordNet's makers in which the noun's meanings stand, in their order."""
        offsets = self.meanings.words.index.get(noun.replace(" ", "_"), {}).get("n", ())
        data, behind = self.meanings.words.data["n"], len("00000000 ")
        return [data[at + behind : at + behind + 2].decode() for at in offsets]

    def _noun(self, word: str) -> str:
        *before, last = word.split(" ")
        if last in listed("plural") or last.endswith("ss"):
            return word
        forms = self.meanings.words.base_forms(word.replace(" ", "_"), "n")
        others = [form for form in forms if form != word.replace(" ", "_")]
        if others and (len(others) == len(forms) or self._is_plural(word, others[0])):
            return others[0].replace("_", " ")
        if forms:
            return word
        return " ".join([*before, _cut(last)])

    def _is_plural(self, word: str, singular: str) -> bool:
        return self.weight(singular, "n") > self.weight(word, "n")


def _keep(known: dict[str, T], word: str, value: T) -> None:
    """Remember a value, but not without end: texts may be full of words that nobody else writes."""
    if len(known) >= _REMEMBERED:
        known.clear()
    known[word] = value


def _cut(word: str) -> str:
    """The singular of a word that WordNet has not.

    >>> _cut("selfies"), _cut("emoji"), _cut("canvass")
    ('selfie', 'emoji', 'canvass')
    """
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "siu" else word
