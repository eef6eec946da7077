"""How captions use the text in their images, and how well that text was read (mission C6).

The figures are those of TextCaps (TC §3.1, §3.2 and Suppl. B). What it leaves open is fixed here:

* Texts are compared as words: lower case, without punctuation. A token of several words ("AT&T")
  occurs where these follow one another.
* A caption is read from left to right; at each word the longest token of its image that begins
  there is taken. Every word so taken is *OCR*, every other *vocabulary* - also where a common word
  such as "a" happens to stand in the image; ``ignored`` words never count as tokens.
* A **switch** is a place where an OCR word follows a vocabulary word or the other way round.
* A token is **zero-shot** when it was used in a caption of the split in question and is not in any
  caption of the train split.
* **Coverage** is the share of an image's tokens, repeated ones counted as often as they stand
  there, that were taken in any of its captions.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from annotate.analysis.caption_files import Caption, OcrToken
from annotate.analysis.intervals import Interval
from annotate.analysis.matching import iou_matrix
from annotate.analysis.ratio_intervals import ratio_intervals
from annotate.analysis.text import nfc
from annotate.analysis.tokens import words
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

MIN_IOU = 0.5
SEED = 1  # the same files always have the same intervals

# Each figure that is a ratio of sums over images: what is above the line, and what below.
_OF_CAPTIONS = {
    "words_per_caption": ("words", "captions"),
    "captions_with_token": ("with_token", "captions"),
    "captions_with_two": ("with_two", "captions"),
    "images_with_token": ("has_token", "images"),
    "tokens_mean": ("tokens", "captions"),
    "switches_mean": ("switches", "captions"),
    "captions_with_two_switches": ("with_two_switches", "captions"),
    "coverage": ("covered", "there"),
}
_OF_READING = {
    "precision": ("matched", "read"),
    "recall": ("matched", "there"),
    "f1": ("twice_matched", "read_and_there"),
}

Phrase = tuple[str, ...]
ByImage = Mapping[Any, Sequence[OcrToken]]

NO_CAPTIONS = Undefined(Message("no_caption_of_read_images"))
NO_TOKENS = Undefined(Message("no_text_in_images"))
NONE_USED = Undefined(Message("no_token_used"))
NO_TRAIN = Undefined(Message("no_train_split"))
NOTHING_READ = Undefined(Message("nothing_read"))
NOTHING_THERE = Undefined(Message("no_legible_text"))


@dataclass(frozen=True, slots=True)
class Use:
    """How one caption uses the tokens of its image: which, in order, and how often it switches.

    ``words`` is how many there are, ``others`` those of them that belong to no token.
    """

    tokens: tuple[Phrase, ...]
    switches: int
    words: int
    others: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """How the captions of a collection use text (TC Fig. 4 and 5, §3.1).

    Shares are in [0, 1]. ``tokens_per_caption`` and ``switches_per_caption`` say how many captions
    have 0, 1, 2 … of them. ``tokens_below_five`` and ``tokens_above_ten`` are the shares of the
    different tokens that occur fewer than 5 and more than 10 times in all captions together; they
    have no interval, since they change with the number of images. ``intervals`` are those of means
    and of the other shares, over images.
    """

    captions: int
    images: int
    captions_without_ocr: int
    words_per_caption: float | Undefined
    captions_with_token: float | Undefined
    captions_with_two: float | Undefined
    images_with_token: float | Undefined
    tokens_mean: float | Undefined
    tokens_per_caption: dict[int, int]
    switches_mean: float | Undefined
    captions_with_two_switches: float | Undefined
    switches_per_caption: dict[int, int]
    unique_tokens: int
    tokens_below_five: float | Undefined
    tokens_above_ten: float | Undefined
    zero_shot_tokens: int | Undefined
    coverage: float | Undefined
    intervals: Mapping[str, Interval]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How well text was read: counts over all images, and what follows from them.

    ``intervals`` are those of precision, recall and F1, over images.
    """

    matched: int
    read: int
    there: int
    precision: float | Undefined
    recall: float | Undefined
    f1: float | Undefined
    intervals: Mapping[str, Interval]


def use_of(caption: str, tokens: Iterable[str], *, ignored: Collection[str] = ()) -> Use:
    """Return how a caption uses the tokens of its image.

    Worked example: [Listerine Zero] bottles with [zero] alcohol has four switches less one, since
    it begins with OCR: OCR to vocabulary, to OCR, to vocabulary.

    >>> use = use_of("Listerine Zero bottles with zero alcohol", ["ZERO", "LISTERINE", "MOUTHWASH"])
    >>> use.tokens, use.switches
    ((('listerine',), ('zero',), ('zero',)), 3)
    """
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    left_out = {word.lower() for word in ignored}
    for phrase in {phrase_of(token) for token in tokens}:
        if phrase and not (len(phrase) == 1 and phrase[0] in left_out):
            by_first[phrase[0]].append(phrase)
    split = words(caption)
    used: list[Phrase] = []
    others: list[str] = []
    is_ocr: list[bool] = []
    while len(is_ocr) < len(split):
        at = len(is_ocr)
        fitting = [p for p in by_first[split[at]] if tuple(split[at : at + len(p)]) == p]
        longest = max(fitting, key=len, default=())
        if longest:
            used.append(longest)
        else:
            others.append(split[at])
        is_ocr += [bool(longest)] * max(1, len(longest))
    switches = sum(a != b for a, b in pairwise(is_ocr))
    return Use(tuple(used), switches, len(split), tuple(others))


def phrase_of(token: str) -> Phrase:
    """Return a token as it is compared: its words.

    >>> phrase_of("AT&T"), phrase_of("$17.88!"), phrase_of("--")
    (('at', 't'), ('17.88',), ())
    """
    return tuple(words(token))


def statistics_of(
    captions: Iterable[Caption],
    ocr: ByImage,
    *,
    train: Iterable[str] | None = None,
    ignored: Collection[str] = (),
) -> Statistics:
    """Return how captions use the text that was read in their images.

    Captions of images that ``ocr`` does not have are counted apart and left out. ``train`` are the
    texts of the captions of the train split, for the zero-shot tokens.
    """
    by_image: dict[int | str, list[str]] = defaultdict(list)
    missing = 0
    for caption in captions:
        if caption.image in ocr:
            by_image[caption.image].append(caption.text)
        else:
            missing += 1
    read = {image: [token.text for token in ocr[image]] for image in by_image}
    uses = {
        image: [use_of(text, read[image], ignored=ignored) for text in texts]
        for image, texts in by_image.items()
    }
    every = [use for of_image in uses.values() for use in of_image]
    times = Counter(phrase for use in every for phrase in use.tokens)
    unique = set(times)
    tokens = Counter(len(use.tokens) for use in every)
    switches = Counter(use.switches for use in every)
    rows = [_counts(of_image, read[image]) for image, of_image in uses.items()]
    return Statistics(
        captions=len(every),
        images=len(uses),
        captions_without_ocr=missing,
        words_per_caption=_mean([use.words for use in every]),
        captions_with_token=_mean([bool(use.tokens) for use in every]),
        captions_with_two=_mean([len(use.tokens) > 1 for use in every]),
        images_with_token=_mean(
            [any(use.tokens for use in of_image) for of_image in uses.values()]
        ),
        tokens_mean=_mean([len(use.tokens) for use in every]),
        tokens_per_caption=dict(sorted(tokens.items())),
        switches_mean=_mean([use.switches for use in every]),
        captions_with_two_switches=_mean([use.switches > 1 for use in every]),
        switches_per_caption=dict(sorted(switches.items())),
        unique_tokens=len(unique),
        tokens_below_five=_of_tokens([number < 5 for number in times.values()]),
        tokens_above_ten=_of_tokens([number > 10 for number in times.values()]),
        zero_shot_tokens=NO_TRAIN if train is None else len(unique - phrases_in(unique, train)),
        coverage=_coverage(rows),
        intervals=ratio_intervals(rows, _OF_CAPTIONS, seed=SEED),
    )


def reading_of(
    read: ByImage,
    truth: ByImage,
    *,
    min_iou: float = MIN_IOU,
    case_sensitive: bool = False,
) -> Reading:
    """Return precision, recall and F1 of what was read against what stands there (TC Suppl. B).

    A word is right where a box of the same text overlaps with an IoU of ``min_iou`` or more; each
    box is used once, and as many as possible are matched (the end-to-end protocol of ICDAR 2013).
    Text that nobody can read is neither asked for nor held against who tried. Images are those of
    ``truth``; every token needs a box.

    >>> from annotate.analysis.geometry import Box
    >>> box, far = Box(x=0, y=0, width=9, height=9), Box(x=99, y=0, width=9, height=9)
    >>> reading = reading_of({1: [OcrToken("stop", box), OcrToken("ahead", box)]},
    ...                    {1: [OcrToken("STOP", box), OcrToken("ahead", far)]})
    >>> reading.matched, reading.precision, reading.recall, reading.f1
    (1, 0.5, 0.5, 0.5)
    """
    rows = []
    for image, tokens in truth.items():
        legible = [token for token in tokens if token.legible]
        illegible = [token for token in tokens if not token.legible]
        own = list(read.get(image, ()))
        hits = _matches(own, legible, min_iou, case_sensitive=case_sensitive)
        excused = _over(own, illegible, min_iou) - hits
        rows.append(_reading_counts(len(hits), len(own) - len(excused), len(legible)))
    matched, claimed, there = (
        sum(row[name] for row in rows) for name in ("matched", "read", "there")
    )
    return Reading(
        matched=matched,
        read=claimed,
        there=there,
        precision=matched / claimed if claimed else NOTHING_READ,
        recall=matched / there if there else NOTHING_THERE,
        f1=2 * matched / (claimed + there) if claimed + there else NOTHING_THERE,
        intervals=ratio_intervals(rows, _OF_READING, seed=SEED),
    )


def _reading_counts(matched: int, read: int, there: int) -> dict[str, int]:
    return {
        "matched": matched,
        "read": read,
        "there": there,
        "twice_matched": 2 * matched,
        "read_and_there": read + there,
    }


def phrases_in(phrases: Collection[Phrase], texts: Iterable[str]) -> set[Phrase]:
    lengths = {len(phrase) for phrase in phrases}
    occurring: set[Phrase] = set()
    for text in texts:
        split = words(text)
        for length in lengths:
            runs = zip(*(split[start:] for start in range(length)), strict=False)
            occurring.update(run for run in runs if run in phrases)
    return occurring


def _counts(uses: Sequence[Use], read: Sequence[str]) -> dict[str, int]:
    """What the captions of one image have, and how much of its text they use."""
    used = {phrase for use in uses for phrase in use.tokens}
    phrases = [phrase for phrase in map(phrase_of, read) if phrase]
    return {
        "images": 1,
        "captions": len(uses),
        "words": sum(use.words for use in uses),
        "with_token": sum(bool(use.tokens) for use in uses),
        "with_two": sum(len(use.tokens) > 1 for use in uses),
        "has_token": int(bool(used)),
        "tokens": sum(len(use.tokens) for use in uses),
        "switches": sum(use.switches for use in uses),
        "with_two_switches": sum(use.switches > 1 for use in uses),
        "covered": sum(phrase in used for phrase in phrases),
        "there": len(phrases),
    }


def _coverage(rows: Sequence[Mapping[str, int]]) -> float | Undefined:
    there = sum(row["there"] for row in rows)
    return sum(row["covered"] for row in rows) / there if there else NO_TOKENS


def _of_tokens(flags: Sequence[bool]) -> float | Undefined:
    return sum(flags) / len(flags) if flags else NONE_USED


def _mean(values: Sequence[float]) -> float | Undefined:
    return math.fsum(values) / len(values) if values else NO_CAPTIONS


def _matches(
    read: Sequence[OcrToken], truth: Sequence[OcrToken], min_iou: float, *, case_sensitive: bool
) -> set[int]:
    """Return which of ``read`` are right, as many as can be."""
    if not read or not truth:
        return set()
    from scipy.optimize import linear_sum_assignment

    own = [_compared(token.text, case_sensitive=case_sensitive) for token in read]
    wanted = [_compared(token.text, case_sensitive=case_sensitive) for token in truth]
    same = np.array([[a == b for b in wanted] for a in own])
    fits = same & (_overlaps(read, truth) >= min_iou)
    rows, columns = linear_sum_assignment(fits, maximize=True)
    return {int(row) for row, column in zip(rows, columns, strict=True) if fits[row, column]}


def _over(read: Sequence[OcrToken], truth: Sequence[OcrToken], min_iou: float) -> set[int]:
    if not read or not truth:
        return set()
    return set(np.flatnonzero((_overlaps(read, truth) >= min_iou).any(axis=1)).tolist())


def _overlaps(read: Sequence[OcrToken], truth: Sequence[OcrToken]) -> npt.NDArray[np.float64]:
    boxes = [[token.box for token in tokens if token.box] for tokens in (read, truth)]
    if len(boxes[0]) != len(read) or len(boxes[1]) != len(truth):
        raise ValueError("every token needs a box to be compared")
    return iou_matrix(boxes[0], boxes[1])


def _compared(text: str, *, case_sensitive: bool) -> str:
    clean = nfc(text).strip()
    return clean if case_sensitive else clean.casefold()
