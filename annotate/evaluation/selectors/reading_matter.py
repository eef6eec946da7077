"""What a second reader has not read yet: finished texts with their sentences, beside objects."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from annotate import kinds
from annotate.analysis.tokens import sentences
from annotate.evaluation.models import ReadText, SecondReading
from annotate.evaluation.selectors.sources import in_the_end, parse_texts, report_texts
from annotate.kinds.capabilities import MarksObjects
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

# As many as a statement of every database takes.
BATCH = 500


@dataclass(frozen=True)
class Matter:
    """One text as it is read: its sentences, and the final objects of its image."""

    annotation_id: int
    image_id: int | None
    key: str
    sentences: list[str]
    marked: list[dict[str, Any]]


def matter_of(reading: SecondReading) -> tuple[list[Matter], int]:
    """What is to be read, and how many texts of the source are left out.

    Left out is what the version has read or is to read by another run, what has no sentence, and
    what belongs to an image that is not finished.
    """
    project = reading.project
    texts = report_texts(project, parse_texts(reading.source, project))
    by_annotation = {text.annotation_id: text for text in texts if text.annotation_id is not None}
    samples = _finished(by_annotation)
    read = ReadText.objects.filter(version=reading.version).values_list("annotation", flat=True)
    for annotation_id in read.iterator():
        samples.pop(annotation_id, None)
    marked = dict(_marked(set(samples.values())))
    matter = [
        Matter(annotation_id, text.image_id, text.key, found, marked.get(sample_id, []))
        for annotation_id, sample_id in samples.items()
        if (found := sentences((text := by_annotation[annotation_id]).text))
    ]
    return matter, len(texts) - len(matter)


def _finished(annotation_ids: Collection[int]) -> dict[int, int]:
    """The samples of those answers whose samples are done, by answer."""
    found: dict[int, int] = {}
    for some in _batches(annotation_ids):
        rows = Annotation.objects.filter(pk__in=some, sample__state=Sample.State.DONE)
        found.update(rows.order_by("pk").values_list("pk", "sample_id"))
    return found


def _marked(sample_ids: Collection[int]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """The final objects of samples; of several answers of one sample the last one counts."""
    for some in _batches(sample_ids):
        rows = workflow.kept().filter(sample__in=some, kind__in=kinds.names(MarksObjects))
        ordered = in_the_end(rows).order_by("sample_id", "index", "id")
        for sample_id, kind, value in ordered.values_list("sample_id", "kind", "value"):
            objects = kinds.able(kinds.get(kind), MarksObjects).marked_objects(value)
            yield sample_id, [{"label": each["label"], "box": each["box"]} for each in objects]


def _batches(ids: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(ids)
    return (ordered[at : at + BATCH] for at in range(0, len(ordered), BATCH))
