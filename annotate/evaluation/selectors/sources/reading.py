"""The texts of a source."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from annotate import kinds
from annotate.analysis.tokens import sentence_spans
from annotate.evaluation.models import FileText
from annotate.evaluation.selectors.sources.naming import Source
from annotate.images.intake import Facts
from annotate.kinds.capabilities import WritesImageText
from annotate.projects.models import Project
from annotate.workflow import hooks
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

BATCH = 1000


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text or image: `key` is the external id of the image it is about, or what the file
    calls that; `chunk` how many sentences an image was made from, None of all.
    """

    image_id: int | None
    key: str
    text: str
    annotation_id: int | None = None
    author_id: int | None = None
    chunk: int | None = None
    picture: Facts | None = None

    def up_to(self, sentences: int) -> "list[SourceText]":
        """The first sentence, the first two and so on, as far as there are so many."""
        ends = [end for _, end in sentence_spans(self.text)]
        return [
            replace(self, text=self.text[:end], chunk=chunk)
            for chunk, end in enumerate(ends[:sentences], start=1)
        ]


def texts_of(project: Project, source: Source) -> list[SourceText]:
    """Return the texts of a source, in order of the samples, or of the file.

    An image has one text, but in a file as many as there are.
    """
    if source.type == "file":
        return list(_of_file(source))
    return list(_of_answers(project, _answers(project, source)))


def _of_file(source: Source) -> Iterator[SourceText]:
    rows = FileText.objects.filter(file=source.file).order_by("position")
    for row in rows.iterator(BATCH):
        yield SourceText(row.image_id, row.key, row.text, chunk=row.chunk, picture=row.facts)


def standing(project: Project, stage_key: str) -> QuerySet[Annotation]:
    """Return all texts that were written in a stage and may be counted on, seeds with them."""
    found = workflow.kept().filter(_own_words(), project=project, stage_key=stage_key)
    return found.exclude(sample__state=Sample.State.WITHDRAWN)


def _own_words() -> Q:
    """Texts about an image, without those that are nobody's own words."""
    wanted = Q(pk__in=[])
    for name in kinds.names(WritesImageText):
        said = kinds.able(kinds.get(name), WritesImageText).own_words
        wanted |= Q(kind=name, **{f"value__{field}": value for field, value in said.items()})
    return wanted


def in_rounds(answers: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """Return those of any round: by people here, or brought in from elsewhere."""
    return answers.filter(index__gte=1).exclude(origin=Annotation.Origin.MODEL)


def in_the_end(answers: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """Return those that may be the final text of their sample: by people, and it is done."""
    return answers.filter(origin=Annotation.Origin.PERSON, sample__state=Sample.State.DONE)


def of_seeds(answers: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """Return those that nobody wrote here: by models, or brought in as seeds."""
    return answers.filter(index=0)


def _answers(project: Project, source: Source) -> QuerySet[Annotation]:
    """Return the answers of a source, by sample: of several of one sample the last one counts."""
    found = standing(project, source.stage)
    match source.type:
        case "round":
            # Where somebody's here and one from elsewhere have the same number, the one from here
            # counts: "person" comes last in the alphabet.
            found = in_rounds(found).filter(index=source.index)
            return found.order_by("sample_id", "origin", "id")
        case "final":
            return in_the_end(found).order_by("sample_id", "index", "id")
    found = of_seeds(found)
    if source.version is not None:
        found = found.filter(record__version=source.version)
    return found.order_by("sample_id", "id")


class _Row(NamedTuple):
    sample_id: int
    image_id: int
    key: str
    id: int
    author_id: int | None
    kind: str
    value: dict[str, Any]


def _of_answers(project: Project, answers: QuerySet[Annotation]) -> Iterator[SourceText]:
    columns = ("sample__image_id", "sample__image__external_id", "id", "author_id", "kind", "value")
    rows = map(_Row._make, answers.values_list("sample_id", *columns).iterator(BATCH))
    last_of_each = (list(of_one)[-1] for _, of_one in groupby(rows, key=lambda row: row.sample_id))
    while batch := list(islice(last_of_each, BATCH)):
        corrected = hooks.corrected_texts(project, (batch[0].sample_id, batch[-1].sample_id))
        for row in batch:
            kind = kinds.able(kinds.get(row.kind), WritesImageText)
            text = corrected.get(row.id, {}).get(kind.text_path) or kind.image_text(row.value)
            if text:
                yield SourceText(row.image_id, row.key, text, row.id, row.author_id)
