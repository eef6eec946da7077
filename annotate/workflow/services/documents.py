"""Keep what samples are found and ordered by in step with what is said about them.

Written in the transactions that bring answers in or set them aside, by whoever holds the lock of
the sample: words for the search, figures for the order of lists.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate import kinds
from annotate.core import bulk, rows
from annotate.images.models import Image
from annotate.kinds.capabilities import NamesThings, WritesImageText
from annotate.projects.models import Project
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Sample, SampleDocument
from annotate.workflow.selectors.annotations import annotations_of_many, standing
from annotate.workflow.selectors.words import document_words

# Of what is kept to show where a word was found; the words of all of it are found.
MAX_TEXT = 4_000
AT_ONCE = 500
_FIGURES = ("answers", "similarity", "tokens", "seconds", "producer")
_DOCUMENT = ("project_id", "words", "text", "others")
Known = Mapping[int, Sequence[Annotation]]


@dataclass(frozen=True)
class _Said:
    """What stands about a sample: the present text, everything else, and how it came to be."""

    text: str
    others: list[str]
    all_texts: list[str]
    tokens: int | None


def add(project: Project, images: Iterable[tuple[int, str, str]]) -> None:
    """Write the documents of new samples: their ids with name and external id of the image."""
    bulk.insert_lines(
        SampleDocument,
        ("sample_id", "words"),
        [(pk, document_words(names)) for pk, *names in images],
        project_id=project.pk,
    )


def refresh(sample_ids: Collection[int]) -> None:
    """Write documents and figures anew from the answers, in the transaction that changed those."""
    ids = sorted(set(sample_ids))
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        samples = Sample.objects.filter(pk__in=some).select_related("image").order_by("pk")
        write(list(samples), annotations_of_many(some))


def rebuild(project: Project) -> int:
    """Write all documents of a project anew; return how many."""
    done = last = 0
    ids = Sample.objects.filter(project=project).order_by("pk").values_list("pk", flat=True)
    while some := list(ids.filter(pk__gt=last)[:AT_ONCE]):
        refresh(some)
        done, last = done + len(some), some[-1]
    return done


def write(samples: Sequence[Sample], known: Known) -> None:
    """Write documents and figures of samples with their images.

    Args:
        known: every annotation of each sample that is work, with its verdict, oldest first.
    """
    documents = []
    for sample in samples:
        given = known.get(sample.pk, ())
        said = _said(given)
        _set_figures(sample, given, said)
        documents.append(_document(sample, said))
    with rows.together():
        _keep_figures(samples)
        rows.put(SampleDocument, documents, key=("sample_id",), values=_DOCUMENT)


def _keep_figures(samples: Sequence[Sample]) -> None:
    if len(samples) != 1:
        Sample.objects.bulk_update(samples, _FIGURES)
        return
    [sample] = samples
    figures = {name: getattr(sample, name) for name in _FIGURES}
    rows.change(Sample, {"id": sample.pk}, figures)


def _document(sample: Sample, said: _Said) -> tuple[Any, ...]:
    image: Image = sample.image
    return (
        sample.pk,
        sample.project_id,
        document_words([image.name, image.external_id, *said.all_texts]),
        said.text[:MAX_TEXT],
        " · ".join(said.others)[:MAX_TEXT],
    )


def _set_figures(sample: Sample, given: Sequence[Annotation], said: _Said) -> None:
    people = [row for row in given if row.origin == Annotation.Origin.PERSON]
    counted = standing(people)
    alike = [row.decision.get("similarity") for row in counted]
    seeds = [row.producer for row in given if row.index == 0 and row.producer]
    sample.answers = len(counted)
    sample.similarity = next((each for each in reversed(alike) if each is not None), None)
    sample.tokens = said.tokens
    sample.seconds = sum(row.active_seconds for row in people)
    sample.producer = seeds[-1] if seeds else ""


def _said(known: Sequence[Annotation]) -> _Said:
    text, tokens = "", None
    others: list[str] = []
    every: list[str] = []
    for row in _present(known):
        kind = kinds.get(row.kind)
        answer = answers.typed(row)
        labels = kind.labels(answer) if isinstance(kind, NamesThings) else []
        texts = [*labels, *kind.texts(answer).values()]
        every += texts
        if isinstance(kind, WritesImageText):
            others += [text] if text else []
            text = kind.image_text(row.value)
            tokens = row.measures.get("self", {}).get("tokens")
        else:
            others += texts
    unlike = list(dict.fromkeys(each for each in others if each))
    return _Said(text, unlike, every, tokens)


def _present(known: Sequence[Annotation]) -> list[Annotation]:
    """The answers that nobody has gone on from, oldest first; where a stage has none its seed."""
    given = [row for row in standing(known) if row.index > 0]
    left = {(row.stage_key, row.parent_id) for row in given}
    last = [row for row in given if (row.stage_key, row.pk) not in left]
    answered = {row.stage_key for row in last}
    seeds = {row.stage_key: row for row in known if row.index == 0}
    unanswered = [row for key, row in seeds.items() if key not in answered]
    return [*sorted(unanswered, key=lambda row: row.pk), *last]
