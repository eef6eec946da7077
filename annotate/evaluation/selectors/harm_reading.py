"""What stages say of each image, read batch by batch: memory does not grow with a project."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from django.db.models import Q, QuerySet

from annotate import kinds
from annotate.analysis.tokens import words
from annotate.evaluation.models import FileText
from annotate.evaluation.selectors.harm_stages import Stage, answers_of, file_texts
from annotate.kinds.capabilities import BoxJson, MarksObjects, ReadsText, WritesImageText
from annotate.projects.models import Project
from annotate.workflow import hooks
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

BATCH = 200
_SAMPLE = ("pk", "image__external_id", "image__width", "image__height", "seeding_arm__seeded")


@dataclass(frozen=True, slots=True)
class Marked:
    """An object of a stage of labels."""

    label: str
    description: str
    box: BoxJson


@dataclass(frozen=True, slots=True)
class Line:
    """A text as a reader is shown it, of labels one for each object."""

    text: str
    annotation: int | None = None


@dataclass(slots=True)
class Said:
    """What one stage says of one image."""

    lines: list[Line] = field(default_factory=list)
    objects: list[Marked] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Place:
    """How far reading has come: the last sample, then the last row of a file without an image."""

    sample: int = 0
    key: str = ""
    row: int = 0
    in_rows: bool = False


@dataclass(frozen=True, slots=True)
class Staged:
    """One image with what each stage says of it; a stage that says nothing is not in ``said``."""

    place: Place
    unit: int
    key: str
    said: dict[str, Said]
    sample: int | None = None
    width: float = 0
    height: float = 0
    seeded: bool | None = None
    read: frozenset[str] | None = None  # the words in the image; None where nobody read it


def staged(
    project: Project, stages: Sequence[Stage], after: Place, *, whole: Stage
) -> Iterator[list[Staged]]:
    """Yield the images behind a place of which at least ``whole`` says something, in batches.

    Statements grow with the number of batches alone. Of a file that is ``whole``, texts of images
    that the project has not come last, by what the file calls them; no other stage knows them.
    """
    if not after.in_rows:
        while batch := _samples(project, after.sample):
            after = Place(batch[-1][0])
            yield [each for each in _batch(project, stages, batch) if whole.key in each.said]
    if whole.made_by == "file":
        yield from _without_sample(whole, after)


def number_of(project: Project, whole: Stage) -> int:
    """How many steps there are to read: samples, and rows of a file without one."""
    samples = Sample.objects.filter(project=project).exclude(state=Sample.State.WITHDRAWN).count()
    return samples + (_unmatched(whole).count() if whole.made_by == "file" else 0)


_Row = tuple[int, str, float, float, bool | None]


def _samples(project: Project, after: int) -> list[_Row]:
    rows = Sample.objects.filter(project=project, pk__gt=after)
    rows = rows.exclude(state=Sample.State.WITHDRAWN).order_by("pk")
    return list(rows.values_list(*_SAMPLE)[:BATCH])


def _batch(project: Project, stages: Sequence[Stage], batch: Sequence[_Row]) -> Iterator[Staged]:
    between = (batch[0][0], batch[-1][0])
    corrected = hooks.corrected_texts(project, between)
    said: dict[int, dict[str, Said]] = defaultdict(dict)
    for stage in stages:
        if stage.made_by == "file":
            _add_texts(stage, between, said)
            continue
        rows = answers_of(project, stage).filter(sample__pk__range=between).order_by("index", "pk")
        for row in rows.only("sample_id", "kind", "value", "index"):
            _add_answer(stage, row, corrected.get(row.pk, {}), said[row.sample_id])
    read = _read(project, between)
    for pk, key, width, height, seeded in batch:
        yield Staged(Place(pk), pk, key, said.get(pk, {}), pk, width, height, seeded, read.get(pk))


def _add_answer(
    stage: Stage, row: Annotation, texts: Mapping[str, str], said: dict[str, Said]
) -> None:
    """Add an answer to what is said of its sample; the last one counts, or all together."""
    new = Said()
    kind = kinds.get(row.kind)
    if isinstance(kind, MarksObjects):
        for place, item in enumerate(kind.marked_objects(row.value)):
            about = texts.get(kind.description_path(place)) or item["description"]
            new.objects.append(Marked(item["label"], about, item["box"]))
            line = f"{item['label']}: {about}" if about else item["label"]
            new.lines.append(Line(line, row.pk))
    elif isinstance(kind, WritesImageText) and kind.says_something(row.value):
        text = texts.get(kind.text_path) or kind.image_text(row.value)
        if text:
            new.lines.append(Line(text, row.pk))
    if not new.lines:
        return
    if stage.is_union and stage.key in said:
        said[stage.key].lines += new.lines
        said[stage.key].objects += new.objects
    else:
        said[stage.key] = new


def _add_texts(stage: Stage, between: tuple[int, int], said: dict[int, dict[str, Said]]) -> None:
    rows = file_texts(stage).filter(image__sample__pk__range=between).order_by("position")
    for sample_id, text in rows.values_list("image__sample", "text"):
        said[sample_id].setdefault(stage.key, Said()).lines.append(Line(text))


def _read(project: Project, between: tuple[int, int]) -> dict[int, frozenset[str]]:
    """The words that people or models read in images, in lower case."""
    rows = workflow.kept().filter(
        project=project, sample__pk__range=between, kind__in=kinds.names(ReadsText)
    )
    read: dict[int, set[str]] = defaultdict(set)
    for sample_id, name, value in rows.values_list("sample_id", "kind", "value"):
        tokens = kinds.able(kinds.get(name), ReadsText).read_tokens(value)
        read[sample_id].update(word for token in tokens for word in words(token["text"]))
    return {sample_id: frozenset(found) for sample_id, found in read.items()}


def _unmatched(stage: Stage) -> QuerySet[FileText]:
    return FileText.objects.filter(file=stage.file, image__sample__isnull=True)


def _without_sample(stage: Stage, after: Place) -> Iterator[list[Staged]]:
    """Texts of images that the project has not: those of one name together, nameless ones apart."""
    rows = _unmatched(stage).order_by("key", "pk")
    if after.in_rows:
        rows = rows.filter(Q(key__gt=after.key) | Q(key=after.key, pk__gt=after.row))
    found = rows.values_list("key", "pk", "text").iterator(BATCH)
    groups = groupby(found, key=lambda row: (row[0], 0 if row[0] else row[1]))
    each = (list(group) for _, group in groups)
    while batch := list(islice(each, BATCH)):
        yield [
            Staged(
                Place(0, key, group[-1][1], in_rows=True),
                -group[0][1],
                key,
                {stage.key: Said([Line(text) for _, _, text in group])},
            )
            for group in batch
            for key in (group[0][0],)
        ]
