"""Words of a sentence with what they are in it, decided by written rules.

TextBlob's tagger speaks where the rules leave a word open. Classes:

``D`` article or quantity, ``Z`` no, ``S`` possession (his, 's), ``U`` number, ``A`` adjective,
``N`` noun, ``V`` verb, ``B`` form of be, ``H`` form of have, ``X`` other helping verb, ``T`` to,
``P`` preposition, ``C`` and/or, ``J`` begins a clause, ``W`` who/which/that, ``R`` pronoun, ``E``
there (is), ``F`` adverb, ``G`` not, ``,`` mark.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotate.analysis.harms.lexicon import Lexicon, listed
from annotate.analysis.harms.words import (
    END,
    PARTICLES,
    Word,
    by_shape,
    closed,
    in_context,
    joined,
    tokens,
    with_people,
    word_before,
)

Tagger = Callable[[Sequence[str]], list[str]]


@dataclass(slots=True)
class Tagging:
    """Gives the words of a sentence their classes; ``tagger`` guesses those of the open ones."""

    lexicon: Lexicon
    tagger: Tagger

    def words(self, sentence: str) -> list[Word]:
        plain = tokens(sentence)
        guesses = self.tagger(plain) if plain else []
        words = joined(
            self.lexicon,
            [Word(text, guess=guess) for text, guess in zip(plain, guesses, strict=True)],
        )
        words = with_people(self.lexicon, words)
        for word in words:
            word.tag = word.tag or closed().get(word.text, "") or by_shape(word.text)
        for place, word in enumerate(words):
            word.tag = in_context(words, place) if word.tag else self._open(words, place)
        return words

    def _open(self, words: list[Word], place: int) -> str:
        word, text = words[place], words[place].text
        before, after = (
            word_before(words, place),
            words[place + 1] if place + 1 < len(words) else END,
        )
        verb = self.lexicon.verb(text)
        if verb and text not in listed("never_verbs"):
            word.form = self._form(text, verb)
            rule = {"ing": self._ing, "ed": self._ed, "s": self._s, "base": self._base}
            tag = rule[word.form](words, place, before, after)
            if tag:
                return tag
        return self._name_or_adjective(word, before, after)

    def _form(self, text: str, verb: str) -> str:
        if text.endswith("ing") and text != verb:
            return "ing"
        if text == verb:
            return "base"
        return "s" if text.endswith("s") and not text.endswith("ss") else "ed"

    def _ing(self, words: list[Word], place: int, before: Word, after: Word) -> str:
        thing = self._nounish(after)
        if before.tag in ("D", "A", "U", "S", "Z"):
            return "A" if thing else "N"
        if before.tag == "P":
            return "A" if thing and before.text not in ("for", "by", "from") else "V"
        if before is END and thing:
            return "A"
        return "V"

    def _ed(self, words: list[Word], place: int, before: Word, after: Word) -> str:
        text = words[place].text
        if before.tag == "B":
            is_state = self.lexicon.knows(text, "a") and after.tag not in ("P", "T")
            return "A" if is_state else "V"
        if before.tag in ("D", "A", "U", "S", "Z", "P", "F") or before is END:
            if self._nounish(after) or after.tag == "C":
                return "A"
            if before.tag in ("D", "A", "U", "S", "Z"):
                return "N" if self.lexicon.knows(self.lexicon.noun(text), "n") else "A"
        if before.tag == "C" and self._nounish(after):
            return "A"
        return "V"

    def _s(self, words: list[Word], place: int, before: Word, after: Word) -> str:
        text = words[place].text
        noun, verb = self._weights(text)
        if not noun or before.tag in ("W", "R"):
            return "V"
        if before.tag not in ("N", "C", ","):
            return ""
        if before.tag == "N":
            if self._is_colour_of(words, place):
                return ""
            if not _has_verb(words, place):
                likely = 4 * verb >= noun or after.tag in ("D", "S", "R")
                return "V" if likely and after.tag not in ("V", "B", "H") else ""
            return "V" if after.tag in ("D", "S") and verb >= noun else ""
        ready = _has_verb(words, place) and after.tag in ("D", "S", "P")
        return "V" if ready and (2 * verb >= noun) else ""

    def _is_colour_of(self, words: list[Word], place: int) -> bool:
        """Whether a bare word before says of what kind these are: "in orange vests"."""
        before = word_before(words, place)
        bare = place < 2 or words[place - 2].tag == "P"
        return (
            bare
            and self.lexicon.noun(before.text) == before.text
            and (self.lexicon.knows(before.text, "a") and before.text not in listed("plural"))
        )

    def _base(self, words: list[Word], place: int, before: Word, after: Word) -> str:
        noun, verb = self._weights(words[place].text)
        if before.tag == "X" or (before.tag in ("T", "W") and 3 * verb >= noun):
            return "V"
        if before.tag == "R" and verb >= noun and before.text in ("i", "we", "you", "they"):
            return "V"
        many = before.tag == "N" and self._is_plural(words, place)
        likely = 2 * verb >= noun or after.tag in ("D", "S", "U") or after.text in PARTICLES
        if many and likely and not _has_verb(words, place):
            return "V" if verb >= noun or not self._nounish(after, strict=True) else ""
        return ""

    def _is_plural(self, words: list[Word], place: int) -> bool:
        """Whether the noun before is one of several: "dogs play", "a dog and a cat play"."""
        text = word_before(words, place).text
        if text in listed("plural") or self.lexicon.noun(text) != text:
            return True
        joined = [word.tag for word in words[:place]]
        return "C" in joined and joined.index("C") > 0

    def _weights(self, text: str) -> tuple[int, int]:
        noun, verb = self.lexicon.noun(text), self.lexicon.verb(text)
        return self.lexicon.weight(noun, "n"), self.lexicon.weight(verb, "v")

    def _name_or_adjective(self, word: Word, before: Word, after: Word) -> str:
        text = word.text
        noun = self.lexicon.weight(self.lexicon.noun(text), "n")
        adjective = self.lexicon.weight(text, "a")
        ends = not self._nounish(after) and after.tag != "C"
        if text.endswith("ly") and not noun and not adjective:
            return "F"
        if noun and ends and before.tag in ("D", "A", "U", "S", "Z", "P", "N"):
            is_said = before.tag in ("A", "N") and adjective > 4 * noun
            return "A" if is_said else "N"
        if adjective and (not noun or adjective > noun or before.tag == "B"):
            return "A"
        if self.lexicon.knows(text, "r") and not noun and not adjective:
            return "F"
        return "A" if not noun and word.guess[:2] == "JJ" else "N"

    def _nounish(self, word: Word, *, strict: bool = False) -> bool:
        """Whether a word that follows could go on or end a name."""
        if word.tag:
            return word.tag in ("N", "A", "U")
        noun = self.lexicon.noun(word.text)
        if not self.lexicon.verb(word.text) or word.text in listed("never_verbs"):
            return True
        if strict:
            return self.lexicon.weight(noun, "n") > self.lexicon.weight(
                self.lexicon.verb(word.text), "v"
            )
        return word.guess[:2] in ("NN", "JJ") or self.lexicon.knows(noun, "n")


def _has_verb(words: list[Word], place: int) -> bool:
    """Whether the clause up to here has said what its subject does."""
    for word in reversed(words[:place]):
        if word.tag in ("J", ";"):
            return False
        if word.tag in ("B", "H", "X") or (word.tag == "V" and word.form in ("s", "base")):
            return True
    return False
