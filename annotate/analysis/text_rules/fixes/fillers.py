"""Say without a filler phrase what was said with it."""

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
    IMAGE_WORDS,
    PLURAL,
    SHOWING,
    SINGULAR,
    VERBS,
    is_place,
)
from annotate.analysis.text_rules.model import Fix, Reading
from annotate.analysis.tokens import Span

# "In the picture frame" is no filler, and "in the image of a saint" is none either.
_NOT_IN_IMAGE = {"frame", "frames", "album", "booth", "viewer", "book", "of", "is", "are"}
_MOST_NOUN_WORDS = 12


def fix_filler(reading: Reading, span: Span) -> Fix | None:
    """Return a sentence without its filler, None where only a person can say it otherwise."""
    first, last = positions(reading, span)
    words = [word.lower for word in reading.words[first : last + 1]]
    if words[0] == "in" and words[-1] in IMAGE_WORDS:
        return _fix_in_image(reading, first, last)
    if words[:3] == ["can", "be", "seen"]:
        return Fix((reading.words[first + 2].end, span[1]), "")
    if words[0] == "there":
        return fix_there(reading, first)
    if words[-1] == "see":
        return _fix_seeing(reading, first, last)
    if words[-1] == "that" or words == ["needless", "to", "say"]:
        return _fix_opening(reading, first, last)
    if "taken" in words:
        return None
    if words[0] == "this" or words[-1] in SHOWING:
        return fix_this_is(reading, first, last)
    # Further down "a picture of a horse" may well hang on a wall.
    return fix_this_is(reading, first, last) if "of" in words and first == 0 else None


def _fix_in_image(reading: Reading, first: int, last: int) -> Fix | None:
    after = word_at(reading, last + 1)
    if after is not None and is_spaced(reading, last + 1) and after.lower in _NOT_IN_IMAGE:
        return None
    start, end = reading.words[first].start, reading.words[last].end
    if start == sentence_at(reading, start)[0] and next_in_sentence(reading, last) is None:
        return None
    return cut(reading, start, end)


def _fix_seeing(reading: Reading, first: int, last: int) -> Fix | None:
    """ "We can see a kite" is "a kite"; "the kite that we can see" needs its words."""
    start = _opening_of(reading, first)
    after = word_at(reading, last + 1)
    if after is not None and after.lower == "that" and is_spaced(reading, last + 1):
        last, after = last + 1, word_at(reading, last + 2)
    if after is None or next_in_sentence(reading, last) is None:
        return None
    if after.lower in CLOSED - DETERMINERS:
        return None
    if start is not None:
        return cut(reading, start, reading.words[last].end)
    place = sentence_at(reading, reading.words[first].start)[0]
    if not _is_place_phrase(reading, place, first):
        return None
    verb = "is" if after.lower in SINGULAR else "are" if after.lower in PLURAL else None
    if verb is None or not is_spaced(reading, last + 1):
        return None
    return Fix((reading.words[first - 1].end, reading.words[last].end), f" {verb}")


def _fix_opening(reading: Reading, first: int, last: int) -> Fix | None:
    start = _opening_of(reading, first)
    if start is None or next_in_sentence(reading, last) is None:
        return None
    return cut(reading, start, reading.words[last].end)


def fix_this_is(reading: Reading, first: int, last: int) -> Fix | None:
    """Return "A kite …" for "This is a kite …" and "The image shows a kite …"."""
    start = _opening_of(reading, first)
    if start is None:
        return None
    if reading.words[last].lower in ("a", "an"):  # the article belongs to what follows
        last -= 1
    after = next_in_sentence(reading, last, after_comma=False)
    if after is None or after.lower in CLOSED - DETERMINERS:
        return None
    return cut(reading, start, reading.words[last].end)


def fix_there(reading: Reading, first: int) -> Fix | None:
    """Return "A kite is on the mat" for "There is a kite on the mat", or else "A kite …"."""
    verb_end = _end_of_verb(reading, first)
    if verb_end is None:
        return None
    noun = next_in_sentence(reading, verb_end, after_comma=False)
    if noun is None or noun.lower in CLOSED - DETERMINERS:
        return None
    start = _opening_of(reading, first)
    if start is not None:
        return _turned(reading, start, verb_end) or _without_there(reading, start, first, verb_end)
    place = sentence_at(reading, reading.words[first].start)[0]
    if not _is_place_phrase(reading, place, first):
        return None
    return Fix((reading.words[first - 1].end, reading.words[first].end), "")


def _end_of_verb(reading: Reading, first: int) -> int | None:
    verb = [word.lower for word in reading.words[first + 1 : first + 4]]
    if verb[:1] in (["is"], ["are"]):
        return first + 1
    if verb in (["appears", "to", "be"], ["seems", "to", "be"]):
        return first + 3
    return None


def _turned(reading: Reading, start: int, verb_end: int) -> Fix | None:
    """Return the sentence with its subject first: "that" goes, or its verb stands by the place."""
    words, text = reading.words, reading.text
    verb = text[words[verb_end].start : words[verb_end].end]
    if verb == "be":
        verb = text[words[verb_end - 2].start : words[verb_end].end]
    for here in range(verb_end + 2, min(verb_end + 2 + _MOST_NOUN_WORDS, len(words))):
        word = words[here]
        if not is_spaced(reading, here) or word.lower in CONJUNCTIONS:
            return None
        if word.lower.endswith(("ing", "ed")):
            return None
        noun = text[words[verb_end + 1].start : words[here - 1].end]
        noun = noun[0].upper() + noun[1:] if text[start].isupper() else noun
        if is_place([follower.lower for follower in words[here : here + 3]]):
            return Fix((start, words[here - 1].end), f"{noun} {verb}")
        if word.lower in ("that", "which", "who"):
            after = word_at(reading, here + 1)
            if after is None or after.lower not in VERBS:
                return None
            return Fix((start, word.end), noun)
    return None


def _without_there(reading: Reading, start: int, first: int, verb_end: int) -> Fix | None:
    if verb_end > first + 1:  # "there seems to be" says that one is not sure
        return None
    return cut(reading, start, reading.words[verb_end].end)


def _opening_of(reading: Reading, first: int) -> int | None:
    """Return from where to cut words that begin a clause at position ``first``, else None.

    "In this image" before them goes with them: it could not stand without them.
    """
    words, text = reading.words, reading.text
    word, before = words[first], word_at(reading, first - 1)
    start = sentence_at(reading, word.start)[0]
    if word.start == start:
        return start
    if before is None or (before.lower in CONJUNCTIONS and is_spaced(reading, first)):
        return word.start
    if text[before.end : word.start].strip() in (";", ":", "–", "—"):
        return word.start
    opening = words[first - 3 : first] if first >= 3 else []
    if not opening or opening[0].lower != "in" or before.lower not in IMAGE_WORDS:
        return None
    return start if opening[0].start == start else None


def _is_place_phrase(reading: Reading, start: int, first: int) -> bool:
    """Tell whether the sentence begins with a place, as "On the left, there is …" does."""
    opening, _ = positions(reading, (start, start + 1))
    words = [word.lower for word in reading.words[opening : min(opening + 3, first)]]
    gap = reading.text[reading.words[first - 1].end : reading.words[first].start]
    inner = reading.text[start : reading.words[first - 1].end]
    return is_place(words) and gap.strip() in ("", ",") and "," not in inner and first - opening < 9
