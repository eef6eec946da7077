"""Who works here: what each did in a batch, beside what the others did (mission A16, H2)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, QuerySet

from annotate.analysis.quality.people import Gold, gold_flags_of
from annotate.analysis.undefined import defined
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.models import Membership, Project
from annotate.quality.models import Block, Flag
from annotate.quality.schemas import checks as schemas
from annotate.quality.selectors.gold import gold_records
from annotate.quality.selectors.settings import settings_of
from annotate.quality.selectors.standings import (
    Standing,
    is_new,
    reasons_for,
    standings_of,
    totals_by_person,
)
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Assignment, Batch, BatchBlock, DailyStats, Purpose
from annotate.workflow.schemas.parts import StageName


def people_with_answers(project: Project) -> list[Person]:
    """Everybody who has submitted something here, by name; from the daily sums, not the answers."""
    worked = DailyStats.objects.filter(project=project, submissions__gt=0).values("annotator")
    people = map(Person.of, User.objects.filter(pk__in=worked))
    return sorted(people, key=lambda person: (person.display_name or person.username).casefold())


def annotators_table(project: Project, batch: int) -> list[schemas.AnnotatorQuality]:
    """A row per person and stage of one batch."""
    settings = settings_of(project)
    by_stage = {
        stage.key: standings_of(totals_by_person(project, stage, batch), settings)
        for stage in project.recipe.stages
    }
    users = User.objects.in_bulk({pk for standings in by_stage.values() for pk in standings})
    open_flags = _open_flags(project, batch)
    blocked = _blocked(project, users)
    rows = []
    for stage in project.recipe.stages:
        records = gold_records(project, stage_key=stage.key, batch=batch)
        for pk, standing in sorted(by_stage[stage.key].items()):
            gold = records.get(pk, Gold(right=0, total=0))
            rows.append(
                _row(
                    stage=StageName.of(stage),
                    user=users[pk],
                    standing=standing,
                    gold=gold,
                    settings=settings,
                    flags_open=open_flags.get((pk, stage.key), 0),
                    blocked=blocked.get(pk),
                )
            )
    return rows


def _row(
    *,
    stage: StageName,
    user: User,
    standing: Standing,
    gold: Gold,
    settings: QualitySettings,
    flags_open: int,
    blocked: schemas.BlockedFrom | None,
) -> schemas.AnnotatorQuality:
    totals = standing.totals
    judged = totals.approved + totals.rejected
    reasons = [
        *reasons_for(standing, settings),
        *(flag.message for flag in gold_flags_of({user.pk: gold}, settings)),
    ]
    return schemas.AnnotatorQuality(
        user=Person.of(user),
        stage=stage,
        submissions=totals.submissions,
        approved=totals.approved,
        rejected=totals.rejected,
        approval_rate=totals.approved / judged if judged else None,
        flags_open=flags_open,
        gold=schemas.GoldRecord.of(gold),
        active_seconds=schemas.TimeStanding(
            median=totals.median_seconds,
            pool_median=defined(standing.pool_median_seconds),
            z=defined(standing.time.z),
            undefined=schemas.reason_undefined(standing.time.z),
        ),
        edit_distance=schemas.EditStanding(
            mean=totals.edit_mean,
            pool_mean=defined(standing.edits.pool_mean),
            z=defined(standing.edits.z),
            undefined=schemas.reason_undefined(standing.edits.z),
        ),
        is_new=is_new(totals, settings),
        warning=bool(reasons),
        reasons=[Notice.of(reason) for reason in reasons],
        blocked=blocked,
    )


def _open_flags(project: Project, batch: int) -> dict[tuple[int, str], int]:
    rows = Flag.objects.filter(
        project=project, state=Flag.State.OPEN, assignment__sample__batch=batch
    )
    counted = rows.order_by().values_list("annotator_id", "stage_key").annotate(n=Count("id"))
    return {(annotator, stage): n for annotator, stage, n in counted}


def _blocked(project: Project, users: Mapping[int, User]) -> dict[int, schemas.BlockedFrom]:
    """The widest scope from which each of these people is blocked at present."""
    from_batches = BatchBlock.objects.filter(
        batch__project=project, batch__state=Batch.State.OPEN, user__in=users
    )
    from_project = Membership.objects.filter(project=project, is_blocked=True, user__in=users)
    scopes = dict.fromkeys(from_batches.values_list("user_id", flat=True), Block.Scope.BATCH)
    scopes |= dict.fromkeys(from_project.values_list("user_id", flat=True), Block.Scope.PROJECT)
    scopes |= {pk: Block.Scope.PLATFORM for pk, user in users.items() if user.is_blocked}
    return {pk: schemas.BlockedFrom(scope=scope) for pk, scope in scopes.items()}


def blocks(project: Project) -> QuerySet[Block]:
    """All blocks that leads of this project have made, newest first."""
    rows = Block.objects.filter(project=project)
    return rows.select_related("user", "created_by", "lifted_by").order_by("-id")


def block_named(project: Project, block_id: int) -> Block:
    return errors.existing(blocks(project).filter(pk=block_id).first())


def evidence(project: Project, user: User) -> dict[str, Any]:
    """What is known of a person's work in the project at this moment."""
    flags = Flag.objects.filter(project=project, annotator=user)
    counted = flags.exclude(state=Flag.State.WITHDRAWN).order_by().values_list("code")
    work = Assignment.objects.filter(
        project=project,
        annotator=user,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
    )
    return {
        "flags": dict(counted.annotate(number=Count("id")).order_by("code")),
        "submissions": work.count(),
        "rejected": work.filter(verdict=Assignment.Verdict.REJECTED).count(),
    }
