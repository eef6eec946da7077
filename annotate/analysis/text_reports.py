"""Several sources of texts measured side by side: what they are like and how they score.

Each measure takes the texts of one source and returns :class:`Measured`: figures of the whole, why
those that do not exist do not, how figures of single texts are spread, and those figures. The
figures are those of the commands of the same names.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from annotate.analysis.captions import (
    METRICS,
    Scores,
    document_frequency,
    evaluate,
    evaluate_people,
    mean_of_runs,
)
from annotate.analysis.describing import Described, Description, describe, english
from annotate.analysis.intervals import Interval
from annotate.analysis.readability import NO_SENTENCE, Counts, readability
from annotate.analysis.specificity import rarity, specificity
from annotate.analysis.undefined import Undefined, defined
from annotate.analysis.word_classes import CLASSES, word_tagger
from annotate.analysis.wordnet import wordnet
from annotate.messages import Message

_SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True, slots=True)
class Spread:
    """Number, mean and quantiles of values; all but ``n`` are None where there is no value."""

    n: int
    mean: float | None = None
    q10: float | None = None
    q25: float | None = None
    median: float | None = None
    q75: float | None = None
    q90: float | None = None


def spread(values: Iterable[float | None]) -> Spread:
    """Return how values are spread; None is no value.

    Quantiles are linear between the two nearest values (Hyndman & Fan 1996, type 7).

    Example: a quarter of the way from 1 to 3 lies 1.5, half of it 2.

    >>> quarters = spread([3.0, None, 1.0])
    >>> quarters.n, quarters.mean, quarters.q25, quarters.median, quarters.q90
    (2, 2.0, 1.5, 2.0, 2.8)
    >>> spread([])
    Spread(n=0, mean=None, q10=None, q25=None, median=None, q75=None, q90=None)
    """
    there = np.asarray([value for value in values if value is not None], dtype=np.float64)
    if not there.size:
        return Spread(0)
    return Spread(there.size, float(there.mean()), *map(float, np.quantile(there, _SHARES)))


NO_TEXT = Undefined(Message("no_text_at_all"))

Column = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Text:
    """One text. Texts of one ``image`` belong together; "" is an image that nobody else names."""

    image: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Figures of one source by name; each of them is a number, or has its reason.

    ``columns`` are the figures of single texts (of images for specificity) in order, and
    ``spreads`` how they are spread; ``parts`` are further counts of single texts that figures are
    made of. ``tagger`` is what told of which class words are, where figures rest on that, and
    ``model`` names the model of vectors that figures are made with. ``intervals`` are of figures
    whose intervals are not those of :mod:`annotate.analysis.source_intervals`. ``tables`` are
    further ones with a row for each part, such as a concept or a class of words.
    """

    figures: Mapping[str, float | int | None]
    undefined: Mapping[str, Undefined] = field(default_factory=dict)
    columns: Mapping[str, Column] = field(default_factory=dict)
    parts: Mapping[str, Column] = field(default_factory=dict)
    tagger: str = ""
    model: str = ""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, "Measured"]] = field(default_factory=dict)

    def spreads(self) -> dict[str, Spread]:
        return {name: spread(column) for name, column in self.columns.items()}


def measured(
    figures: Mapping[str, float | int | Undefined],
    columns: Mapping[str, Column] | None = None,
    parts: Mapping[str, Column] | None = None,
) -> Measured:
    """Return figures as numbers, with the reason of each that does not exist.

    >>> measures = measured({"n": 1, "mean": NO_TEXT})
    >>> measures.figures, measures.undefined["mean"].reason
    ({'n': 1, 'mean': None}, 'There is no text.')
    """
    return Measured(
        figures={
            name: None if isinstance(value, Undefined) else value for name, value in figures.items()
        },
        undefined={name: value for name, value in figures.items() if isinstance(value, Undefined)},
        columns=columns or {},
        parts=parts or {},
    )


def without(names: Iterable[str], why: Undefined) -> Measured:
    return measured(dict.fromkeys(names, why))


def by_image(texts: Iterable[Text]) -> dict[str, list[str]]:
    """Return the texts of every image that has a name, in their order.

    >>> by_image([Text("a", "one"), Text("", "two"), Text("a", "three")])
    {'a': ['one', 'three']}
    """
    texts_of: dict[str, list[str]] = {}
    for text in texts:
        if text.image:
            texts_of.setdefault(text.image, []).append(text.text)
    return texts_of


SCORED = ("items", "images", "left_out", "references_per_item")
_NONE_SHARED = Undefined(Message("no_image_in_references"))
_NO_TWO = Undefined(Message("no_image_of_two_texts"))


def scores(
    texts: Sequence[Text],
    references: Mapping[str, Sequence[str]],
    *,
    images: Collection[str] | None = None,
    leave_out: Mapping[str, Undefined] | None = None,
) -> Measured:
    """Return the scores of the command ``captions``: each text against all references of its image.

    Args:
        references: texts by image; texts of other images are left out and counted.
        images: count no others, so that sources are compared on the same images.
        leave_out: metrics that are not to be computed, and why.
    """
    skipped = leave_out or {}
    wanted = set(references) if images is None else set(references) & set(images)
    places = [place for place, text in enumerate(texts) if text.image in wanted]
    if not places:
        return no_scores(_NONE_SHARED)
    candidates = [texts[place].text for place in places]
    against = [references[texts[place].image] for place in places]
    images_scored = dict.fromkeys(texts[place].image for place in places)
    # An image is one document for CIDEr-D, however many of its texts are scored.
    frequency = document_frequency(references[image] for image in images_scored)
    by_metric = evaluate(candidates, against, frequency=frequency, without=list(skipped))
    return measured(
        {
            "items": len(places),
            "images": len(images_scored),
            "left_out": len(texts) - len(places),
            "references_per_item": sum(map(len, against)) / len(places),
            **{name: _mean(by_metric.get(name, skipped.get(name))) for name in METRICS},
        },
        {
            name: _placed(scores.per_item, places, len(texts))
            for name, scores in by_metric.items()
            if isinstance(scores, Scores)
        },
    )


def no_scores(why: Undefined) -> Measured:
    return without([*SCORED, *METRICS], why)


def _mean(scores: Scores | Undefined | None) -> float | Undefined:
    if scores is None:
        return Undefined(Message("metric_not_asked"))
    return scores.mean if isinstance(scores, Scores) else scores


def _placed(values: Sequence[float], places: Sequence[int], number: int) -> list[float | None]:
    column: list[float | None] = [None] * number
    for place, value in zip(places, values, strict=True):
        column[place] = value
    return column


def people(texts: Sequence[Text], *, leave_out: Mapping[str, Undefined] | None = None) -> Measured:
    """Return how the texts of an image score against one another, one left out at a time.

    As ``captions --human`` (TextCaps §4.1), which asks for images with the same number of texts:
    those count that have as many as most images with two or more (of two such numbers the larger).
    """
    skipped = leave_out or {}
    whole = by_image(texts)
    usual = Counter(len(own) for own in whole.values() if len(own) > 1)
    if not usual:
        return without(["images", "left_out", "texts_per_image", *METRICS], _NO_TWO)
    number = max(usual, key=lambda size: (usual[size], size))
    captions = [own for own in whole.values() if len(own) == number]
    runs = evaluate_people(captions, without=list(skipped))
    return measured(
        {
            "images": len(captions),
            "left_out": len(whole) - len(captions),
            "texts_per_image": number,
            **{
                name: skipped[name]
                if name in skipped
                else mean_of_runs([run[name] for run in runs])
                for name in METRICS
            },
        }
    )


CONSISTENCY = ("specificity", "images", "alone")
_NONE_TO_COMPARE = Undefined(Message("specificity_without_two_texts"))
_NO_MEANING = Undefined(Message("texts_without_meaning"))


def consistency(texts: Sequence[Text]) -> Measured:
    """Return the mean over images of the command ``specificity``, and that of each image.

    ``columns`` follow the images in the order of :func:`by_image`. Images with a single text have
    no figure (``alone``), yet count for how rare words are.
    """
    whole = by_image(texts)
    several = sum(1 for own in whole.values() if len(own) > 1)
    words = wordnet() if several else _NONE_TO_COMPARE
    if isinstance(words, Undefined):
        return without(CONSISTENCY, words)
    known = rarity([*whole.values(), *([text.text] for text in texts if not text.image)])
    values = [defined(specificity(own, known, words).score) for own in whole.values()]
    there = [score for score in values if score is not None]
    return measured(
        {
            "specificity": sum(there) / len(there) if there else _NO_MEANING,
            "images": len(there),
            "alone": len(whole) - several,
        },
        {"specificity": values},
    )


MEANS = ("tokens", "sentences", "tokens_per_sentence", *CLASSES)
UNIQUE = tuple(f"unique_{name}" for name in ("words", *CLASSES))
FORMULAS = ("ari", "flesch_kincaid_038", "fog_of_common_words", "smog")
COUNTS = tuple(field.name for field in fields(Counts))


def description(texts: Sequence[Text]) -> Measured:
    """Return the means per text of the command ``describe``, and how many words differ."""
    if not texts:
        return without([*MEANS, *UNIQUE], NO_TEXT)
    tagger = word_tagger()
    described = describe((text.text for text in texts), english(), tagger)
    number, classes = len(texts), described.classes
    no_class = tagger if isinstance(tagger, Undefined) else None
    found = measured(
        {
            "tokens": described.tokens / number,
            "sentences": described.sentences / number,
            "tokens_per_sentence": described.tokens / described.sentences
            if described.sentences
            else NO_SENTENCE,
            **{
                name: getattr(classes, name) / number if no_class is None else no_class
                for name in CLASSES
            },
            **_unique(described, no_class),
        },
        _columns(described.texts),
    )
    return found if isinstance(tagger, Undefined) else replace(found, tagger=tagger.name)


def _unique(described: Description, no_class: Undefined | None) -> dict[str, int | Undefined]:
    return {
        f"unique_{name}": len(words) if no_class is None or name == "words" else no_class
        for name, words in described.unique.items()
    }


def _columns(texts: Sequence[Described]) -> dict[str, Column]:
    return {
        "tokens": [text.tokens for text in texts],
        "sentences": [text.sentences for text in texts],
        "tokens_per_sentence": [
            text.tokens / text.sentences if text.sentences else None for text in texts
        ],
        "unique_words": [text.words for text in texts],
        **{
            name: [None if text.classes is None else getattr(text.classes, name) for text in texts]
            for name in CLASSES
        },
    }


def reading(texts: Sequence[Text]) -> Measured:
    """Return the school years of the command ``readability``, of all texts together and of each."""
    if not texts:
        return without([*FORMULAS, *COUNTS], NO_TEXT)
    plain = [text.text for text in texts]
    # Each text is cut by itself: else one that ends without a full stop runs into the next.
    ends = [sentences for _, sentences in english().documents(plain)]
    each = [_counted(text, sentences) for text, sentences in zip(plain, ends, strict=True)]
    counts = Counts(**{name: sum(getattr(one, name) for one in each) for name in COUNTS})
    whole, singly = readability(counts), list(map(readability, each))
    return measured(
        {
            **{name: getattr(whole, name) for name in FORMULAS},
            **{name: getattr(counts, name) for name in COUNTS},
        },
        {name: [defined(getattr(text, name)) for text in singly] for name in FORMULAS},
        {name: [getattr(one, name) for one in each] for name in COUNTS},
    )


def _counted(text: str, sentences: int) -> Counts:
    counts = Counts(sentences=sentences)
    counts.add([text])
    return counts
