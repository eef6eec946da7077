"""Visits: what was handed in during them, how they end, and what is given back then."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Case, When

from annotate.core import clock, errors
from annotate.core.prepared import Parameter, Prepared
from annotate.crowd import adapters
from annotate.crowd.models import Delivery, Participation
from annotate.crowd.selectors.channels import held_work
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Assignment, Purpose
from annotate.workflow.schemas.work import Gate
from annotate.workflow.services import claim
from annotate.workflow.services.release import hand_back

# A HIT counts as work whatever is mixed into it; practice and tests are not paid.
_PAID = (Purpose.WORK, Purpose.GOLD)
# Gates that no consent and no practice opens.
_FINAL = ("test_failed", "history", "locale", "blocked", "author")


def end(*, visit: Participation, state: Participation.State, reason: str) -> bool:
    """End a visit and hand back what is held in it; False if it had ended in this way before.

    What was handed in stays: it is the project's, whether or not it will be paid.
    """
    before = [Participation.State.ARRIVED]
    if state in (Participation.State.RETURNED, Participation.State.REJECTED):
        before.append(Participation.State.SUBMITTED)
    with transaction.atomic():
        # A claim locks the membership, too: it comes before, and is handed back here, or after,
        # and finds that the visit has ended.
        members = Membership.objects.select_for_update(no_key=True)
        members.filter(project=visit.channel.project_id, user=visit.user_id).first()
        # Work before visits, as when work is handed in: nobody waits for one who waits for them.
        hand_back(held_work(visit).values_list("pk", flat=True), reason=reason, actor=None)
        ended = Participation.objects.filter(pk=visit.pk, state__in=before).update(
            state=state, ended_at=clock.now()
        )
        if not ended:
            transaction.set_rollback(True)
            return False
    visit.state = state
    return True


# Asked at every submission where there are channels, so it is built and planned once.
_ON_A_VISIT = Prepared(
    lambda: Participation.objects.filter(
        user__assignments=Parameter("assignment"), state=Participation.State.ARRIVED
    )
)


def note_submitted(project: Project, assignments: Sequence[Assignment]) -> None:
    """Write down the delivery of somebody who is on a visit (a listener of the workflow).

    What is submitted together was done by one person.
    """
    if not project.has_channels or _ON_A_VISIT.first(assignment=assignments[0].pk) is None:
        return
    handed_in = Assignment.objects.filter(pk__in=[each.pk for each in assignments]).select_related(
        "hit", "task"
    )
    for assignment in handed_in.order_by("position", "pk"):
        visit = open_visit(assignment.project_id, assignment.annotator_id, lock=True)
        if visit is not None:
            _deliver(visit, assignment)


def open_visit(project_id: int, user_id: int, *, lock: bool = False) -> Participation | None:
    """The visit that somebody is on in a project."""
    visits = Participation.objects.filter(
        user=user_id, channel__project=project_id, state=Participation.State.ARRIVED
    )
    if lock:
        visits = visits.select_for_update(of=("self",), no_key=True)
    return visits.select_related("channel__project").order_by("-pk").first()


def _deliver(visit: Participation, assignment: Assignment) -> None:
    hit = assignment.hit
    if (hit.purpose if hit else assignment.task.purpose) not in _PAID:
        return
    what = {"hit": hit} if hit else {"assignment": assignment}
    _, is_new = Delivery.objects.get_or_create(
        **what, defaults={"participation": visit, "at": clock.now()}
    )
    wanted = adapters.get(visit.channel.adapter).hits_per_visit
    if is_new and wanted is not None and visit.deliveries.count() >= wanted:
        _close(visit, Participation.Outcome.COMPLETED)


def _close(visit: Participation, outcome: Participation.Outcome) -> None:
    Participation.objects.filter(pk=visit.pk, state=Participation.State.ARRIVED).update(
        state=Participation.State.SUBMITTED, outcome=outcome, ended_at=clock.now()
    )
    visit.state, visit.outcome = Participation.State.SUBMITTED, outcome


# Asked there at every claim of people without a password: one of their visits, an open one
# where there is one.
_VISIT = Prepared(
    lambda: (
        Participation.objects.filter(user=Parameter("user"), channel__project=Parameter("project"))
        .annotate(
            is_open=Case(
                When(
                    state=Participation.State.ARRIVED,
                    channel__stage_key__in=["", Parameter("stage")],
                    then=1,
                ),
                default=0,
            )
        )
        .order_by("-is_open")[:1]
    )
)


def gate(membership: Membership, user: User, stage: StageSpec) -> Gate | None:
    """Keep people of a channel from more work than their visit is for (asked by the workflow)."""
    if not membership.project.has_channels or user.has_usable_password():
        return None
    visit: Any = _VISIT.first(user=user.pk, project=membership.project_id, stage=stage.key)
    if visit is None or visit.is_open:
        return None
    return Gate.of(Message("visit_ended"), reason="blocked", data={"visit_ended": True})


def finish(*, visit: Participation) -> Participation:
    """End a visit in which no more can be done: nothing is left, or they may not work.

    The reason is found out here, never taken from the browser: each has a code of its own that
    is worth money.

    Raises:
        Conflict: there is work for them, or something to do before it.
    """
    if visit.state != Participation.State.ARRIVED:
        return visit
    if held_work(visit).exists():
        raise errors.Conflict(Message("holds_work"))
    with transaction.atomic():
        if visit.deliveries.exists():
            _close(visit, Participation.Outcome.COMPLETED)
        else:
            _close(visit, _why_no_work(visit))
    return visit


def _why_no_work(visit: Participation) -> Participation.Outcome:
    """Why somebody gets no work, found out by asking for some exactly as they would."""
    project = visit.channel.project
    if project.state != Project.State.ACTIVE:
        return Participation.Outcome.NO_WORK
    stage_key = visit.channel.stage_key or None
    with transaction.atomic():
        claimed = claim(project=project, annotator=visit.user, stage_key=stage_key)
        if claimed.hit or claimed.assignment:
            raise errors.Conflict(Message("work_left"))
    if claimed.gate is None:
        return Participation.Outcome.NO_WORK
    if claimed.gate.reason not in _FINAL:
        gate = {"code": claimed.gate.message_code, "params": claimed.gate.params}
        raise errors.Conflict(Message.from_json(gate), code="not_ready")
    return Participation.Outcome.SCREENED_OUT
