"""The pieces of a sentence: names with what stands before them, verbs with their helpers."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Name:
    """Things spoken of together: heads, what is said of each, whose they are.

    ``asserted`` is false behind "no" and "without" and under a negated verb; a pronoun has no head.
    ``also`` has what "and" joins to it: what is said of the first holds for all.
    """

    heads: list[tuple[str, tuple[str, ...]]]
    article: bool = False
    asserted: bool = True
    owner: "Name | None" = None
    said: list[str] = field(default_factory=list)
    also: list["Name"] = field(default_factory=list)

    @property
    def head(self) -> str:
        return self.heads[-1][0] if self.heads else ""

    def all(self) -> Iterator["Name"]:
        yield self
        yield from self.also


@dataclass(eq=False, slots=True)
class Verb:
    """A verb with its helpers; without ``lemma`` it is a bare "be"."""

    lemma: str
    form: str
    passive: bool = False
    negated: bool = False


@dataclass(eq=False, slots=True)
class Said:
    """Adjectives that stand alone, as behind "is"."""

    words: list[str]


@dataclass(eq=False, slots=True)
class Mark:
    """A small word that joins: its class and text; P for a preposition."""

    tag: str
    text: str


Piece = Name | Verb | Said | Mark
