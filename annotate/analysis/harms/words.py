"""The words of a sentence as written, names of several words as one, and the small words.

The classes of words are listed in :mod:`annotate.analysis.harms.tagging`.
"""

import re
from dataclasses import dataclass
from functools import cache

from annotate.analysis.harms.lexicon import Lexicon, listed

_QUOTED = re.compile(r'["“][^"”\n]{0,300}["”]|«[^»\n]{0,300}»')
_TOKEN = re.compile(
    r"n't\b|'(?:s|re|ve|ll|m|d)\b|\d+(?:[.,]\d+)*|[^\W\d_]+(?:[-'](?!s\b|re\b)[^\W_]+)*|[^\w\s]"
)
_LONGEST = 3  # words of one name
_LISTS = {
    "F": "adverbs",
    "P": "prepositions",
    "D": "determiners",
    "W": "relatives",
    "J": "subordinators",
    "C": "conjunctions",
    "R": "pronouns",
    "S": "possessives",
    "N": "persons",
    "U": "numbers",
    "B": "be",
    "H": "have",
    "X": "helping",
    "Z": "nothing",
}


@dataclass(slots=True)
class Word:
    """A word or name in lower case, its class and, of a verb, its form: s, ing, ed or base."""

    text: str
    tag: str = ""
    form: str = ""
    guess: str = ""


PARTICLES = frozenset(["up", "down", "out", "off"])
END = Word(".", ",")


def tokens(sentence: str) -> list[str]:
    """Return the words and marks of a sentence in lower case, without what it quotes.

    >>> tokens('The man\\u2019s T-shirt says "STOP it", I think.')
    ['the', 'man', "'s", 't-shirt', 'says', ',', 'i', 'think', '.']
    """
    return _TOKEN.findall(without_quotes(sentence).lower())


def without_quotes(text: str) -> str:
    """Return a text without what it quotes.

    >>> without_quotes('A sign says "A dog", I think.')
    'A sign says  , I think.'
    """
    return _QUOTED.sub(" ", text).replace("’", "'")


def joined(lexicon: Lexicon, words: list[Word]) -> list[Word]:
    """Return the words with those made one that are one name or preposition."""
    found: list[Word] = []
    place = 0
    while place < len(words):
        name = _name_at(lexicon, words, place)
        found.append(name or words[place])
        place += name.text.count(" ") + 1 if name else 1
    return found


def with_people(lexicon: Lexicon, words: list[Word]) -> list[Word]:
    """Return the words with *people* where "the" and an adjective stand for them: "the old sit".

    Only before what they do: a word that is no noun, that an article follows, or that is more often
    a verb and ends there; *old* has too many things to stand before for the last.
    """
    found: list[Word] = []
    for place, word in enumerate(words):
        found.append(word)
        if word.text in listed("people_by_adjective") and place and words[place - 1].text == "the":
            after, then = (*words[place + 1 : place + 3], END, END)[:2]
            if _is_done(lexicon, after, then, likely=word.text != "old"):
                found.append(Word("people", "N", guess="NNS"))
    return found


def _is_done(lexicon: Lexicon, word: Word, after: Word, *, likely: bool) -> bool:
    """Whether a word behind an adjective is what many do, and not the thing that is so."""
    if word.text in closed() or lexicon.verb(word.text) != word.text or after.text == "'s":
        return False
    noun, verb = lexicon.weight(word.text, "n"), lexicon.weight(word.text, "v")
    follows = closed().get(after.text, by_shape(after.text))
    return not noun or follows in ("D", "S") or (likely and verb >= noun and follows in ("P", ","))


def _name_at(lexicon: Lexicon, words: list[Word], place: int) -> Word | None:
    """Return several words that are one: a written preposition or a noun that WordNet has."""
    for length in range(min(_LONGEST, len(words) - place), 1, -1):
        parts = [word.text for word in words[place : place + length]]
        name = " ".join(parts)
        if name in listed("several_words"):
            return Word(name, "P")
        if name in listed("several_adverbs"):
            return Word(name, "F")
        if _is_noun(lexicon, parts) and not _is_verb_before(words, place):
            return Word(name, "N")
    return None


def _is_noun(lexicon: Lexicon, parts: list[str]) -> bool:
    if any(part in closed() or not part[0].isalpha() for part in parts):
        return False
    name = " ".join(parts)
    if name in listed("not_names"):
        return False
    if parts[0] in listed("plain") and name not in listed("whole_with_adjective"):
        return False
    return lexicon.knows(lexicon.noun(name), "n")


def _is_verb_before(words: list[Word], place: int) -> bool:
    """Whether the first word is what somebody does: "a man driving wheels"."""
    text = words[place].text
    before = words[place - 1] if place else END
    return text.endswith("ing") and (
        (before.guess[:2] == "NN" and before.text not in closed()) or before.text in listed("be")
    )


@cache
def closed() -> dict[str, str]:
    """The small words of the grammar and their classes; later lists go before earlier ones."""
    known: dict[str, str] = {}
    for tag, name in _LISTS.items():
        known.update(dict.fromkeys(listed(name), tag))
    known.update({"not": "G", "n't": "G", "never": "G", "to": "T", "there": "E", "'s": "S"})
    return known


def by_shape(text: str) -> str:
    if text[0].isdigit():
        return "U"
    return "" if text[0].isalpha() else ","


def word_before(words: list[Word], place: int) -> Word:
    """The word before, adverbs skipped."""
    for word in reversed(words[:place]):
        if word.tag not in ("F", "G"):
            return word
    return END


def in_context(words: list[Word], place: int) -> str:
    """The class of a small word that has several."""
    word = words[place]
    before = words[place - 1] if place else END
    after = words[place + 1] if place + 1 < len(words) else END
    if word.text == "that":
        return "W" if before.tag == "N" else "D"
    if word.text == "left" and before.tag == "H":
        word.form = "ed"
        return "V"
    if word.text in ("left", "right", "back", "high", "low", "well", "inside") and word.tag == "F":
        in_name = before.tag in ("D", "S", "A", "P")
        return ("A" if not after.tag or after.tag in "NA" else "N") if in_name else "F"
    if word.text == "'s" and before.tag in ("E", "R"):
        return "B"
    return word.tag
