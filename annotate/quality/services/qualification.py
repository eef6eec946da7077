"""Set the conditions of entry, agree, practise, be tested, and begin again."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count, Max, Q

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.projects.services import audit
from annotate.quality.entry import EntryRules
from annotate.quality.models import Agreement, Attempt, ConsentText, EntryConditions, GoldResult
from annotate.quality.selectors import qualification as selectors
from annotate.quality.selectors.gold import items_for
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment, Hit, Purpose
from annotate.workflow.services.locking import lock_membership


def set_rules(*, project: Project, rules: EntryRules, actor: User) -> EntryRules:
    """Set what the project asks of newcomers; who is at work already is asked as well.

    Raises:
        Invalid: people are to agree to a text that there is not.
    """
    if rules.consent_required and selectors.current_consent(project) is None:
        raise errors.Invalid.field("consent_required", Message("no_consent_text"))
    with transaction.atomic():
        EntryConditions.objects.update_or_create(
            project=project,
            defaults={
                "values": rules.model_dump(mode="json"),
                "changed_at": clock.now(),
                "changed_by": actor,
            },
        )
        Project.objects.filter(pk=project.pk).update(is_gated=rules.asks_anything)
        project.is_gated = rules.asks_anything
        audit(
            project=project,
            actor=actor,
            verb="entry_conditions.changed",
            conditions=rules.model_dump(mode="json"),
        )
    return rules


def publish_consent(*, project: Project, body: str, actor: User) -> ConsentText:
    """Publish a new version of what people agree to; everybody is asked anew."""
    with transaction.atomic():
        # One lead after the other: two versions cannot have the same number.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        newest = ConsentText.objects.filter(project=project).aggregate(last=Max("version"))["last"]
        text = ConsentText.objects.create(
            project=project,
            version=(newest or 0) + 1,
            body=body,
            author=actor,
            created_at=clock.now(),
        )
        audit(project=project, actor=actor, verb="consent.published", target=str(text.version))
    return text


def agree(*, project: Project, user: User, version: int) -> None:
    """Record that a person agrees to the current version; a second time changes nothing.

    Raises:
        Conflict: there is a newer version than the one they read.
    """
    text = errors.existing(selectors.current_consent(project))
    if text.version != version:
        raise errors.Conflict(Message("consent_changed"), details={"version": text.version})
    Agreement.objects.get_or_create(text=text, user=user, defaults={"at": clock.now()})


def start(*, project: Project, user: User, purpose: str, stage_key: str | None = None) -> Hit:
    """Begin a practice round or a test, or go on with the one that is held.

    Args:
        stage_key: the stage; without it the first that asks for this now.

    Raises:
        Conflict: it is not asked for now, there is not one task for it, or another HIT is held.
    """
    rules = selectors.rules_of(project)
    size = rules.practice.size if purpose == Attempt.Purpose.PRACTICE else rules.test.size
    with transaction.atomic():
        # Whoever submits their last attempt at this moment has none left when it is our turn.
        lock_membership(project, user)
        stage = _stage_to_start(project, user, purpose, stage_key)
        hit = workflow.start_hit(
            project=project,
            stage_key=stage.key,
            annotator=user,
            purpose=Purpose(purpose),
            slots=items_for(project, stage, user, purpose, size),
        )
        Attempt.objects.get_or_create(
            hit=hit,
            defaults={
                "project": project,
                "user": user,
                "stage_key": stage.key,
                "purpose": purpose,
                "pass_mark": rules.test.pass_mark if purpose == Attempt.Purpose.TEST else 0.0,
                "started_at": hit.started_at,
            },
        )
        # One that ran out a moment ago may still come in: it is no attempt beside the new one.
        Attempt.objects.filter(
            project=project,
            user=user,
            stage_key=stage.key,
            purpose=purpose,
            finished_at=None,
            reset_at=None,
        ).exclude(hit=hit).update(reset_at=clock.now())
    return hit


def _stage_to_start(project: Project, user: User, purpose: str, stage_key: str | None) -> StageSpec:
    stages = [stage for stage in project.recipe.asked_stages if stage_key in (None, stage.key)]
    gates = {stage.key: gate for stage, gate in selectors.gates_of(project, user, stages)}
    for stage in stages:
        gate = gates[stage.key]
        if gate is not None and gate.reason == purpose:
            return stage
    # Who has practised may do so again; only what comes before practice keeps them from it.
    rules = selectors.rules_of(project)
    for stage in stages if purpose == Attempt.Purpose.PRACTICE else ():
        gate = gates[stage.key]
        is_open = gate is None or gate.reason in ("test", "test_failed")
        if is_open and selectors.size_of_round(rules, project, stage, purpose):
            return stage
    raise errors.Conflict(Message(f"no_{purpose}_asked"), code="not_asked")


def note_finished(assignment_ids: Sequence[int]) -> None:
    """Score the practice or test that was just submitted; called after its results are in."""
    hits = Hit.objects.filter(
        assignments__in=assignment_ids, purpose__in=Attempt.Purpose.values
    ).distinct()
    for hit in hits:
        attempt = Attempt.objects.filter(hit=hit, finished_at=None).first()
        if attempt is None:
            continue
        score = score_of(hit)
        Attempt.objects.filter(pk=attempt.pk, finished_at=None).update(
            score=score,
            passed=score is not None and score >= attempt.pass_mark,
            finished_at=clock.now(),
        )


def score_of(hit: Hit) -> float | None:
    """The share of known values that were given right, in [0, 1].

    A task that was skipped was not got right; one that was withdrawn meanwhile does not count.
    None where nothing is known.
    """
    # In practice there are results of what was checked and then skipped.
    results = GoldResult.objects.filter(
        assignment__hit=hit, assignment__state=Assignment.State.SUBMITTED
    )
    counts = results.aggregate(total=Count("id"), right_ones=Count("id", filter=Q(right=True)))
    if not counts["total"]:
        return None
    answered = hit.assignments.filter(state=Assignment.State.SUBMITTED).count()
    skipped = hit.assignments.filter(state=Assignment.State.SKIPPED).count()
    # One division: 7 of 10 are exactly the mark of 0.7.
    share: float = counts["right_ones"] * answered / (counts["total"] * (answered + skipped))
    return share


def reset(*, project: Project, user: User, actor: User) -> int:
    """Strike a person's attempts, so that they may practise and be tested anew."""
    with transaction.atomic():
        struck = Attempt.objects.filter(
            project=project, user=user, finished_at__isnull=False, reset_at=None
        ).update(reset_at=clock.now())
        audit(
            project=project,
            actor=actor,
            verb="qualification.reset",
            target=user.username,
            attempts=struck,
        )
    return struck
