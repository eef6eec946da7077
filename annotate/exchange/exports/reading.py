"""Read a project's samples with everything that was said about them, in batches.

Each batch costs one query, one more where spelling was corrected and one where work was rejected,
however many samples and annotations it has, and is forgotten before the next one is read. Which
samples there are and their images are asked for several batches together, by two queries.
What is added while an export runs is left out: the highest ids are noted at its start.

Only whole samples are exported, and only work: answers given for gold, practice and tests measure
people, not images. What is unfinished, what a lead rejected and what the votes dropped is left out
unless it is asked for.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import F, Max, Q, QuerySet, TextField
from django.db.models.functions import Cast

from annotate import kinds
from annotate.exchange.exports import left_out
from annotate.projects.models import Project
from annotate.quality.selectors import spelling
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.selectors import resting
from annotate.workflow.selectors.annotations import set_aside
from annotate.workflow.selectors.whole import is_whole

BATCH = 500
# Images are a tenth of what is read, and to ask for them takes longer than to read them.
_BATCHES_OF_PICTURES = 4


class Round(NamedTuple):
    """One annotation, as plain as databases give it.

    Fields that end in `_json` are undecoded JSON: few formats need them all, and a faster decoder
    reads them. `created_at` is a text in UTC whose first 19 characters are date and time to the
    second. Conversions that the ORM would do for each of a million rows are asked of the database.
    """

    sample_id: int
    id: int
    stage_key: str
    number: int
    kind: str
    origin: str
    author_id: int | None
    producer: str
    parent_id: int | None
    about_id: int | None
    scratch_reason: str
    active_seconds: float
    from_scratch: str
    created_at: str
    value_json: str
    measures_json: str
    decision_json: str
    provenance_json: str | None
    verdict: str | None
    superseded_by: int | None
    kept: bool | None

    @property
    def moment(self) -> str:
        """When it was given, as in `2026-03-02T09:00:00Z`."""
        return f"{self.created_at[:10]}T{self.created_at[11:19]}Z"

    @property
    def is_from_scratch(self) -> bool:
        """Whether what it could have begun with was left; each database writes truth its way."""
        return self.from_scratch in ("true", "1")

    @property
    def stopped_early(self) -> bool:
        """Whether no further round was opened because it changed little."""
        return '"similar_enough"' in self.decision_json

    @property
    def is_left_out(self) -> bool:
        """Whether it is exported only when asked for: set aside by a lead, or dropped by votes."""
        is_rejected = self.verdict == Assignment.Verdict.REJECTED
        return is_rejected or self.superseded_by is not None or self.kept is False


CapabilityT = TypeVar("CapabilityT")
Able_co = TypeVar("Able_co", covariant=True)


class Answer(NamedTuple, Generic[Able_co]):
    """An annotation, and its kind as one that can do what a format needs."""

    round: Round
    kind: Able_co


def kind_able(name: str, capability: type[CapabilityT]) -> CapabilityT | None:
    """The kind of that name, if it can do something."""
    kind = kinds.get(name)
    return kind if isinstance(kind, capability) else None


# What the table calls differently, or gives in another form.
_COMPUTED = {
    # As a text, which needs no conversion of a million rows; see `Round.is_from_scratch`.
    "from_scratch": Cast("from_scratch", TextField()),
    "created_at": Cast("created_at", TextField()),
    "value_json": Cast("value", TextField()),
    "measures_json": Cast("measures", TextField()),
    "decision_json": Cast("decision", TextField()),
    "provenance_json": Cast("record__provenance", TextField()),
    "verdict": F("assignment__verdict"),
    "superseded_by": F("assignment__superseded_by"),
    "kept": F("outcome__kept"),
}


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
    # The texts as corrected, by annotation and path; what is not there was not corrected.
    corrected: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    # The annotations that go on to count though they rest on rejected work.
    resting: Collection[int] = frozenset()

    def rests(self, *answers: "Answer[Any] | None") -> bool:
        """Whether one of these was made of an answer that a lead has rejected since."""
        return any(answer is not None and answer.round.id in self.resting for answer in answers)

    def text(self, annotation: Round, path: str, typed: str) -> str:
        """A text as it is to be read: corrected where somebody corrected it."""
        return self.corrected.get(annotation.id, {}).get(path, typed)

    def answers(self, capability: type[CapabilityT]) -> list[Answer[CapabilityT]]:
        """All answers of kinds that can do something which no model gave, in order."""
        return self.able(capability, lambda row: row.origin != Annotation.Origin.MODEL)

    def able(
        self, capability: type[CapabilityT], wanted: Callable[[Round], bool]
    ) -> list[Answer[CapabilityT]]:
        """The wanted annotations of kinds that can do something, in order."""
        return [
            Answer(row, kind)
            for row in self.rounds
            if wanted(row) and (kind := kind_able(row.kind, capability))
        ]

    def final(self, capability: type[CapabilityT]) -> Answer[CapabilityT] | None:
        """The last answer in the last stage whose kind can do something: by a person, or else one
        that was given elsewhere."""
        elsewhere: Answer[CapabilityT] | None = None
        for row in reversed(self.rounds):
            if elsewhere is not None and row.stage_key != elsewhere.round.stage_key:
                break
            if row.origin == Annotation.Origin.MODEL or not row.number:
                continue
            if kind := kind_able(row.kind, capability):
                if row.origin == Annotation.Origin.PERSON:
                    return Answer(row, kind)
                elsewhere = elsewhere or Answer(row, kind)
        return elsewhere


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What a lead wants of a project: whole samples, without what is rejected or dropped.

    Attributes:
        with_unfinished: also samples that are not finished, or lack what their recipe promises.
        only_approved: of what people gave, what a lead has approved; judgements follow the answer.
    """

    with_unfinished: bool = False
    only_approved: bool = False
    split: str = ""
    with_rejected: bool = False
    with_dropped: bool = False
    # The pictures themselves, in formats that can hold them.
    with_pictures: bool = False

    @classmethod
    def of(cls, value: Callable[[str], Any]) -> "Selection":
        """As a request, a stored export or a command line has it, by the names of the fields."""
        return cls(**{part.name: value(part.name) for part in fields(cls)})

    @property
    def takes_rejected(self) -> bool:
        return self.with_rejected and not self.only_approved


class Part(NamedTuple):
    """The samples whose ids come behind one and do not exceed another."""

    after: int
    last: int


@dataclass(frozen=True)
class Scope:
    """What belongs to one export: the samples and annotations there were when it began."""

    project: Project
    selection: Selection
    last_sample: int
    last_annotation: int
    # The numbers that stand for people where nothing may depend on this database; None: pseudonyms.
    people: Mapping[int, int] | None = None

    @classmethod
    def of(cls, project: Project, selection: Selection) -> "Scope":
        """Note where the project stands now."""
        samples = Sample.objects.filter(project=project).aggregate(last=Max("id"))
        # Of all projects: the newest id is one look at the primary key.
        annotations = Annotation.objects.aggregate(last=Max("id"))
        return cls(project, selection, samples["last"] or 0, annotations["last"] or 0)

    def candidates(self) -> QuerySet[Sample]:
        """The samples of the project, or of a split of it, whatever state they are in."""
        samples = Sample.objects.filter(project=self.project, id__lte=self.last_sample)
        split = self.selection.split
        return samples.filter(image__split=split) if split else samples

    def samples(self, part: Part | None = None) -> QuerySet[Sample]:
        """The samples to export, or part of them. Withdrawn ones are never given away."""
        candidates, given = self.possible(), self._approved(self._given())
        if part is not None:
            # Said of both, or PostgreSQL looks at all answers of the project for each part.
            candidates = candidates.filter(id__gt=part.after, id__lte=part.last)
            given = given.filter(sample_id__gt=part.after, sample_id__lte=part.last)
        if self.selection.with_unfinished:
            return candidates
        return candidates.filter(is_whole(self.project, given))

    def possible(self) -> QuerySet[Sample]:
        """The samples whose state lets them be exported, told without a look at any answer."""
        if self.selection.with_unfinished:
            return self.candidates().exclude(state=Sample.State.WITHDRAWN)
        return self.candidates().filter(state=Sample.State.DONE)

    def parts(self, size: int) -> Iterator[Part]:
        """All samples in order of their ids, `size` or fewer together."""
        after = 0
        samples = self.possible().order_by("id").values_list("id", flat=True)
        while ids := list(samples.filter(id__gt=after)[:size]):
            yield Part(after, ids[-1])
            after = ids[-1]

    def annotations(self) -> QuerySet[Annotation]:
        """The annotations to export, of whatever sample."""
        annotations = self._approved(self.work())
        if not self.selection.takes_rejected:
            annotations = annotations.exclude(set_aside("assignment__"))
        if not self.selection.with_dropped:
            annotations = annotations.exclude(outcome__kept=False)
        return annotations

    def work(self) -> QuerySet[Annotation]:
        """All work there was when the export began."""
        return Annotation.objects.filter(
            project=self.project, id__lte=self.last_annotation, purpose=Purpose.WORK
        )

    def _given(self) -> QuerySet[Annotation]:
        """What people and imports gave that stands."""
        given = self.work().exclude(origin=Annotation.Origin.MODEL)
        return given.exclude(set_aside("assignment__"))

    def _approved(self, annotations: QuerySet[Annotation]) -> QuerySet[Annotation]:
        """Without what nobody approved, where that is wished; what nobody can judge stays."""
        if not self.selection.only_approved:
            return annotations
        is_approved = Q(assignment__verdict=Assignment.Verdict.APPROVED)
        return annotations.filter(is_approved | Q(assignment__isnull=True) | Q(about__isnull=False))

    def left_out(self) -> dict[str, int]:
        """How many samples, and how many answers of those exported, are left out, by the reason."""
        return left_out.samples(self) | left_out.answers(self)


def batches(
    scope: Scope, *, with_seeds: bool = True, size: int = BATCH
) -> Iterator[list[Exported]]:
    """Yield all samples of an export in order of their ids, `size` at a time.

    Args:
        with_seeds: also what models said, not only people and imports.
    """
    stages = {stage.key: place for place, stage in enumerate(scope.project.recipe.stages)}

    def place(row: Round) -> tuple[int, int, int]:
        return stages.get(row.stage_key, len(stages)), row.number, row.id

    is_corrected = spelling.is_corrected(scope.project)
    is_rejected = resting.has_rejected(scope.project)
    for pictures in _pictures_by(scope, size):
        between = pictures[0].sample_id, pictures[-1].sample_id
        rounds = _rounds(scope, *between, with_seeds=with_seeds)
        corrected = spelling.corrected_texts(scope.project, samples=between) if is_corrected else {}
        on_rejected = resting.on_rejected(scope.project, samples=between) if is_rejected else set()
        yield [
            Exported(
                picture,
                _without_orphans(sorted(rounds.get(picture.sample_id, ()), key=place)),
                corrected,
                on_rejected,
            )
            for picture in pictures
        ]


def _pictures_by(scope: Scope, size: int) -> Iterator[list[Picture]]:
    """The images of all samples of an export, `size` or fewer at a time."""
    for part in scope.parts(size * _BATCHES_OF_PICTURES):
        pictures = _pictures(scope, part)
        for start in range(0, len(pictures), size):
            yield pictures[start : start + size]


def _without_orphans(rounds: list[Round]) -> list[Round]:
    """Leave out judgements of answers that are left out."""
    if not any(row.about_id for row in rounds):
        return rounds
    exported = {None, *(row.id for row in rounds)}
    return [row for row in rounds if row.about_id in exported]


def _pictures(scope: Scope, part: Part) -> list[Picture]:
    rows = (
        scope.samples(part)
        .order_by("id")
        .annotate(metadata_json=Cast("image__metadata", TextField()))
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
    return [Picture(*row) for row in rows]


def _rounds(scope: Scope, first: int, last: int, *, with_seeds: bool) -> dict[int, list[Round]]:
    """The annotations of the samples from `first` to `last` by sample."""
    annotations = scope.annotations().filter(sample_id__gte=first, sample_id__lte=last)
    if not with_seeds:
        annotations = annotations.exclude(origin=Annotation.Origin.MODEL)
    columns = [
        f"exported_{name}" if name in _COMPUTED else {"number": "index"}.get(name, name)
        for name in Round._fields
    ]
    rows = annotations.order_by().annotate(
        **{f"exported_{name}": expression for name, expression in _COMPUTED.items()}
    )
    by_sample: defaultdict[int, list[Round]] = defaultdict(list)
    # No server-side cursor: outside a transaction it would make PostgreSQL copy the result first,
    # and a batch is small enough to be held.
    for row in map(Round._make, rows.values_list(*columns)):
        by_sample[row.sample_id].append(row)
    return by_sample
