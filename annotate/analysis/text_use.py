"""How the texts of a source use the writing in their images, as reports on texts measure it.

The figures are those of :mod:`annotate.analysis.ocr` (TextCaps §3.1, §3.2, Fig. 4 and 5, Suppl. B);
here they are made of columns, so that sources stand side by side with intervals and differences.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from annotate.analysis.ocr import (
    NO_CAPTIONS,
    NO_TOKENS,
    NO_TRAIN,
    ByImage,
    Phrase,
    Use,
    phrase_of,
    phrases_in,
    reading_of,
    use_of,
)
from annotate.analysis.text_reports import Column, Measured, Text, measured, without
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

MOST = 5  # tokens or switches; those with more are counted with these
RARE = 5  # a token that occurs less often is rare (TextCaps Fig. 5a)

TOKENS = tuple(f"ocr_tokens_{number}" for number in range(MOST + 1))
SWITCHES = tuple(f"ocr_switches_{number}" for number in range(MOST + 1))
# Each is the mean of a column: of texts, or of images for the last.
OF_TEXTS = ("ocr_tokens", "ocr_with_token", "ocr_with_two", "ocr_switches", "ocr_two_switches")
MEANS = (*OF_TEXTS, *TOKENS, *SWITCHES, "ocr_images_with_token")
COUNTS = ("ocr_captions", "ocr_left_out")
WORDS = ("ocr_unique", "ocr_once", "ocr_rare", "ocr_zero_shot", "ocr_unique_held_out")
READING = ("ocr_images", "ocr_precision", "ocr_recall", "ocr_f1")

NOTHING_READ_HERE = Undefined(Message("project_without_read_text"))
_NOT_BOTH = Undefined(Message("no_image_read_by_both"))


def use_of_writing(
    texts: Sequence[Text], read: Mapping[str, Sequence[str]], train: Collection[str]
) -> Measured:
    """Return how texts use the words that were read in their images.

    Args:
        read: the words of every image that somebody or something has read; may be none.
        train: the images of the train split, for the tokens that no text of it has.

    Worked example: one of two texts uses a word of its image, and switches to it and back.

    >>> texts = [Text("a", "a STOP sign"), Text("a", "a red sign")]
    >>> found = use_of_writing(texts, {"a": ["stop", "42"]}, ())
    >>> found.figures["ocr_with_token"], found.figures["ocr_switches"]
    (0.5, 1.0)
    >>> found.figures["ocr_coverage"], found.undefined["ocr_zero_shot"].reason
    (0.5, 'No train split was given.')
    """
    if not read:
        return without([*COUNTS, *MEANS, "ocr_coverage", *WORDS], NOTHING_READ_HERE)
    uses = [use_of(text.text, read[text.image]) if text.image in read else None for text in texts]
    there = [use for use in uses if use is not None]
    columns = {**_columns(uses), **_of_images(texts, uses, read)}
    parts = {name: columns.pop(name) for name in ("ocr_covered", "ocr_there")}
    covered, standing = (_sum(parts[name]) for name in ("ocr_covered", "ocr_there"))
    return measured(
        {
            "ocr_captions": len(there),
            "ocr_left_out": len(texts) - len(there),
            **{name: _mean(columns[name]) for name in MEANS},
            "ocr_coverage": covered / standing if standing else NO_TOKENS,
            **_words(texts, uses, train),
        },
        columns,
        parts,
    )


def _columns(uses: Sequence[Use | None]) -> dict[str, Column]:
    tokens = [None if use is None else len(use.tokens) for use in uses]
    switches = [None if use is None else use.switches for use in uses]
    return {
        "ocr_tokens": tokens,
        "ocr_with_token": _at_least(tokens, 1),
        "ocr_with_two": _at_least(tokens, 2),
        "ocr_switches": switches,
        "ocr_two_switches": _at_least(switches, 2),
        **_spread(TOKENS, tokens),
        **_spread(SWITCHES, switches),
    }


def _at_least(numbers: Sequence[int | None], least: int) -> Column:
    return [None if number is None else int(number >= least) for number in numbers]


def _spread(names: Sequence[str], numbers: Sequence[int | None]) -> dict[str, Column]:
    return {
        name: [None if number is None else int(min(number, MOST) == wanted) for number in numbers]
        for wanted, name in enumerate(names)
    }


def _of_images(
    texts: Sequence[Text], uses: Sequence[Use | None], read: Mapping[str, Sequence[str]]
) -> dict[str, Column]:
    """What holds for an image as a whole stands in the row of its first text."""
    used: dict[str, set[Phrase]] = {}
    first: dict[str, int] = {}
    for place, (text, use) in enumerate(zip(texts, uses, strict=True)):
        if use is not None:
            used.setdefault(text.image, set()).update(use.tokens)
            first.setdefault(text.image, place)
    columns: dict[str, list[float | None]] = {
        name: [None] * len(texts) for name in ("ocr_images_with_token", "ocr_covered", "ocr_there")
    }
    for image, place in first.items():
        phrases = [phrase for phrase in map(phrase_of, read[image]) if phrase]
        columns["ocr_images_with_token"][place] = int(bool(used[image]))
        columns["ocr_covered"][place] = sum(phrase in used[image] for phrase in phrases)
        columns["ocr_there"][place] = len(phrases)
    return dict(columns)


def _words(
    texts: Sequence[Text], uses: Sequence[Use | None], train: Collection[str]
) -> dict[str, int | Undefined]:
    """How many different tokens there are, how rare, and how many of them no train text has."""
    times = Counter(phrase for use in uses if use is not None for phrase in use.tokens)
    held_out = {
        phrase
        for text, use in zip(texts, uses, strict=True)
        if use is not None and text.image not in train
        for phrase in use.tokens
    }
    known = [text.text for text in texts if text.image in train]
    return {
        "ocr_unique": len(times),
        "ocr_once": sum(number == 1 for number in times.values()),
        "ocr_rare": sum(number < RARE for number in times.values()),
        "ocr_zero_shot": len(held_out - phrases_in(held_out, known)) if known else NO_TRAIN,
        "ocr_unique_held_out": len(held_out) if known else NO_TRAIN,
    }


def reading_of_images(read: ByImage, truth: ByImage) -> tuple[list[Text], Measured]:
    """Return how well images were read against what stands there, image by image.

    The texts name the images of the rows of the columns: those that both have.

    >>> from annotate.analysis.geometry import Box
    >>> box = Box(x=0, y=0, width=9, height=9)
    >>> rows, found = reading_of_images({"a": [OcrToken("stop", box)]}, {"a": []})
    >>> found.figures["ocr_precision"], found.undefined["ocr_recall"].reason
    (0.0, 'There is no legible text to be read.')
    """
    images = [image for image in truth if image in read]
    if not images:
        return [], without(READING, _NOT_BOTH)
    singly = [reading_of(read, {image: truth[image]}) for image in images]
    whole = reading_of(read, {image: truth[image] for image in images})
    return [Text(str(image), "") for image in images], measured(
        {
            "ocr_images": len(images),
            "ocr_precision": whole.precision,
            "ocr_recall": whole.recall,
            "ocr_f1": whole.f1,
        },
        parts={
            "ocr_matched": [one.matched for one in singly],
            "ocr_read": [one.read for one in singly],
            "ocr_legible": [one.there for one in singly],
        },
    )


def _mean(column: Column) -> float | Undefined:
    known = [value for value in column if value is not None]
    return sum(known) / len(known) if known else NO_CAPTIONS


def _sum(column: Column) -> float:
    return sum(value for value in column if value is not None)
