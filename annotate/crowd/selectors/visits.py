"""What people on a visit are told: where they are, and where they go next."""

from typing import Any, cast

from django.db.models import Count, QuerySet

from annotate.core import errors
from annotate.crowd import adapters, schemas
from annotate.crowd.adapters.base import Completion, Outcome
from annotate.crowd.models import Channel, Participation
from annotate.crowd.selectors.channels import held_work, settings_of
from annotate.messages import Message
from annotate.people.models import User
from annotate.workflow.models import Hit


def known_visits(**conditions: Any) -> QuerySet[Participation]:
    """Visits with their people and projects."""
    return Participation.objects.select_related("channel__project", "user").filter(**conditions)


def visit_of(user: User, visit_id: int | None) -> Participation:
    """The visit of a session, or the newest of this person; NotFound where there is none."""
    visits = known_visits(user=user)
    if visit_id is not None:
        visits = visits.filter(pk=visit_id)
    visit = visits.order_by("-pk").first()
    if visit is None:
        raise errors.NotFound(Message("not_by_a_link"))
    return visit


def visits(channel: Channel) -> QuerySet[Participation]:
    """Who came through a channel, newest first, with how much they handed in."""
    return (
        channel.participations.select_related("user", "channel__project")
        .annotate(delivered=Count("deliveries"))
        .order_by("-pk")
    )


def visit_to(channel: Channel, visit_id: int) -> Participation:
    return errors.existing(visits(channel).filter(pk=visit_id).first())


def participation_of(visit: Participation) -> schemas.Participation:
    """A visit as the person on it sees it."""
    project, channel = visit.channel.project, visit.channel
    is_open = visit.state == Participation.State.ARRIVED
    holds = is_open and held_work(visit).exists()
    newest = visit.deliveries.order_by("-pk").first()
    stage = project.recipe.stage(channel.stage_key) if channel.stage_key else None
    return schemas.Participation(
        id=visit.pk,
        project=schemas.VisitedProject.model_validate(project, from_attributes=True),
        platform=adapters.get(channel.adapter).title,
        stage=stage and schemas.VisitedStage.model_validate(stage, from_attributes=True),
        state="working" if holds else Participation.State(visit.state),
        # A preview is a page of its own, without a session: nobody who asks here is in one.
        preview=False,
        next="submit" if holds else "claim" if is_open else "done",
        hit=newest.hit_id if newest else None,
        completion=None if is_open else completion_of(visit),
    )


def completion_of(visit: Participation) -> Completion:
    """What the browser does at the end of a visit; nothing where it was given back."""
    if visit.state != Participation.State.SUBMITTED:
        return Completion(kind="none")
    return adapters.get(visit.channel.adapter).completion(
        settings_of(visit.channel),
        facts={**visit.facts, "person": visit.external_person},
        session=visit.external_session,
        outcome=cast(Outcome, visit.outcome or "completed"),
    )


def completion_after(user: User, hit_id: int) -> Completion:
    """What the browser does after one's HIT; Conflict before it is handed in, else NotFound."""
    hit = errors.existing(Hit.objects.filter(pk=hit_id, annotator=user).first())
    if hit.state != Hit.State.SUBMITTED:
        raise errors.Conflict(Message("hit_not_submitted"))
    visit = known_visits(deliveries__hit=hit).first()
    return completion_of(visit) if visit else Completion(kind="none")
