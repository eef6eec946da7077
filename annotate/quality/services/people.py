"""Look at people rather than answers: gold, edits against the pool, new people (C3, A16)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db import transaction

from annotate.analysis.quality.people import averages_among, gold_flags_of, outliers_among
from annotate.core import clock
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.selectors import gold, works
from annotate.quality.selectors.standings import (
    PersonTotals,
    Standing,
    is_new,
    reasons_for,
    standings_of,
)
from annotate.quality.selectors.works import Scope
from annotate.quality.services import figures
from annotate.quality.services.checking import Asked
from annotate.quality.services.recording import Finding, Recorded, record
from annotate.quality.wording import EARLY_WARNING

ABOUT_PEOPLE = frozenset({"gold_accuracy", "edit_outlier", EARLY_WARNING})
Numbers = Mapping[str, Any]
Measured = tuple[int, str, Numbers]


def check_people(asked: Asked) -> Recorded:
    """Compare everybody with everybody, by figures made anew."""
    everybody = figures.renew_all(asked)
    return check_against_pool(asked, everybody)


def check_against_pool(asked: Asked, totals: Mapping[int, PersonTotals]) -> Recorded:
    """Compare some people, of whom these are the totals, with what is kept of everybody.

    A warning hangs on a person's latest answer.
    """
    standings = standings_of({**figures.pool(asked), **totals}, asked.settings)
    own = {annotator: standings[annotator] for annotator in totals}
    findings = [*_gold(asked, totals), *_edits(asked, standings), *_early(asked, own)]
    return _record_all(asked, totals, findings, ABOUT_PEOPLE)


def check_gold(asked: Asked, people: Collection[int]) -> Recorded:
    """Look only at how these people answered where the right answer is gold."""
    return _record_all(asked, people, _gold(asked, people), {"gold_accuracy"})


def _gold(asked: Asked, people: Collection[int]) -> Iterator[Measured]:
    records = gold.gold_records(asked.project, stage_key=asked.stage.key, people=people)
    for flag in gold_flags_of(records, asked.settings):
        yield int(flag.worker), flag.code, flag.numbers


def _edits(asked: Asked, standings: Mapping[int, Standing]) -> Iterator[Measured]:
    means = {
        annotator: (standing.totals.edit_mean, standing.totals.edit_count)
        for annotator, standing in standings.items()
    }
    for flag in outliers_among(averages_among(means, asked.settings), asked.settings):
        yield int(flag.worker), flag.code, flag.numbers


def _early(asked: Asked, standings: Mapping[int, Standing]) -> Iterator[Measured]:
    settings = asked.settings
    for annotator, standing in standings.items() if settings.early_warning else ():
        reasons = reasons_for(standing, settings)
        if reasons and is_new(standing.totals, settings):
            numbers = {
                "answers": standing.totals.submissions,
                "new_below": settings.new_below,
                "reasons": [reason.to_json() for reason in reasons],
            }
            yield annotator, EARLY_WARNING, numbers


def _record_all(
    asked: Asked, people: Collection[int], findings: Iterable[Measured], codes: Iterable[str]
) -> Recorded:
    wanted = asked.wants(codes)
    by_person: dict[int, dict[str, Numbers]] = {}
    for annotator, code, numbers in findings:
        if code in wanted:
            by_person.setdefault(annotator, {})[code] = numbers
    # Most people have no flag and get none.
    flagged = Flag.objects.filter(
        project=asked.project,
        stage_key=asked.stage.key,
        annotator__in=people,
        code__in=wanted,
        state=Flag.State.OPEN,
    )
    concerned = {*flagged.order_by().values_list("annotator", flat=True), *by_person}
    counts = Recorded()
    for annotator in sorted(concerned.intersection(people)):
        counts.add(_record(asked, annotator, by_person.get(annotator, {}), wanted))
    return counts


def _record(
    asked: Asked, annotator: int, numbers_by_code: Mapping[str, Numbers], codes: Collection[str]
) -> Recorded:
    flags = Flag.objects.filter(
        project=asked.project, annotator_id=annotator, code__in=codes, stage_key=asked.stage.key
    )
    counts = Recorded()
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).only("pk").get(pk=asked.project.pk)
        gone = flags.filter(state=Flag.State.OPEN).exclude(code__in=numbers_by_code)
        counts.withdrawn = gone.update(state=Flag.State.WITHDRAWN, changed_at=clock.now())
        for code, numbers in numbers_by_code.items():
            newest = flags.filter(code=code).order_by("-annotation").first()
            place = _place(asked, annotator, newest)
            if place is not None:
                counts.add(_write(asked, annotator, code, numbers, place))
    return counts


def _place(asked: Asked, annotator: int, newest: Flag | None) -> int | None:
    """The assignment that a flag about a person hangs on, None where it has to wait.

    One that is open stays where it is. After a lead has settled one, the next comes when the
    person has gone on for a while: otherwise each answer would bring the same question again.
    """
    if newest is not None and newest.state == Flag.State.OPEN:
        return newest.assignment_id
    mine = Scope(annotators=frozenset({annotator}))
    latest = works.answers(asked.project, asked.stage, mine).order_by("-answer_id")
    if newest is not None and newest.state == Flag.State.SETTLED:
        since = latest.filter(answer_id__gt=newest.annotation_id)[: asked.settings.again_after]
        if since.count() < asked.settings.again_after:
            return None
    return latest.values_list("pk", flat=True).first()


def _write(
    asked: Asked, annotator: int, code: str, numbers: Numbers, assignment_id: int
) -> Recorded:
    place = Scope(assignments=frozenset({assignment_id}))
    row = next(works.rows_of(asked.project, asked.stage, place), None)
    if row is None:
        return Recorded()  # rejected a moment ago, and settled with that
    finding = Finding(
        assignment=assignment_id,
        annotation=row.annotation,
        annotator=annotator,
        code=code,
        numbers=numbers,
    )
    return record(
        project=asked.project,
        stage_key=asked.stage.key,
        findings=[finding],
        checked=(),
        codes=(),
    )
