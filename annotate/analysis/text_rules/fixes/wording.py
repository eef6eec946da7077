"""Say without a filler phrase what was said with it, and leave out opinions and guesses where a
sentence stands without them.
"""

from annotate.analysis.text_rules.fillers import fillers_in
from annotate.analysis.text_rules.fixes.cutting import (
    CLOSED,
    CONJUNCTIONS,
    DETERMINERS,
    IMAGE_WORDS,
    PLURAL,
    PREPOSITIONS,
    SHOWING,
    SINGULAR,
    STRONGER,
    VERBS,
    cut,
    is_place,
    is_spaced,
    next_in_sentence,
    positions,
    sentence_at,
    word_at,
)
from annotate.analysis.text_rules.model import Fix, Reading
from annotate.analysis.text_rules.phrases import data
from annotate.analysis.tokens import Span

# "In the picture frame" is no filler, and "in the image of a saint" is none either.
_NOT_IN_IMAGE = {"frame", "frames", "album", "booth", "viewer", "book", "of", "is", "are"}
_MOST_NOUN_WORDS = 12
# After "that" these begin a sentence of their own.
_SUBJECTS = frozenset({"there", "it", "he", "she", "they", "both"})
# Of several, without the ending that says so.
_IRREGULAR = frozenset(
    {"people", "children", "men", "women", "feet", "teeth", "geese", "mice", "sheep"}
)


def fix_filler(reading: Reading, span: Span) -> Fix | None:
    """Return a sentence without its filler, None where only a person can say it otherwise.

    Of phrases that follow one another the first that can be left out is; the caller reads again and
    goes on with the rest.
    """
    for first, last in fillers_in(reading, *positions(reading, span)):
        fix = _fix_phrase(reading, first, last)
        if fix is not None:
            return fix
    return None


def _fix_phrase(reading: Reading, first: int, last: int) -> Fix | None:
    words = [word.lower for word in reading.words[first : last + 1]]
    if words[0] == "in" and words[-1] in IMAGE_WORDS:
        return _fix_in_image(reading, first, last)
    if words[:2] == ["can", "be"]:
        return _fix_seen(reading, first, last)
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


def _fix_seen(reading: Reading, first: int, last: int) -> Fix | None:
    """ "A cat can be seen on the mat" is on the mat; "a cat can be seen in the image" is a cat."""
    start, end = reading.words[first].start, reading.words[last].end
    place = sentence_at(reading, start)[0]
    subject = reading.words[positions(reading, (place, place + 1))[0] : first]
    if not subject or not is_spaced(reading, first) or subject[-1].lower in CLOSED:
        return None
    after = [word.lower for word in reading.words[last + 1 : last + 4]]
    if is_spaced(reading, last + 1) and (is_place(after) or after[0].endswith("ing")):
        verb = _verb_of([word.lower for word in subject])
        return Fix((start, end), verb) if verb else None
    return cut(reading, start, end)


def _verb_of(subject: list[str]) -> str | None:
    """Return "is" or "are" for the words of a subject, None where they do not show which.

    >>> [_verb_of(words.split()) for words in ("a pair of cups", "the dog", "a cup and a pen")]
    ['is', 'is', 'are']
    """
    if subject[0] not in DETERMINERS or "or" in subject:
        return None
    if "and" in subject or subject[0] in PLURAL:
        return "are"
    if subject[0] in SINGULAR or subject[0] in ("this", "that"):
        return "is"
    if not CLOSED.isdisjoint(subject[1:]):
        return None
    is_several = subject[-1] in _IRREGULAR or (subject[-1][-1:] == "s" and subject[-1][-2:] != "ss")
    return "are" if is_several else "is"


def _fix_seeing(reading: Reading, first: int, last: int) -> Fix | None:
    """ "We can see a kite" is "a kite"; "the kite that we can see" needs its words."""
    start = _opening_of(reading, first)
    after = word_at(reading, last + 1)
    if after is not None and after.lower == "that" and is_spaced(reading, last + 1):
        last, after = last + 1, word_at(reading, last + 2)
    if after is None or next_in_sentence(reading, last) is None:
        return None
    is_clause = reading.words[last].lower == "that" and after.lower in _SUBJECTS
    if after.lower in CLOSED - DETERMINERS and not is_clause:
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
