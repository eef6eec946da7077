"""Look at answers, skipped tasks and texts, and write down what was found.

Each function is one step of a job: it can be run again, and side by side with the others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import QuerySet

from annotate.analysis import text_rules
from annotate.analysis.quality.captions import flags_of
from annotate.analysis.quality.clocks import Clocks
from annotate.analysis.quality.model import RULE_PREFIX, FlagFound
from annotate.analysis.quality.texts import random_flags_of
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors import works
from annotate.quality.selectors.settings import settings_of
from annotate.quality.selectors.works import Row, Scope
from annotate.quality.services.recording import Finding, Recorded, record
from annotate.quality.services.spot_checks import spot_checks
from annotate.quality.settings import QualitySettings
from annotate.quality.wording import IMAGE_REPORTED, SKIPPED, SPOT_CHECK
from annotate.workflow.models import Assignment

OF_ANSWERS = frozenset(
    {
        *("time_outlier_hit", "time_outlier_image", "time_outlier_platform"),
        *("capitals", "quality_words", "text_minority", "canned_alone", "not_canned_alone"),
        SPOT_CHECK,
    }
)
OF_RULES = frozenset(RULE_PREFIX + code for code in text_rules.CODES)
OF_SKIPS = frozenset({SKIPPED, IMAGE_REPORTED})
OFTEN = "canned_often"
RANDOM = "random_sample"
# Reasons to skip that ask for the image to be pulled (mission A17).
REPORTS = ("inappropriate", "image_broken")

AT_ONCE = 500
SAMPLES_AT_ONCE = 200

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Where to look, by which numbers, and for what; `only` None means for everything."""

    project: Project
    stage: StageSpec
    settings: QualitySettings
    only: frozenset[str] | None = None

    def wants(self, codes: Iterable[str]) -> frozenset[str]:
        wanted = frozenset(codes)
        return wanted if self.only is None else wanted & self.only


def asked_for(project: Project, stage: StageSpec, only: Sequence[str] | None = None) -> Asked:
    """What is asked by the settings of a project; `only` these codes, or all."""
    return Asked(
        project=project,
        stage=stage,
        settings=settings_of(project),
        only=None if only is None else frozenset(only),
    )


def check_samples(asked: Asked, scope: Scope) -> Recorded:
    """Check the answers about some samples against one another and by the text rules."""
    rows = list(works.rows_of(asked.project, asked.stage, scope))
    of_people = works.times_of(asked.project, asked.stage, {row.annotator for row in rows})
    of_project = works.times_of_project(asked.project, asked.stage)
    return check_rows(asked, scope, rows, works.clocks_of(of_people, of_project))


def check_rows(asked: Asked, scope: Scope, rows: Sequence[Row], clocks: Clocks) -> Recorded:
    """Check the answers of a scope, which are these.

    Args:
        clocks: how long answers of the stage take usually, and those of the people of these.
    """
    codes = asked.wants(OF_ANSWERS | OF_RULES)
    settings = asked.settings.model_copy(update={"off": asked.settings.off | {OFTEN}})
    flags = flags_of([row.work for row in rows], settings, clocks)
    flags += _broken_rules(asked, rows)
    skipped = list(_skipped(asked, scope))
    findings = [*_findings(rows, flags), *_skips(asked, skipped)]
    if SPOT_CHECK in codes:
        findings += spot_checks(asked.project, asked.stage, asked.settings, rows)
    codes |= asked.wants(OF_SKIPS)
    return record(
        project=asked.project,
        stage_key=asked.stage.key,
        findings=[finding for finding in findings if finding.code in codes],
        checked={row.assignment for row in rows} | {each.pk for each in skipped},
        codes=codes,
    )


def check_person(asked: Asked, annotator: int) -> Recorded:
    """Check how often a person uses the canned text, by all their answers."""
    rows = list(works.rows_of(asked.project, asked.stage, Scope(annotators=frozenset({annotator}))))
    flags = [
        flag for flag in flags_of([row.work for row in rows], asked.settings) if flag.code == OFTEN
    ]
    return record_in_pieces(asked, rows, flags, asked.wants({OFTEN}))


def draw_sample(asked: Asked, scope: Scope, *, count: int, seed: int) -> Recorded:
    """Flag answers drawn by chance; the same seed draws the same of the same answers."""
    pks = works.answers(asked.project, asked.stage, scope).order_by("answer_id")
    workers: dict[int | str, int | str] = dict(pks.values_list("pk", "annotator_id"))
    flags = random_flags_of(workers, count=count, seed=seed)
    drawn = frozenset(int(flag.key) for flag in flags if flag.key is not None)
    rows = list(works.rows_of(asked.project, asked.stage, Scope(assignments=drawn)))
    return record_new(asked, rows, flags, update=True)


def _findings(rows: Sequence[Row], flags: Iterable[FlagFound]) -> Iterator[Finding]:
    """What the analysis found as rows of the database: its keys are assignments."""
    by_key = {row.assignment: row for row in rows}
    for flag in flags:
        row = by_key[int(flag.key or 0)]
        yield Finding(
            assignment=row.assignment,
            annotation=row.annotation,
            annotator=row.annotator,
            code=flag.code,
            numbers=flag.numbers,
            related=[by_key[int(key)].annotation for key in flag.related if int(key) in by_key],
        )


def record_in_pieces(
    asked: Asked, rows: Sequence[Row], flags: Iterable[FlagFound], codes: frozenset[str]
) -> Recorded:
    """Record the findings about many rows, a few hundred in each transaction."""
    by_assignment: dict[int, list[Finding]] = {}
    for finding in _findings(rows, flags):
        by_assignment.setdefault(finding.assignment, []).append(finding)
    counts = Recorded()
    for some in pieces([row.assignment for row in rows], AT_ONCE):
        counts.add(
            record(
                project=asked.project,
                stage_key=asked.stage.key,
                findings=[f for pk in some for f in by_assignment.get(pk, []) if f.code in codes],
                checked=some,
                codes=codes,
            )
        )
    return counts


def record_new(
    asked: Asked, rows: Sequence[Row], flags: Iterable[FlagFound], *, update: bool = False
) -> Recorded:
    """Record findings of a narrow look: it adds flags, and neither withdraws nor changes any."""
    counts = Recorded()
    for some in pieces(list(_findings(rows, flags)), AT_ONCE):
        counts.add(
            record(
                project=asked.project,
                stage_key=asked.stage.key,
                findings=some,
                checked=(),
                codes=(),
                update=update,
            )
        )
    return counts


def pieces(items: Sequence[ItemT], size: int) -> Iterator[Sequence[ItemT]]:
    """The items in runs of at most `size`.

    >>> [list(run) for run in pieces([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]


# --- text rules -----------------------------------------------------------------------------


def _broken_rules(asked: Asked, rows: Sequence[Row]) -> Iterator[FlagFound]:
    levels = _levels(asked)
    if not levels:
        return
    limits = {
        name: asked.stage.settings[name]
        for name in ("min_words", "banned_openings")
        if name in asked.stage.settings
    }
    for row in rows:
        for path, text in row.texts.items():
            findings = text_rules.check(text, rules=levels, **limits)
            for code, number in Counter(finding.code for finding in findings).items():
                first = next(finding for finding in findings if finding.code == code)
                start, end = first.span
                numbers: dict[str, Any] = {
                    "message": first.message.to_json(),
                    "found": text[start:end][:200],
                }
                numbers |= {"path": path, "start": start, "end": end, "places": number}
                yield FlagFound(
                    key=row.assignment,
                    worker=row.annotator,
                    code=RULE_PREFIX + code,
                    numbers=numbers,
                )


def _levels(asked: Asked) -> dict[str, text_rules.Level]:
    """The rules that make flags here: those of the settings that the stage has not off."""
    of_stage = asked.stage.settings.get("rules")
    if of_stage is None:
        codes = [code for code in asked.settings.rules if code in text_rules.PERSONAL_DATA]
    else:
        codes = [code for code in asked.settings.rules if of_stage.get(code, "off") != "off"]
    return dict.fromkeys(codes, "advise")


# --- skipped tasks --------------------------------------------------------------------------


def _skipped(asked: Asked, scope: Scope) -> QuerySet[Assignment]:
    return Assignment.objects.filter(
        project=asked.project,
        task__stage_key=asked.stage.key,
        state=Assignment.State.SKIPPED,
        **scope.filters(),
    ).order_by("ended_at", "pk")


def _skips(asked: Asked, skipped: Sequence[Assignment]) -> Iterator[Finding]:
    if not asked.settings.skips:
        return
    people = Counter(assignment.sample_id for assignment in skipped)
    for assignment in skipped:
        reason = assignment.skip_reason
        yield Finding(
            assignment=assignment.pk,
            annotation=None,
            annotator=assignment.annotator_id,
            code=IMAGE_REPORTED if reason in REPORTS else SKIPPED,
            numbers={
                "reason": reason,
                "comment": assignment.comment,
                "seconds": round(assignment.active_seconds, 1),
                "people": people[assignment.sample_id],
            },
        )
