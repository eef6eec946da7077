"""A sentence in pieces: names with what stands before them, verbs with their helpers, small words.

A :class:`Name` keeps one or more heads: coordination adds to them later, so that a relation found
for the first of several things holds for all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from annotate.analysis.harms.lexicon import Lexicon, listed
from annotate.analysis.harms.pieces import Mark, Name, Piece, Said, Verb
from annotate.analysis.harms.words import END, Word

_BEFORE_NAME = "DUASZN"
_VERBS = "BHXVT"


def pieces(words: Sequence[Word], lexicon: Lexicon) -> list[Piece]:
    """Return the pieces of a sentence in order."""
    return list(_pieces(words, lexicon))


def _pieces(words: Sequence[Word], lexicon: Lexicon) -> Iterator[Piece]:
    at = 0
    while at < len(words):
        word = words[at]
        if word.tag in _VERBS:
            group = _VerbGroup(words, at)
            group.read()
            if group.end > at:
                yield group.verb(lexicon)
                at = group.end
                continue
        if word.tag in _BEFORE_NAME:
            name = _NameGroup(words, lexicon, at)
            yield name.read()
            at = name.at
            continue
        at += 1
        if word.tag == "R":
            yield Name([])
        elif word.tag != "F":
            yield Mark("P" if word.tag == "T" else word.tag, word.text)


@dataclass(slots=True)
class _VerbGroup:
    """Helpers, adverbs and "not", then a verb, then "to" and another verb, and so on."""

    words: Sequence[Word]
    start: int
    end: int = 0
    form: str = ""
    be: bool = False
    have: bool = False
    negated: bool = False
    main: Word | None = None

    def read(self) -> None:
        self.end = self.start
        while self.end < len(self.words) and self._take(self.words[self.end]):
            self.end += 1
        while self.main and self.end - 1 > self.start and self._tag(self.end - 1) in ("F", "G"):
            self.end -= 1

    def verb(self, lexicon: Lexicon) -> Verb:
        if self.main is None:
            return Verb("have" if self.have and not self.be else "", "s", negated=self.negated)
        passive = self.be and self.main.form == "ed"
        return Verb(lexicon.verb(self.main.text), self.form, passive, self.negated)

    def _take(self, word: Word) -> bool:
        """Take one more word; false where the group has ended."""
        if word.tag == "T":
            if self._tag(self.end + 1) not in ("V", "B", "H"):
                return False
            self.form, self.be, self.main = self.form or "to", False, None
            return True
        if self.main is not None:
            return False
        if word.tag in ("B", "H", "X"):
            self.be, self.have = self.be or word.tag == "B", self.have or word.tag == "H"
            self.form = self.form or "s"
        elif word.tag == "V":
            self.main, self.form = word, self.form or word.form
        elif word.tag == "G":
            self.negated = True
        else:
            return self._goes_on(word)
        return True

    def _goes_on(self, word: Word) -> bool:
        """Whether a verb comes behind an adverb, or "to" behind "about"."""
        if word.text == "about":
            return self._tag(self.end + 1) == "T"
        rest = (other.tag for other in self.words[self.end :] if other.tag not in ("F", "G"))
        return word.tag == "F" and next(rest, "") in ("V", "B", "H", "X")

    def _tag(self, at: int) -> str:
        return self.words[at].tag if at < len(self.words) else END.tag


@dataclass(slots=True)
class _NameGroup:
    """Articles, adjectives and nouns; a name before "'s" becomes the owner of the next."""

    words: Sequence[Word]
    lexicon: Lexicon
    at: int
    before: list[str] = field(default_factory=list)
    nouns: list[str] = field(default_factory=list)
    article: bool = False
    asserted: bool = True
    owner: Name | None = None

    def read(self) -> Name | Said:
        while self.at < len(self.words) and self._take(self.words[self.at]):
            self.at += 1
        if self.nouns:
            return self._name()
        if self.before and not self.article:
            return Said(_shaded(self.before))
        return self._without_noun()

    def _take(self, word: Word) -> bool:
        """Take one more word; false where the name has ended."""
        if word.text == "'s" and self.nouns:
            self.owner = self._name()
            self.before, self.nouns, self.article = [], [], True
        elif word.tag in ("D", "S", "Z"):
            if self.nouns or self.before:
                return False
            self.article, self.asserted = True, self.asserted and word.tag != "Z"
        elif word.tag in ("U", "A"):
            if self.nouns and not self._noun_comes():
                return False
            self.before.append(word.text)
        elif word.tag == "N":
            self.nouns.append(word.text)
        else:
            return self._joins(word) or (word.tag == "F" and self._noun_comes())
        return True

    def _name(self) -> Name:
        *modifiers, head = self.nouns
        said = (*_shaded(self.before), *(self.lexicon.noun(word) for word in modifiers))
        heads = [(self.lexicon.noun(head), said)]
        return Name(heads, self.article, self.asserted, self.owner)

    def _without_noun(self) -> Name:
        """Read adjectives behind an article that stand for a thing: "the other", "the red"."""
        *said, last = self.before or [""]
        if last and last not in listed("numbers") and self.lexicon.knows(last, "n"):
            return Name([(last, tuple(said))], article=True, owner=self.owner)
        return Name([], self.article, self.asserted, self.owner)

    def _joins(self, word: Word) -> bool:
        """Whether a comma or "and" stands between two adjectives of one name."""
        if not self.before or self.nouns or word.tag not in (",", "C"):
            return False
        tags = [other.tag for other in self.words[self.at + 1 : self.at + 3]]
        return tags[:1] == ["A"] or (word.tag == "," and tags == ["C", "A"])

    def _noun_comes(self) -> bool:
        tags = (word.tag for word in self.words[self.at :])
        return next((tag for tag in tags if tag not in ("A", "F", "U")), "") == "N"


def _shaded(words: list[str]) -> list[str]:
    """Join shades and colours: "dark" "blue" is one."""
    joined: list[str] = []
    for word in words:
        if joined and word in listed("colours") and joined[-1] in listed("shades"):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined
