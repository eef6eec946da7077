"""Leave words out of a text so that what stands around them still fits together.

No parser: a fix is offered where closed classes of words - articles, prepositions, conjunctions -
already show that it is safe, and nowhere else.
"""

from bisect import bisect_left, bisect_right

from annotate.analysis.text_rules.model import Fix, Reading, Word
from annotate.analysis.text_rules.phrases import data
from annotate.analysis.tokens import Span

_LISTS = data("small_words")

# After these an adjective that is dropped leaves a noun phrase as good as before.
DETERMINERS = frozenset(_LISTS["determiners"])
PREPOSITIONS = frozenset(_LISTS["prepositions"])
CONJUNCTIONS = frozenset(_LISTS["conjunctions"])
_AUXILIARIES = frozenset(_LISTS["auxiliaries"])
_OTHERS = frozenset(_LISTS["others"])
CLOSED = DETERMINERS | PREPOSITIONS | CONJUNCTIONS | _AUXILIARIES | _OTHERS

_LOCATIVES = frozenset(_LISTS["places"])
SINGULAR = frozenset(_LISTS["singular"])
PLURAL = frozenset(_LISTS["plural"])
# After "that", "which" or "who" these say that what is described does it itself.
VERBS = frozenset(_LISTS["verbs"])

IMAGE_WORDS = frozenset(_LISTS["image_words"])
SHOWING = frozenset(_LISTS["showing"])
# Before an adjective; with it they go.
STRONGER = frozenset(_LISTS["stronger"])
# After these a full stop ends no sentence; without it nothing is lost.
SHORT_FORMS = frozenset(_LISTS["short_forms"])

_AN_BEFORE = ("hour", "honest", "honor", "honour", "heir")
_A_BEFORE = ("uni", "use", "usu", "uti", "eu", "one", "once", "ukulele", "ufo")
_AN_NUMBERS = ("8", "11", "18")


def is_place(words: list[str]) -> bool:
    """Tell whether these words begin a phrase that says where something is.

    >>> is_place(["on", "the", "left"]), is_place(["to", "the", "left"]), is_place(["to", "eat"])
    (True, True, False)
    """
    first, *rest = [*words, "", "", ""][:3]
    if first == "to":
        return rest[0] == "the" and rest[1] in ("left", "right")
    return first in _LOCATIVES or (first == "next" and rest[0] == "to")


def article_before(word: str) -> str:
    """Return the article that goes before a word, by its letters.

    >>> [article_before(word) for word in ("owl", "unicorn", "hour", "cat", "18")]
    ['an', 'a', 'an', 'a', 'an']
    """
    if word.startswith(_AN_BEFORE) or word in _AN_NUMBERS:
        return "an"
    return "an" if word[:1] in "aeiou" and not word.startswith(_A_BEFORE) else "a"


_SPACES = " \t\u00a0"


def positions(reading: Reading, span: Span) -> tuple[int, int]:
    """Return the positions among the words of the first and last word in ``span``."""
    words = reading.words
    return bisect_left(words, (span[0],)), bisect_left(words, (span[1],)) - 1


def sentence_at(reading: Reading, place: int) -> Span:
    """Return the sentence that holds a place, or the whole text where none does."""
    index = bisect_right(reading.sentences, (place, len(reading.text))) - 1
    return reading.sentences[index] if index >= 0 else (0, len(reading.text))


def word_at(reading: Reading, position: int) -> Word | None:
    return reading.words[position] if 0 <= position < len(reading.words) else None


def is_spaced(reading: Reading, position: int) -> bool:
    """Tell whether only white space stands between a word and the one before it."""
    if not 0 < position < len(reading.words):
        return False
    gap = reading.text[reading.words[position - 1].end : reading.words[position].start]
    return gap.isspace() and "\n\n" not in gap


def next_in_sentence(reading: Reading, last: int, *, after_comma: bool = True) -> Word | None:
    """Return the word after position ``last`` if it goes on with the same clause.

    Between them may stand white space and, unless told otherwise, one comma.
    """
    word = word_at(reading, last + 1)
    if word is None:
        return None
    gap = reading.text[reading.words[last].end : word.start]
    if after_comma and gap.startswith(","):
        gap = gap[1:]
    return word if gap.isspace() and "\n\n" not in gap else None


def cut(reading: Reading, start: int, end: int) -> Fix:
    """Return the fix that leaves out ``text[start:end]``.

    White space is left once, a comma that belonged to what is gone goes with it, a sentence that
    began there begins with a capital still, and "a" and "an" fit the word that follows now.

    >>> text = "In this image, an amazing cat sleeps."
    >>> def without(words):
    ...     reading = Reading(text=text, min_words=0, banned_openings=())
    ...     start = text.index(words)
    ...     return cut(reading, start, start + len(words)).applied_to(text)
    >>> without("In this image"), without("amazing")
    ('An amazing cat sleeps.', 'In this image, a cat sleeps.')
    """
    text = reading.text
    if start == sentence_at(reading, start)[0]:
        return _cut_opening(text, start, end)
    before = len(text[:start].rstrip(_SPACES))
    if text[before - 1 : before] == "," and text[end : end + 1] == ",":
        return Fix((before - 1, end + 1), "")
    if text[before - 1 : before] == "\n":  # a line goes on without its first words
        return Fix((start, len(text) - len(text[end:].lstrip(_SPACES))), "")
    return _with_article(reading, before, start, end) or Fix((before, end), "")


def _cut_opening(text: str, start: int, end: int) -> Fix:
    rest = end
    while rest < len(text) and text[rest] in _SPACES + ",":
        rest += 1
    if text[start].isupper() and text[rest : rest + 1].islower():
        return Fix((start, rest + 1), text[rest].upper())
    return Fix((start, rest), "")


def _with_article(reading: Reading, before: int, start: int, end: int) -> Fix | None:
    """Return a cut that also fixes the article before it, None where none stands there."""
    text = reading.text
    first, last = positions(reading, (start, end))
    article, after = word_at(reading, first - 1), word_at(reading, last + 1)
    if article is None or after is None or article.lower not in ("a", "an"):
        return None
    if article.end != before or not text[end : after.start].isspace():
        return None
    written = text[article.start : article.end]
    wanted = article_before(after.lower)
    if len(wanted) == len(written):
        return None
    wanted = wanted.capitalize() if written[0].isupper() else wanted
    return Fix((article.start, end), wanted)
