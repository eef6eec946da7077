"""Leave out opinions and guesses where a sentence stands without them."""

from annotate.analysis.text_rules.fixes.cutting import (
    cut,
    is_spaced,
    next_in_sentence,
    positions,
    sentence_at,
    word_at,
)
from annotate.analysis.text_rules.fixes.grammar import (
    CLOSED,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    STRONGER,
)
from annotate.analysis.text_rules.model import Fix, Reading
from annotate.analysis.text_rules.phrases import data
from annotate.analysis.tokens import Span

_NOT_ADVERBS = frozenset({"lovely", "ugly"})
_I_SAY = frozenset({("in", "my", "opinion"), ("i", "think"), ("i", "believe"), ("i", "feel")})

# What the advice itself says to write. "Male" and the like are left out: they can be adjectives.
_PLAIN = {
    **dict.fromkeys(("man", "woman", "lady", "gentleman", "guy"), "person"),
    **dict.fromkeys(("men", "women", "ladies", "gentlemen", "guys"), "people"),
    **dict.fromkeys(("boy", "girl"), "child"),
    **dict.fromkeys(("boys", "girls"), "children"),
    **dict.fromkeys(("asians", "africans", "arabs", "latinos", "latinas", "caucasians"), "people"),
    **dict.fromkeys(("muslims", "christians", "jews", "hindus", "buddhists", "sikhs"), "people"),
}
_LISTS = data("guesses_about_people")
_PERSON_WORDS = frozenset(_LISTS["person_words"])
_BETWEEN = frozenset(_LISTS["between"])


def fix_opinion(reading: Reading, span: Span) -> Fix | None:
    """Return a noun phrase without its opinion; null where the opinion is all that is said."""
    first, last = positions(reading, span)
    opinion = tuple(word.lower for word in reading.words[first : last + 1])
    if opinion in _I_SAY:
        return _fix_i_say(reading, first, last)
    if len(opinion) > 1 and opinion[0] in CLOSED:
        return None
    if opinion[-1].endswith("ly") and opinion[-1] not in _NOT_ADVERBS:
        return _fix_adverb(reading, first, last)
    return _fix_adjective(reading, first, last)


def _fix_i_say(reading: Reading, first: int, last: int) -> Fix | None:
    word, after = reading.words[first], word_at(reading, last + 1)
    if word.start != sentence_at(reading, word.start)[0] or after is None:
        return None
    if after.lower == "that" and is_spaced(reading, last + 1):
        last = last + 1
    if next_in_sentence(reading, last) is None:
        return None
    return cut(reading, word.start, reading.words[last].end)


def _fix_adverb(reading: Reading, first: int, last: int) -> Fix | None:
    """ "An incredibly tall tower" is a tall tower, "Sadly, it rains" is "It rains"."""
    word = reading.words[first]
    after = next_in_sentence(reading, last)
    if after is None or reading.words[last].end - word.start != len(reading.words[last].lower):
        return None
    is_opening = word.start == sentence_at(reading, word.start)[0]
    has_comma = reading.text[word.end : word.end + 1] == ","
    if has_comma != is_opening or (not is_opening and after.lower in CLOSED):
        return None
    return cut(reading, word.start, word.end)


def _fix_adjective(reading: Reading, first: int, last: int) -> Fix | None:
    before, after = word_at(reading, first - 1), word_at(reading, last + 1)
    start = reading.words[first].start
    if after is None or not is_spaced(reading, last + 1) or after.lower in CLOSED:
        return None
    if before is not None and before.lower in STRONGER and is_spaced(reading, first):
        start, before = before.start, word_at(reading, first - 2)
        first -= 1
    if start == sentence_at(reading, start)[0]:
        return cut(reading, start, reading.words[last].end)
    if before is None or not is_spaced(reading, first):
        return None
    if before.lower not in DETERMINERS | PREPOSITIONS | CONJUNCTIONS - {"and", "or", "but"}:
        return None
    return cut(reading, start, reading.words[last].end)


def fix_guess(reading: Reading, span: Span) -> Fix | None:
    """Return words that claim less: "person" for "woman", "a person" for "a wealthy person"."""
    first, last = positions(reading, span)
    written = reading.text[slice(*span)]
    if "-" in (reading.text[span[0] - 1 : span[0]], reading.text[span[1] : span[1] + 1]):
        return None
    plain = _PLAIN.get(reading.words[first].lower) if first == last else None
    if plain is not None:
        return _replaced(span, written, plain)
    if reading.words[first].lower == "in":  # "in her thirties"
        return cut(reading, *span)
    after, before = word_at(reading, last + 1), word_at(reading, first - 1)
    if after is None or not is_spaced(reading, last + 1):
        return None
    if after.lower not in _PERSON_WORDS | _BETWEEN:
        return None
    if before is not None and before.lower in ("and", "or", *STRONGER):
        return None
    is_opening = span[0] == sentence_at(reading, span[0])[0]
    if not is_opening and not is_spaced(reading, first):
        return None
    return cut(reading, *span)


def _replaced(span: Span, written: str, plain: str) -> Fix | None:
    if written.islower():
        return Fix(span, plain)
    if written[0].isupper() and written[1:].islower():
        return Fix(span, plain.capitalize())
    return None
