"""What single texts are like: length, words and readability."""

from collections.abc import Sequence
from dataclasses import fields

from annotate.analysis.describing import CLASSES, Described, Description, describe
from annotate.analysis.english import NO_TAGGER, english
from annotate.analysis.readability import NO_SENTENCE, Counts, Readability, readability
from annotate.analysis.text_reports.model import NO_TEXT, Column, Measured, Text, measured, without
from annotate.analysis.undefined import Undefined, defined

MEANS = ("tokens", "sentences", "tokens_per_sentence", *CLASSES)
UNIQUE = tuple(f"unique_{name}" for name in ("words", *CLASSES))
FORMULAS = ("ari", "flesch_kincaid", "gunning_fog", "smog")
COUNTED = tuple(field.name for field in fields(Counts))


def description(texts: Sequence[Text]) -> Measured:
    """Return the means per text of the command ``describe``, and how many words differ."""
    pipeline = english() if texts else NO_TEXT
    if isinstance(pipeline, Undefined):
        return without([*MEANS, *UNIQUE], pipeline)
    described = describe((text.text for text in texts), pipeline)
    number, classes = len(texts), described.classes
    return measured(
        {
            "tokens": described.tokens / number,
            "sentences": described.sentences / number,
            "tokens_per_sentence": described.tokens / described.sentences
            if described.sentences
            else NO_SENTENCE,
            **{
                name: NO_TAGGER if classes is None else getattr(classes, name) / number
                for name in CLASSES
            },
            **_unique(described),
        },
        _columns(described.texts),
    )


def _unique(described: Description) -> dict[str, int | Undefined]:
    missing = described.classes is None
    return {
        f"unique_{name}": NO_TAGGER if missing and name in CLASSES else len(words)
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
    """Return the school years of the command ``readability``, of all texts as one and of each."""
    pipeline = english() if texts else NO_TEXT
    if isinstance(pipeline, Undefined):
        return without([*FORMULAS, *COUNTED], pipeline)
    plain = [text.text for text in texts]
    counts = Counts(sentences=pipeline.sentences(plain))
    counts.add(plain)
    whole = readability(counts)
    ends = (sentences for _, sentences in pipeline.documents(plain))
    singly = [_alone(text, sentences) for text, sentences in zip(plain, ends, strict=True)]
    return measured(
        {
            **{name: getattr(whole, name) for name in FORMULAS},
            **{name: getattr(counts, name) for name in COUNTED},
        },
        {name: [defined(getattr(text, name)) for text in singly] for name in FORMULAS},
    )


def _alone(text: str, sentences: int) -> Readability:
    """Return the readability of one text; undefined below 100 words, as that of a corpus is."""
    counts = Counts(sentences=sentences)
    counts.add([text])
    return readability(counts)
