"""Read a project's samples with everything that was said about them, in batches.

Each batch costs two queries, however many samples and annotations it has, and is forgotten before
the next one is read. What is added while an export runs is left out: the highest ids are noted at
its start.
"""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, QuerySet, TextField
from django.db.models.functions import Cast

from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample

BATCH = 500


class Round(NamedTuple):
    """One annotation. Fields that end in `_json` are undecoded JSON: few formats need them all."""

    sample_id: int
    id: int
    stage_key: str
    number: int
    kind: str
    origin: str
    author_id: int | None
    producer: str
    parent_id: int | None
    from_scratch: bool
    scratch_reason: str
    active_seconds: float
    created_at: datetime
    value_json: str
    measures_json: str
    decision_json: str
    provenance_json: str | None


# A tuple has a method called index.
_COLUMNS = tuple("index" if name == "number" else name for name in Round._fields)


class Picture(NamedTuple):
    """The image of a sample."""

    sample_id: int
    state: str
    id: int
    external_id: str
    name: str
    sha256: str
    format: str
    width: int
    height: int
    split: str
    metadata_json: str


@dataclass(frozen=True, slots=True)
class Exported:
    """A sample and its annotations, in order of stage, round and time."""

    picture: Picture
    rounds: list[Round]

    def final(self, kind: str) -> Round | None:
        """Return the last annotation by a person in the last stage of this kind."""
        for each in reversed(self.rounds):
            if each.kind == kind and each.origin == Annotation.Origin.PERSON:
                return each
        return None


@dataclass(frozen=True)
class Scope:
    """What belongs to one export: the samples and annotations there were when it began."""

    project: Project
    only_done: bool
    last_sample: int
    last_annotation: int

    @classmethod
    def of(cls, project: Project, *, only_done: bool) -> "Scope":
        """Note where the project stands now."""
        samples = Sample.objects.filter(project=project).aggregate(last=Max("id"))
        # Of all projects: the newest id is one look at the primary key.
        annotations = Annotation.objects.aggregate(last=Max("id"))
        return cls(project, only_done, samples["last"] or 0, annotations["last"] or 0)

    def samples(self) -> QuerySet[Sample]:
        """Return the samples to export. Withdrawn ones are never given away."""
        found = Sample.objects.filter(project=self.project, id__lte=self.last_sample)
        if self.only_done:
            return found.filter(state=Sample.State.DONE)
        return found.exclude(state=Sample.State.WITHDRAWN)


def batches(scope: Scope, *, size: int = BATCH) -> Iterator[list[Exported]]:
    """Yield all samples of an export in order of their ids, `size` at a time."""
    stages = {stage.key: place for place, stage in enumerate(scope.project.recipe.stages)}

    def place(each: Round) -> tuple[int, int, int]:
        return stages.get(each.stage_key, len(stages)), each.number, each.id

    after = 0
    while pictures := _pictures(scope, after, size):
        after = pictures[-1].sample_id
        rounds = _rounds(scope, pictures[0].sample_id, after)
        yield [
            Exported(picture, sorted(rounds.get(picture.sample_id, ()), key=place))
            for picture in pictures
        ]


def _pictures(scope: Scope, after: int, size: int) -> list[Picture]:
    rows = (
        scope.samples()
        .filter(id__gt=after)
        .order_by("id")
        .annotate(metadata_json=_text("image__metadata"))
        .values_list(
            "id",
            "state",
            "image_id",
            "image__external_id",
            "image__name",
            "image__sha256",
            "image__format",
            "image__width",
            "image__height",
            "image__split",
            "metadata_json",
        )
    )
    return [Picture(*row) for row in rows[:size]]


def _rounds(scope: Scope, first: int, last: int) -> dict[int, list[Round]]:
    """Return the annotations of the samples from `first` to `last` by sample."""
    rows = (
        Annotation.objects.filter(
            sample_id__gte=first,
            sample_id__lte=last,
            project=scope.project,
            id__lte=scope.last_annotation,
        )
        .order_by()
        .annotate(
            value_json=_text("value"),
            measures_json=_text("measures"),
            decision_json=_text("decision"),
            provenance_json=_text("record__provenance"),
        )
        .values_list(*_COLUMNS)
    )
    found: defaultdict[int, list[Round]] = defaultdict(list)
    for row in rows.iterator(chunk_size=2000):
        each = Round._make(row)
        found[each.sample_id].append(each)
    return found


def _text(field: str) -> Any:
    """Ask for JSON as text: decoding is left to a faster decoder, and to when it is needed."""
    return Cast(field, TextField())


class Pseudonyms:
    """Names that stand for annotators: the same in every export of a project, in no other."""

    def __init__(self, project: Project) -> None:
        # The seed never leaves the server; without it nobody can try out account numbers.
        self._key = f"annotate.exchange.pseudonym/{project.pk}/{project.seed}".encode()
        self._known: dict[int, str] = {}

    def of(self, user_id: int) -> str:
        """Return the pseudonym of an account.

        It looks like `a-5f3c9e1b07`: 40 bits, so that two of 10,000 people share one with a
        probability of 0.005 %.
        """
        known = self._known.get(user_id)
        if known is None:
            digest = hmac.new(self._key, str(user_id).encode(), hashlib.sha256).hexdigest()
            known = self._known[user_id] = f"a-{digest[:10]}"
        return known
