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
COUNTED = tuple(each.name for each in fields(Counts))


def description(texts: Sequence[Text]) -> Measured:
    """Return the means per text of the command ``describe``, and how many words differ."""
    pipeline = english() if texts else NO_TEXT
    if isinstance(pipeline, Undefined):
        return without([*MEANS, *UNIQUE], pipeline)
    found = describe((each.text for each in texts), pipeline)
    number, classes = len(texts), found.classes
    return measured(
        {
            "tokens": found.tokens / number,
            "sentences": found.sentences / number,
            "tokens_per_sentence": found.tokens / found.sentences
            if found.sentences
            else NO_SENTENCE,
            **{
                name: NO_TAGGER if classes is None else getattr(classes, name) / number
                for name in CLASSES
            },
            **_unique(found),
        },
        _columns(found.texts),
    )


def _unique(found: Description) -> dict[str, int | Undefined]:
    missing = found.classes is None
    return {
        f"unique_{name}": NO_TAGGER if missing and name in CLASSES else len(words)
        for name, words in found.unique.items()
    }


def _columns(texts: Sequence[Described]) -> dict[str, Column]:
    return {
        "tokens": [each.tokens for each in texts],
        "sentences": [each.sentences for each in texts],
        "tokens_per_sentence": [
            each.tokens / each.sentences if each.sentences else None for each in texts
        ],
        "unique_words": [each.words for each in texts],
        **{
            name: [None if each.classes is None else getattr(each.classes, name) for each in texts]
            for name in CLASSES
        },
    }


def reading(texts: Sequence[Text]) -> Measured:
    """Return the school years of the command ``readability``, of all texts as one and of each."""
    pipeline = english() if texts else NO_TEXT
    if isinstance(pipeline, Undefined):
        return without([*FORMULAS, *COUNTED], pipeline)
    plain = [each.text for each in texts]
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
        {name: [defined(getattr(each, name)) for each in singly] for name in FORMULAS},
    )


def _alone(text: str, sentences: int) -> Readability:
    """Return the readability of one text; undefined below 100 words, as that of a corpus is."""
    counts = Counts(sentences=sentences)
    counts.add([text])
    return readability(counts)
