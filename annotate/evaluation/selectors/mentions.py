"""What is told about measurements of which objects are mentioned more often with one group."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from django.db.models import QuerySet

from annotate.analysis.harms.mention_report import many
from annotate.analysis.harms.mention_rows import Mention, leaves_out_zero, mention, ranked
from annotate.analysis.harms.mentions import Plan
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import Undefined, defined
from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice
from annotate.evaluation.models import MentionRun
from annotate.evaluation.schemas import mentions as schemas
from annotate.evaluation.schemas.harm_figures import HarmDifference, HarmShare
from annotate.evaluation.selectors.groups import groups_of
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project

_ASSUMPTIONS = (
    "mentions_assume_splits",
    "mentions_assume_boxes",
    "mentions_assume_linear",
    "harm_assumes_most_common_synset",
    "harm_assumes_parser",
    "harm_assumes_independent_images",
)


def runs(project: Project) -> QuerySet[MentionRun]:
    """Newest first."""
    rows = MentionRun.objects.filter(project=project)
    return rows.select_related("job", "created_by", "project").order_by("-id")


def one_run(run_id: int) -> MentionRun:
    rows = MentionRun.objects.select_related("job", "created_by", "project")
    return errors.existing(rows.filter(pk=run_id).first())


def plan_of(run: MentionRun) -> Plan | None:
    """What is fitted; None where the project had no groups when it was asked for."""
    if run.options["pair"] is None:
        return None
    one, other = run.options["pair"]
    names = ("types", "splits", "more_than", "draws", "seed")
    return Plan((one, other), **{name: run.options[name] for name in names})


def state_of(run: MentionRun) -> Literal["measuring", "ready", "stopped"]:
    if run.finished:
        return "ready"
    under_way = run.job is not None and run.job.state in Job.UNFINISHED
    return "measuring" if under_way else "stopped"


def described_runs(rows: Sequence[MentionRun]) -> list[schemas.MentionRun]:
    """Runs of one project without their figures."""
    workers = jobs.workers()
    has_groups = bool(rows) and bool(groups_of(rows[0].project))
    return [_described(row, workers, has_groups) for row in rows]


def described(run: MentionRun) -> schemas.MentionRun:
    """A run with the figures of the types that are done, once nothing is under way."""
    [told] = described_runs([run])
    plan = plan_of(run)
    if told.state == "measuring" or told.why or not told.pair or plan is None or run.basis is None:
        return told
    found = ranked(mention(each.sums, plan) for each in run.types.order_by("position"))
    none_fitted = all(isinstance(row.over_splits.mean, Undefined) for row in found)
    return told.model_copy(
        update={
            "figures": _figures(run.basis, found),
            "why": Notice.of(Message("mentions_none_fitted"))
            if run.finished and none_fitted
            else None,
        }
    )


def exported(run: MentionRun) -> Iterator[str]:
    """Yield lines of JSON: the run with what it rests on, then each type."""
    told = described(run)
    rows = told.figures.rows if told.figures else []
    if told.figures:
        told = told.model_copy(update={"figures": told.figures.model_copy(update={"rows": []})})
    yield f'{{"run": {told.model_dump_json()}}}\n'
    for row in rows:
        yield f'{{"type": {row.model_dump_json()}}}\n'


def _described(run: MentionRun, workers: jobs.Workers, has_groups: bool) -> schemas.MentionRun:
    pair = plan.pair if has_groups and (plan := plan_of(run)) else None
    return schemas.MentionRun(
        id=run.pk,
        candidate=run.candidate,
        candidate_title=run.titles.get("candidate", ""),
        truth=run.truth,
        pair=pair,
        options=schemas.MentionOptions(
            **{name: run.options[name] for name in schemas.MentionOptions.model_fields}
        ),
        state=state_of(run),
        types=run.basis and run.basis["types"],
        done=run.done,
        figures=None,
        why=_why(run, has_groups),
        used=_used(run.basis) if run.basis else None,
        job=jobs.job_of(run.job, workers) if run.job else None,
        code_version=run.code_version,
        created_by=Person.of(run.created_by),
        created_at=run.created_at,
    )


def _why(run: MentionRun, has_groups: bool) -> Notice | None:
    if run.why is not None:
        return Notice.of(Message.from_json(run.why))
    return None if has_groups else Notice.of(Message("harm_groups_not_asked"))


def _used(basis: dict[str, Any]) -> schemas.MentionUsed:
    return schemas.MentionUsed(
        parser=basis["parser"]["name"],
        parser_version=basis["parser"]["version"],
        wordnet=basis["wordnet"],
        assumptions=[Notice.of(Message(code)) for code in _ASSUMPTIONS],
    )


def _figures(basis: dict[str, Any], found: Sequence[Mention]) -> schemas.MentionFigures:
    told = many(found)
    return schemas.MentionFigures(
        images=basis["images"],
        groups=basis["groups"],
        rows=[_row(row) for row in found],
        many=schemas.MentionMany(
            tested=told.tested,
            kept=told.kept,
            kept_over_images=told.kept_over_images,
            expected_by_chance=told.by_chance,
            holm=told.holm,
            benjamini_hochberg=told.benjamini_hochberg,
        ),
    )


def _row(row: Mention) -> schemas.MentionType:
    reasons = {"over_splits": row.over_splits.mean, "over_images": row.over_images.mean}
    first, second = row.shares
    return schemas.MentionType(
        type=row.type,
        shares={group: _share(found) for group, found in row.shares.items()},
        difference=HarmDifference(first=first, second=second, **_ends(row.apart), n=row.apart.n),
        columns=row.columns,
        usable_splits=row.usable_splits,
        over_splits=_coefficient(row.over_splits),
        over_images=_coefficient(row.over_images),
        accuracy=defined(row.accuracy),
        commoner=defined(row.commoner),
        p=defined(row.p),
        p_holm=defined(row.p_holm),
        p_bh=defined(row.p_bh),
        undefined={
            name: Notice.of(value.message)
            for name, value in reasons.items()
            if isinstance(value, Undefined)
        },
    )


def _ends(found: Interval) -> dict[str, float | None]:
    return {
        "value": defined(found.mean),
        "low": defined(found.low),
        "high": defined(found.high),
    }


def _share(found: Interval) -> HarmShare:
    value, low, high = _ends(found).values()
    return HarmShare(
        count=round((value or 0) * found.n), n=found.n, share=value, low=low, high=high
    )


def _coefficient(found: Interval) -> schemas.MentionCoefficient:
    return schemas.MentionCoefficient(**_ends(found), leaves_out_zero=leaves_out_zero(found))
