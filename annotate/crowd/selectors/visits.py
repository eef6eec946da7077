"""What people on a visit are told: where they are, and where they go next."""

from typing import cast

from django.db.models import Count, QuerySet

from annotate.core import errors
from annotate.crowd import adapters, schemas
from annotate.crowd.adapters.base import Completion, Outcome
from annotate.crowd.models import Channel, Delivery, Participation
from annotate.crowd.selectors.channels import held_work, settings_of
from annotate.messages import Message
from annotate.people.models import User
from annotate.workflow.models import Hit


def visit_of(user: User, visit_id: int | None) -> Participation:
    """Return the visit of a session, or the newest of this person; NotFound where there is none."""
    found = Participation.objects.filter(user=user).select_related("channel__project", "user")
    if visit_id is not None:
        found = found.filter(pk=visit_id)
    visit = found.order_by("-pk").first()
    if visit is None:
        raise errors.NotFound(Message("not_by_a_link"))
    return visit


def visits(channel: Channel) -> QuerySet[Participation]:
    """Return who came through a channel, newest first, with how much they handed in."""
    return (
        channel.participations.select_related("user", "channel__project")
        .annotate(delivered=Count("deliveries"))
        .order_by("-pk")
    )


def visit_to(channel: Channel, visit_id: int) -> Participation:
    """Return one visit through a channel, or raise NotFound."""
    found = visits(channel).filter(pk=visit_id).first()
    if found is None:
        raise errors.NotFound
    return found


def participation_of(visit: Participation) -> schemas.Participation:
    """A visit as the person on it sees it."""
    project, channel = visit.channel.project, visit.channel
    is_open = visit.state == Participation.State.ARRIVED
    holds = is_open and held_work(visit).exists()
    newest = visit.deliveries.order_by("-pk").first()
    stage = project.recipe.stage(channel.stage_key) if channel.stage_key else None
    return schemas.Participation(
        id=visit.pk,
        project=schemas.VisitedProject(id=project.pk, name=project.name),
        platform=adapters.get(channel.adapter).title,
        stage=schemas.VisitedStage(key=stage.key, title=stage.title, title_code=stage.title_code)
        if stage
        else None,
        state="working" if holds else Participation.State(visit.state),
        # A preview is a page of its own, without a session: nobody who asks here is in one.
        preview=False,
        next="submit" if holds else "claim" if is_open else "done",
        hit=newest.hit_id if newest else None,
        completion=None if is_open else completion_of(visit),
    )


def completion_of(visit: Participation) -> Completion:
    """Return what the browser does at the end of a visit; nothing where it was given back."""
    if visit.state != Participation.State.SUBMITTED:
        return Completion(kind="none")
    return adapters.get(visit.channel.adapter).completion(
        settings_of(visit.channel),
        facts={**visit.facts, "person": visit.external_person},
        session=visit.external_session,
        outcome=cast(Outcome, visit.outcome or "completed"),
    )


def completion_after(user: User, hit_id: int) -> Completion:
    """Return what the browser does after one's HIT.

    Raises:
        NotFound: it is not theirs.
        Conflict: it is not handed in.
    """
    hit = Hit.objects.filter(pk=hit_id, annotator=user).first()
    if hit is None:
        raise errors.NotFound
    if hit.state != Hit.State.SUBMITTED:
        raise errors.Conflict(Message("hit_not_submitted"))
    delivery = (
        Delivery.objects.filter(hit=hit).select_related("participation__channel__project").first()
    )
    return completion_of(delivery.participation) if delivery else Completion(kind="none")
