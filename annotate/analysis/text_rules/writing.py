"""Rules about good descriptions (IIW App. A and B, TC §3.1; mission A15)."""

from collections.abc import Iterator
from typing import NamedTuple

from annotate.analysis.text_rules.model import Found, Reading, Word
from annotate.analysis.text_rules.phrases import (
    Outside,
    data,
    follows,
    is_name,
    matches,
    phrases,
    quoted,
)
from annotate.analysis.tokens import words
from annotate.messages import Message

# A sentence of fewer words tells too little to be missed or to be a copy.
SHORTEST_REPEAT = 3
# An opening sentence sums up a text that is long enough to need it.
SUMMARY_NEEDED_WORDS = 40
SHORTEST_SUMMARY = 6
_LABELS = frozenset({"tldr", "tl", "summary", "overview", "caption", "description"})
# Words that point back to something said before, of which there is nothing yet.
_POINTING_BACK = frozenset(
    {
        "it",
        "its",
        "he",
        "she",
        "they",
        "his",
        "her",
        "their",
        "also",
        "then",
        "next",
        "additionally",
    }
    | {"another", "furthermore", "moreover", "finally"}
)
_PART_OPENINGS = (["on", "the"], ["in", "the"], ["at", "the"], ["to", "the"])
_PARTS = frozenset({"left", "right", "corner", "background"})
_DAMAGE = frozenset(data("small_words")["damage"])

_NEVER_TWICE = frozenset(data("small_words")["never_twice"])

_SUBJECTIVE = phrases(data("subjective_words")["words"])


def subjective_word(reading: Reading) -> Iterator[Found]:
    """Find words that judge. Names ("Amazing Foods") and quoted words are left alone."""
    outside = Outside(quoted(reading.text))
    for first, last in matches(_SUBJECTIVE, reading.text, reading.words):
        start, end = reading.words[first].start, reading.words[last].end
        if outside.holds(start) and not is_name(reading, reading.words[first]):
            yield Found((start, end), Message("subjective_word", words=reading.text[start:end]))


def summary_opening(reading: Reading) -> Iterator[Found]:
    """Find a long text whose first sentence is no summary that stands on its own (IIW App. A).

    What can be told without understanding: it is labelled instead of written, it has fewer than
    six words, it points back to something that was never said, or it is about a detail: it begins
    in a corner of the image, or names damage that no later sentence speaks of again.
    """
    if len(reading.sentences) < 2 or len(reading.words) < SUMMARY_NEEDED_WORDS:
        return
    start, end = reading.sentences[0]
    first = reading.words_of_sentences[0]
    after = reading.text[first[0].end : first[0].end + 3].lstrip() if first else ""
    if first and first[0].lower in _LABELS and after[:1] in (":", ";", "-", "–"):
        label = reading.text[first[0].start : first[0].end]
        yield Found((first[0].start, first[0].end), Message("summary_label", label=label))
    elif len(first) < SHORTEST_SUMMARY:
        yield Found((start, end), Message("summary_too_short"))
    elif _points_back(first):
        word = reading.text[first[0].start : first[0].end]
        yield Found((first[0].start, first[0].end), Message("summary_points_back", word=word))
    elif _begins_in_a_part(first) or _is_about_damage(reading, first):
        yield Found((start, end), Message("summary_of_detail"))


def _begins_in_a_part(first: list[Word]) -> bool:
    """Tell whether a sentence begins like "On the far left" or "In the bottom right corner"."""
    opening = [word.lower for word in first[:5]]
    return opening[:2] in _PART_OPENINGS and not _PARTS.isdisjoint(opening[2:])


def _is_about_damage(reading: Reading, first: list[Word]) -> bool:
    """Tell whether a sentence names a scratch or the like that is not the subject of the text."""
    damage = {word.lower for word in first} & _DAMAGE
    later = {word.lower for word in reading.words[len(first) :]} if damage else set()
    return bool(damage) and damage.isdisjoint(later)


def _points_back(words: list[Word]) -> bool:
    is_place = [word.lower for word in words[:2]] == ["next", "to"]
    return words[0].lower in _POINTING_BACK and not is_place


def repeated_sentence(reading: Reading) -> Iterator[Found]:
    seen: set[tuple[str, ...]] = set()
    for span, own in zip(reading.sentences, reading.words_of_sentences, strict=True):
        sentence = tuple(word.lower for word in own)
        if len(sentence) < SHORTEST_REPEAT:
            continue
        if sentence in seen:
            yield Found(span, Message("repeated_sentence"))
        seen.add(sentence)


def doubled_word(reading: Reading) -> Iterator[Found]:
    """Find a small word typed twice in a row, as in "on the the table"."""
    words, text = reading.words, reading.text
    for position in range(1, len(words)):
        word, before = words[position], words[position - 1]
        if word.lower != before.lower or word.lower not in _NEVER_TWICE:
            continue
        if text[before.end : word.start].isspace() and text[word.start : word.end].islower():
            yield Found((before.start, word.end), Message("doubled_word", word=word.lower))


def guess_about_person(reading: Reading) -> Iterator[Found]:
    """Find claims about who somebody is that no picture can show. Quoted words are left alone."""
    outside = Outside(quoted(reading.text))
    words = reading.words
    for first, last in matches(_GUESSES, reading.text, words):
        guess = _GUESS_OF.get(tuple(word.lower for word in words[first : last + 1]))
        if guess is None or not outside.holds(words[first].start):
            continue
        if guess.before_person and not _person_follows(reading, last):
            continue
        if not guess.capitals and is_name(reading, words[first]):
            continue
        if _is_depiction(reading, first, last):
            continue
        span = (words[first].start, words[last].end)
        text = reading.text[slice(*span)]
        yield Found(span, Message(f"guess_of_{guess.about}", words=text))


class _Guess(NamedTuple):
    about: str
    before_person: bool
    capitals: bool


_LISTS = data("guesses_about_people")
_PERSON_WORDS = frozenset(_LISTS["person_words"])
_BETWEEN = frozenset(_LISTS["between"])
_DEPICTIONS = frozenset(_LISTS["depictions"])
# Words that may stand after "statue of": an article and some adjectives.
_BEFORE_DEPICTED = 4


def _guesses() -> Iterator[tuple[str, _Guess]]:
    for group in _LISTS["groups"]:
        for key in ("words", "before_person"):
            guess = _Guess(group["guess"], key == "before_person", "capitals" in group)
            for phrase in group.get(key, ()):
                yield phrase, guess


_GUESS_OF = {tuple(words(phrase)): guess for phrase, guess in _guesses()}
_GUESSES = phrases([*(phrase for phrase, _ in _guesses()), *_LISTS["leave_alone"]])


def _person_follows(reading: Reading, position: int) -> bool:
    """Tell whether the next word, or the one after a word such as "young", names a person."""
    words, text = reading.words, reading.text
    for here in (position + 1, position + 2):
        if here >= len(words) or not follows(text, words, here):
            return False
        if words[here].lower in _PERSON_WORDS:
            return True
        if words[here].lower not in _BETWEEN:
            return False
    return False


def _is_depiction(reading: Reading, first: int, last: int) -> bool:
    """Tell whether a work is meant and no person: "statue of a young woman", "woman statue"."""
    words, text = reading.words, reading.text
    after = last + 1
    if after < len(words) and words[after].lower in _DEPICTIONS and follows(text, words, after):
        return True
    for of in range(first - 1, max(0, first - 1 - _BEFORE_DEPICTED), -1):
        if not follows(text, words, of + 1):
            return False
        if words[of].lower == "of":
            return words[of - 1].lower in _DEPICTIONS and follows(text, words, of)
    return False
