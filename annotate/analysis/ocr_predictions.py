"""How a captioning model uses the text in images, beside people who described the same ones.

The figures are those of TextCaps, Table A.3: the precision is the "average ratio of OCR tokens
predicted by the model which match OCR tokens used by annotators from total number of OCR predicted
in each sentence". What it leaves open is fixed here:

* A model may know which words it copied; a text does not say. OCR tokens of predictions and of
  captions are those that :func:`annotate.analysis.ocr.use_of` takes, with the same tokens.
* A token that a sentence has twice counts twice; it matches where any caption of the image by an
  annotator uses it.
* A sentence without an OCR token has no ratio and is left out: ``with_token`` says how many have
  one. Where no annotator uses a token of the image, the ratio is 0.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from annotate.analysis.caption_files import Caption
from annotate.analysis.intervals import Interval
from annotate.analysis.ocr import NO_CAPTIONS, NONE_USED, SEED, ByImage, Use, use_of
from annotate.analysis.ratio_intervals import ratio_intervals
from annotate.analysis.undefined import Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions:
    """What predicted sentences have of the text in their images (TC Table A.3).

    ``vocabulary`` counts different words of all sentences, ``vocabulary_ocr`` those that stand in
    a token somewhere and ``vocabulary_other`` those that stand outside of one; a word may do both.
    ``ocr_precision`` is in [0, 1], a mean over the ``with_token`` sentences; its interval is over
    the images that have one.
    """

    sentences: int
    sentences_left_out: int
    with_token: int
    without_token: int
    ocr_precision: float | Undefined
    vocabulary: int
    vocabulary_ocr: int
    vocabulary_other: int
    intervals: Mapping[str, Interval]


def predictions_of(
    predictions: Iterable[Caption],
    captions: Iterable[Caption],
    ocr: ByImage,
    *,
    ignored: Collection[str] = (),
) -> Predictions:
    """Return how predicted sentences use OCR tokens, beside ``captions`` by annotators.

    Sentences about images without an OCR record, or without a caption by an annotator, are counted
    apart and left out.

    Worked example: the first sentence has three OCR tokens, two of which the annotator used; the
    second has one, and it is right; the third has none and is left out: (2/3 + 1) / 2.

    >>> from annotate.analysis.caption_files import OcrToken
    >>> ocr = {1: [OcrToken(each) for each in ("STOP", "ALL", "WAY")], 2: [OcrToken("EXIT")]}
    >>> people = [Caption(1, "A stop sign for all."), Caption(2, "The way to the exit.")]
    >>> model = [Caption(1, "stop all way"), Caption(2, "an exit sign"), Caption(2, "a green door")]
    >>> found = predictions_of(model, people, ocr)
    >>> round(found.ocr_precision, 4), found.with_token, found.without_token
    (0.8333, 2, 1)
    >>> found.vocabulary, found.vocabulary_ocr, found.vocabulary_other
    (9, 4, 5)
    """
    by_people: dict[int | str, set[tuple[str, ...]]] = defaultdict(set)
    read = {image: [token.text for token in tokens] for image, tokens in ocr.items()}
    for caption in captions:
        if caption.image in read:
            use = use_of(caption.text, read[caption.image], ignored=ignored)
            by_people[caption.image].update(use.tokens)
    uses: dict[int | str, list[Use]] = defaultdict(list)
    left_out = 0
    for sentence in predictions:
        if sentence.image in by_people:
            own = use_of(sentence.text, read[sentence.image], ignored=ignored)
            uses[sentence.image].append(own)
        else:
            left_out += 1
    sums = [_sums(of_image, by_people[image]) for image, of_image in uses.items()]
    rows = [row for row in sums if row["with_token"]]
    every = [use for of_image in uses.values() for use in of_image]
    with_token = sum(bool(use.tokens) for use in every)
    copied = {word for use in every for token in use.tokens for word in token}
    others = {word for use in every for word in use.others}
    return Predictions(
        sentences=len(every),
        sentences_left_out=left_out,
        with_token=with_token,
        without_token=len(every) - with_token,
        ocr_precision=_precision(rows, len(every), with_token),
        vocabulary=len(copied | others),
        vocabulary_ocr=len(copied),
        vocabulary_other=len(others),
        intervals=ratio_intervals(rows, {"ocr_precision": ("ratios", "with_token")}, seed=SEED),
    )


def _sums(uses: Iterable[Use], by_people: Collection[tuple[str, ...]]) -> dict[str, float]:
    """The ratios of the sentences about one image, and how many have one."""
    ratios = [
        sum(token in by_people for token in use.tokens) / len(use.tokens)
        for use in uses
        if use.tokens
    ]
    return {"ratios": sum(ratios), "with_token": len(ratios)}


def _precision(
    rows: Iterable[Mapping[str, float]], sentences: int, with_token: int
) -> float | Undefined:
    if not sentences:
        return NO_CAPTIONS
    return sum(row["ratios"] for row in rows) / with_token if with_token else NONE_USED
