"""Threads of comments: who may read and be named in them, and what those who are blind see."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import Q, QuerySet

from annotate.core import errors
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects import access
from annotate.projects.access import Asker
from annotate.projects.models import Membership, Role
from annotate.workflow.models import Assignment, Comment, Sample
from annotate.workflow.schemas import comments as schemas
from annotate.workflow.selectors.views import own_assignment

READERS = (Role.LEAD, Role.REVIEWER)
_WORKED = (Assignment.State.LIVE, Assignment.State.SUBMITTED)


@dataclass(frozen=True)
class Discussion:
    """The comments of a sample as one person may see them.

    `own` is None for those who read everybody's work; for whoever annotated the sample it is their
    own answer, and then nobody has a name.
    """

    sample: Sample
    user: User
    role: Role
    own: Assignment | None = None


@dataclass(frozen=True)
class OwnComment:
    """A comment that one may change, because one has written it and may still read it."""

    comment: Comment
    user: User


def discussion(asker: Asker, sample_id: int) -> Discussion:
    """The comments of a sample for a lead or a reviewer."""
    rows = Sample.objects.select_related("project")
    sample = errors.existing(rows.filter(pk=sample_id).first())
    granted = access.reader(asker, sample.project_id)
    return Discussion(sample, granted.user, granted.role)


def own_discussion(asker: Asker, assignment_id: int) -> Discussion:
    """The comments on a sample for who annotated it, where the project lets annotators comment.

    Raises:
        NotFound: it is not theirs, was not handed in, its image was withdrawn, or they are blocked.
        Forbidden: in this project those who annotate do not take part.
    """
    assignment = own_assignment(cast(User, asker), assignment_id)
    granted = access.unblocked(asker, assignment.project_id)
    sample = Sample.objects.select_related("project").get(pk=assignment.sample_id)
    if assignment.state != Assignment.State.SUBMITTED or sample.state == Sample.State.WITHDRAWN:
        raise errors.NotFound
    if not granted.project.annotators_comment:
        raise errors.Forbidden
    return Discussion(sample, granted.user, granted.role, own=assignment)


def resolvable(asker: Asker, comment_id: int) -> OwnComment:
    """The first comment of a thread for a lead or a reviewer, who may all resolve it."""
    rows = Comment.objects.filter(thread=None).select_related("project", "sample")
    comment = errors.existing(rows.filter(pk=comment_id).first())
    return OwnComment(comment, access.reader(asker, comment.project_id).user)


def own_comment(asker: Asker, comment_id: int) -> OwnComment:
    """A comment of one's own, while one may take part; nobody else's is found."""
    user = cast(User, asker)
    rows = Comment.objects.filter(author=user, deleted_at=None)
    comment = errors.existing(
        rows.select_related("project", "sample").filter(pk=comment_id).first()
    )
    granted = access.unblocked(asker, comment.project_id)
    if granted.role not in READERS and not granted.project.annotators_comment:
        raise errors.Forbidden
    return OwnComment(comment, user)


def people_of(sample: Sample) -> list[Membership]:
    """Who may read the comments of a sample: nobody else can be named in them."""
    may = Q(role__in=READERS)
    if sample.project.annotators_comment:
        worked = Assignment.objects.filter(sample=sample, state__in=_WORKED)
        may |= Q(user__in=worked.values("annotator"))
    members = Membership.objects.filter(may, project=sample.project_id, is_blocked=False)
    return list(members.select_related("user").order_by("user__username"))


def visible(talk: Discussion) -> QuerySet[Comment]:
    """The comments of a sample, the first of each thread before its answers."""
    rows = Comment.objects.filter(sample=talk.sample)
    if talk.own is not None:
        # What is said of others' answers would tell what they wrote.
        first = Q(annotation=None) | Q(annotation=talk.own.answer_id)
        own = Comment.objects.filter(first, sample=talk.sample, thread=None)
        rows = rows.filter(Q(thread=None) & first | Q(thread__in=own))
    return (
        rows.select_related("author", "resolved_by")
        .prefetch_related("mentions__user")
        .order_by("pk")
    )


def threads(talk: Discussion) -> schemas.Threads:
    """All that one may read of what is said about a sample."""
    members = people_of(talk.sample)
    roles = {member.user_id: member.role for member in members}
    replies: dict[int, list[Comment]] = defaultdict(list)
    firsts: list[Comment] = []
    for comment in visible(talk):
        if comment.thread_id is None:
            firsts.append(comment)
        else:
            replies[comment.thread_id].append(comment)
    return schemas.Threads(
        threads=[
            _thread(talk, first, [first, *replies[first.pk]], roles)
            for first in firsts
            if _is_left(first, replies[first.pk])
        ],
        people=[] if talk.own else [Person.of(member.user) for member in members],
    )


def _is_left(first: Comment, replies: Iterable[Comment]) -> bool:
    """Whether anything is left of a thread: one that was taken back altogether is gone."""
    return first.deleted_at is None or any(reply.deleted_at is None for reply in replies)


def _thread(
    talk: Discussion, first: Comment, comments: Sequence[Comment], roles: dict[int, str]
) -> schemas.Thread:
    by = first.resolved_by
    return schemas.Thread(
        id=first.pk,
        place=schemas.CommentPlace.of(first),
        resolved_at=first.resolved_at,
        resolved_by=Person.of(by) if by is not None and talk.own is None else None,
        comments=[_comment(talk, comment, roles) for comment in comments],
    )


def _comment(talk: Discussion, comment: Comment, roles: dict[int, str]) -> schemas.Comment:
    named = [mention.user for mention in comment.mentions.all()]
    is_mine = comment.author_id == talk.user.pk
    is_blind = talk.own is not None and not is_mine
    return schemas.Comment(
        id=comment.pk,
        author=None if is_blind else Person.of(comment.author),
        author_role="me" if is_mine else _role(comment.author, roles),
        body=_without_names(comment.body, named) if is_blind else comment.body,
        mentions=[] if is_blind else [Person.of(user) for user in named],
        created_at=comment.created_at,
        edited_at=comment.edited_at,
        is_deleted=comment.deleted_at is not None,
    )


def _role(author: User, roles: dict[int, str]) -> schemas.Author:
    """What somebody is here; an admin who is no member speaks as a lead does."""
    match roles.get(author.pk):
        case Role.REVIEWER:
            return "reviewer"
        case Role.LEAD:
            return "lead"
        case None if author.is_admin:
            return "lead"
    return "annotator"


def _without_names(body: str, named: Sequence[User]) -> str:
    for user in named:
        body = re.sub(rf"@{re.escape(user.username)}", "@…", body, flags=re.IGNORECASE)
    return body
