"""Ask people of the largest person in an image, one image at a time, and keep what they say."""

from django.db import transaction

from annotate.core import clock, errors
from annotate.evaluation.group_models import CANNOT_TELL, GroupAnswer, GroupReading, GroupScheme
from annotate.evaluation.selectors import group_questions as questions
from annotate.evaluation.selectors.group_questions import Asked, State
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.access import Access
from annotate.projects.models import Membership, Project


def ask(granted: Access) -> Asked:
    """Give somebody the next image to say something of, or the one they hold.

    Raises:
        NotFound: the project does not ask.
        Conflict: it is paused, or asks something else of them before they work.
    """
    user, at = granted.user, clock.now()
    with transaction.atomic():
        scheme = _locked(granted.project)
        _may(granted, user)
        if not questions.has_read(scheme, user):
            return Asked(scheme, has_read=False, question=None, answered=0, left=0)
        question = _held(scheme, user)
        if question is None:
            sample = questions.next_of(questions.open_for(scheme, user, at), scheme, user)
            if sample is not None:
                question = GroupAnswer.objects.create(
                    scheme=scheme, sample=sample, person=user, asked_at=at
                )
        return questions.asked_now(scheme, user, question)


def _locked(project: Project) -> GroupScheme:
    """The scheme, so that no more people are asked about an image than are wanted."""
    rows = GroupScheme.objects.select_for_update(no_key=True).filter(project=project)
    scheme = rows.filter(is_enabled=True).first()
    if scheme is None:
        raise errors.NotFound(Message("groups_not_asked"))
    scheme.project = project
    return scheme


def _may(granted: Access, user: User) -> None:
    if granted.project.state != Project.State.ACTIVE:
        raise errors.Conflict(Message("groups_paused"))
    membership = granted.membership
    if not (isinstance(membership, Membership) and questions.may_work(membership, user)):
        raise errors.Conflict(Message("groups_after_entry"))


def _held(scheme: GroupScheme, user: User) -> GroupAnswer | None:
    """What they were asked and have not answered, asked anew; dropped where it is not wanted."""
    at = clock.now()
    rows = scheme.answers.filter(person=user, state=State.ASKED)
    held = rows.select_related("sample__image").first()
    if held is None:
        return None
    mine = scheme.answers.filter(pk=held.pk)
    is_live = held.asked_at > at - questions.LEASE
    if is_live and questions.sees_asked(user, held.sample.image):
        mine.update(asked_at=at)
        return held
    # Others may have been asked meanwhile: it comes back only where there is still room.
    mine.delete()
    return None


def read(granted: Access, *, version: int) -> None:
    """Note that somebody has read the guideline of this version.

    Raises:
        NotFound: the project does not ask.
        Conflict: there is a newer version.
    """
    scheme = questions.enabled_scheme(granted.project)
    if scheme is None:
        raise errors.NotFound(Message("groups_not_asked"))
    if version != scheme.guideline_version:
        raise errors.Conflict(Message("groups_guideline_changed"))
    GroupReading.objects.update_or_create(
        scheme=scheme, person=granted.user, defaults={"version": version}
    )


def answer(*, question: GroupAnswer, value: str | None) -> None:
    """Keep what somebody says; None is "cannot tell".

    Raises:
        Invalid: it is none of the values that there are.
        Conflict: the guideline changed, or the question was taken back meanwhile.
    """
    scheme = question.scheme
    if value is not None and value not in scheme.values:
        raise errors.Invalid.field("value", Message("groups_unknown_value", values=scheme.values))
    if question.person is None or not questions.has_read(scheme, question.person):
        raise errors.Conflict(Message("groups_guideline_changed"))
    _end(question, State.ANSWERED, CANNOT_TELL if value is None else value)


def skip(*, question: GroupAnswer) -> None:
    """Pass the image on: this person is not asked about it again.

    Raises:
        Conflict: the question was taken back meanwhile.
    """
    _end(question, State.SKIPPED, CANNOT_TELL)


def _end(question: GroupAnswer, state: str, value: str) -> None:
    at = clock.now()
    live = GroupAnswer.objects.filter(
        pk=question.pk, state=State.ASKED, asked_at__gt=at - questions.LEASE
    )
    if live.update(state=state, value=value, answered_at=at) != 1:
        raise errors.Conflict(Message("groups_question_over"))
