"""Write down what a check found: one row per reason, one append-only row per set of numbers."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from annotate.core import clock
from annotate.projects.models import Project
from annotate.quality.models import Evidence, Flag

# More answers than this are not compared side by side; the numbers say how many there are.
MAX_RELATED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A reason to look at an answer, before it is written down."""

    assignment: int
    annotation: int | None
    annotator: int
    code: str
    numbers: Mapping[str, Any]
    related: Sequence[int] = ()


@dataclass(slots=True)
class Recorded:
    """What became of the findings."""

    opened: int = 0
    changed: int = 0
    withdrawn: int = 0
    unchanged: int = 0

    def add(self, other: "Recorded") -> None:
        for name, number in other.as_dict().items():
            setattr(self, name, getattr(self, name) + number)

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


@dataclass(slots=True)
class _Writing:
    at: datetime
    counts: Recorded = field(default_factory=Recorded)
    evidence: list[Evidence] = field(default_factory=list)

    def note(self, flag: Flag, finding: "Finding") -> None:
        self.evidence.append(
            Evidence(
                flag=flag,
                numbers=plain(finding.numbers),
                related=list(finding.related)[:MAX_RELATED],
                at=self.at,
            )
        )


def record(
    *,
    project: Project,
    stage_key: str,
    findings: Iterable[Finding],
    checked: Collection[int],
    codes: Collection[str],
    update: bool = True,
) -> Recorded:
    """Bring the flags of some assignments up to date with what a check found.

    A reason that is found again with the same numbers changes nothing. With other numbers an open
    flag shows the new ones, and a settled one stays settled, with the numbers the lead saw; in
    both cases a row of evidence is added. An open flag that is not found any more is withdrawn.

    Args:
        checked: the assignments that were looked at.
        codes: what they were looked at for; flags of other codes stay as they are.
        update: whether open flags may be given other numbers: a look at fewer answers may not.
    """
    wanted = {(finding.assignment, finding.code): finding for finding in findings}
    writing = _Writing(at=clock.now())
    if not wanted:  # as mostly, and then there is no order to keep
        writing.counts.withdrawn = _withdraw(
            writing.at, Flag.objects.filter(assignment__in=checked, code__in=codes)
        )
        return writing.counts
    with transaction.atomic():
        # Checks of one project write one after the other; nobody who works waits for this.
        Project.objects.select_for_update(no_key=True).only("pk").get(pk=project.pk)
        ids = {*checked, *(assignment for assignment, _ in wanted)}
        rows = Flag.objects.filter(assignment_id__in=ids)
        known = {(flag.assignment_id, flag.code): flag for flag in rows}
        newest = _newest_numbers([flag for key, flag in known.items() if key in wanted])
        for key, finding in wanted.items():
            if key in known and (update or known[key].state == Flag.State.WITHDRAWN):
                _again(writing, known[key], finding, newest.get(known[key].pk))
        _open(writing, project, stage_key, [f for key, f in wanted.items() if key not in known])
        gone = [
            flag.pk
            for key, flag in known.items()
            if key not in wanted and key[0] in checked and flag.code in codes
        ]
        writing.counts.withdrawn = _withdraw(writing.at, Flag.objects.filter(pk__in=gone))
        Evidence.objects.bulk_create(writing.evidence)
    return writing.counts


def _withdraw(at: datetime, flags: QuerySet[Flag]) -> int:
    return flags.filter(state=Flag.State.OPEN).update(state=Flag.State.WITHDRAWN, changed_at=at)


def plain(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers exactly as the database gives them back, so that they can be compared."""
    values: dict[str, Any] = json.loads(json.dumps(dict(numbers)))
    return values


def _newest_numbers(flags: Sequence[Flag]) -> dict[int, dict[str, Any]]:
    newest = (
        Evidence.objects.filter(flag__in=[flag.pk for flag in flags])
        .order_by()
        .values("flag_id")
        .annotate(newest=Max("id"))
        .values_list("newest", flat=True)
    )
    rows = Evidence.objects.filter(pk__in=list(newest))
    return {row.flag_id: row.numbers for row in rows}


def _open(writing: _Writing, project: Project, stage_key: str, findings: Sequence[Finding]) -> None:
    flags = Flag.objects.bulk_create(
        Flag(
            project=project,
            stage_key=stage_key,
            assignment_id=finding.assignment,
            annotation_id=finding.annotation,
            annotator_id=finding.annotator,
            code=finding.code,
            numbers=plain(finding.numbers),
            related=list(finding.related)[:MAX_RELATED],
            created_at=writing.at,
            changed_at=writing.at,
        )
        for finding in findings
    )
    for flag, finding in zip(flags, findings, strict=True):
        writing.note(flag, finding)
    writing.counts.opened += len(flags)


def _again(writing: _Writing, flag: Flag, finding: Finding, newest: dict[str, Any] | None) -> None:
    """Write down that a reason was found again."""
    numbers, counts = plain(finding.numbers), writing.counts
    before = newest if flag.state == Flag.State.SETTLED else flag.numbers
    if flag.state != Flag.State.WITHDRAWN and before == numbers:
        counts.unchanged += 1
        return
    writing.note(flag, finding)
    if flag.state == Flag.State.WITHDRAWN:
        counts.opened += 1
    else:
        counts.changed += 1
    if flag.state != Flag.State.SETTLED:
        # Conditional: a lead may settle it at this moment, and then theirs is the last word.
        Flag.objects.filter(pk=flag.pk, state=flag.state).update(
            state=Flag.State.OPEN,
            numbers=numbers,
            related=list(finding.related)[:MAX_RELATED],
            changed_at=writing.at,
        )
