"""What an export reads: a project's samples with everything that was said about them.

What is added while an export runs is left out: the highest ids are noted at its start.

Only whole samples are exported, and only work: answers given for gold, practice and tests measure
people, not images. What is unfinished, what a lead rejected and what the votes dropped is left out
unless it is asked for.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import Max, Q, QuerySet

from annotate import kinds
from annotate.exchange.exports import left_out
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.selectors.annotations import set_aside
from annotate.workflow.selectors.whole import is_whole

# As plain texts, which compare faster, once for each of a million rows.
_MODEL, _PERSON = Annotation.Origin.MODEL.value, Annotation.Origin.PERSON.value
# Each database writes truth its way.
TRUE, _FALSE = ("true", "1"), ("false", "0")
# What stands in a decision that opened no further round because little changed.
STOPPED_EARLY = '"similar_enough"'


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
    kept: str | None

    @property
    def moment(self) -> str:
        """When it was given, as in `2026-03-02T09:00:00Z`."""
        return f"{self.created_at[:10]}T{self.created_at[11:19]}Z"

    @property
    def is_from_scratch(self) -> bool:
        """Whether what it could have begun with was left."""
        return self.from_scratch in TRUE

    @property
    def stopped_early(self) -> bool:
        """Whether no further round was opened because it changed little."""
        return STOPPED_EARLY in self.decision_json

    @property
    def is_left_out(self) -> bool:
        """Whether it is exported only when asked for: set aside by a lead, or dropped by votes."""
        is_rejected = self.verdict == Assignment.Verdict.REJECTED
        return is_rejected or self.superseded_by is not None or self.kept in _FALSE


CapabilityT = TypeVar("CapabilityT")
Able_co = TypeVar("Able_co", covariant=True)


class Answer(NamedTuple, Generic[Able_co]):
    """An annotation, and its kind as one that can do what a format needs."""

    round: Round
    kind: Able_co


def kind_able(name: str, capability: type[CapabilityT]) -> CapabilityT | None:
    """The kind of that name, if it can do something."""
    found: CapabilityT | None = _kind_able(name, capability)
    return found


def _looked_up(name: str, capability: type[Any]) -> Any:
    kind = kinds.get(name)
    return kind if isinstance(kind, capability) else None


# Asked of each of a million rows, of a handful of kinds.
_kind_able: Callable[..., Any] = cache(_looked_up)


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
        if not self.resting:
            return False
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
            if (kind := _kind_able(row.kind, capability)) and wanted(row)
        ]

    def final(self, capability: type[CapabilityT]) -> Answer[CapabilityT] | None:
        """The last answer in the last stage whose kind can do something: by a person, or else one
        that was given elsewhere."""
        elsewhere: Answer[CapabilityT] | None = None
        for row in reversed(self.rounds):
            if elsewhere is not None and row.stage_key != elsewhere.round.stage_key:
                break
            if row.origin == _MODEL or not row.number:
                continue
            if kind := _kind_able(row.kind, capability):
                if row.origin == _PERSON:
                    return Answer(row, kind)
                elsewhere = elsewhere or Answer(row, kind)
        return elsewhere


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What a lead wants of a project: whole samples, without what is rejected or dropped.

    Attributes:
        with_unfinished: also samples that are not finished, or lack what their recipe promises.
        only_approved: of what people gave, what a lead has approved; judgements follow the answer.
        chosen: the ids of the only samples that are meant; None: all.
    """

    with_unfinished: bool = False
    only_approved: bool = False
    split: str = ""
    with_rejected: bool = False
    with_dropped: bool = False
    # The pictures themselves, in formats that can hold them.
    with_pictures: bool = False
    chosen: Sequence[int] | None = None

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
        split, chosen = self.selection.split, self.selection.chosen
        if chosen is not None:
            samples = samples.filter(id__in=chosen)
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
        return left_out.samples(self, left_out.States.of(self)) | left_out.answers(self)
