"""What people say about a sample: said, changed, taken back, resolved."""

import re
from collections.abc import Collection

from django.db import transaction

from annotate import kinds
from annotate.core import clock, errors
from annotate.kinds.capabilities import MarksObjects
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.workflow.answers import text_at
from annotate.workflow.models import Annotation, Comment, Mention, Sample
from annotate.workflow.schemas.comments import NewCommentPlace
from annotate.workflow.selectors.comments import people_of
from annotate.workflow.services.mentions import tell_named

# What a sample may have: more is a conversation for elsewhere, and a page that nobody reads.
MOST = 500
_NAME = re.compile(r"(?<![\w@.+-])@([\w.@+-]{2,150})")


def add_comment(
    *,
    sample: Sample,
    author: User,
    body: str,
    thread_id: int | None = None,
    place: NewCommentPlace | None = None,
    threads: Collection[int] | None = None,
) -> Comment:
    """Say something about a sample, in a thread of its own or in one there is.

    Args:
        place: what a new thread is about; None for the sample as a whole, and in an answer.
        threads: those that the author may answer in; all of the sample where not said.

    Raises:
        Invalid: the thread or the place is not of this sample, or an answer has a place.
        Conflict: so much was said about the sample that nothing more can be.
    """
    with transaction.atomic():
        Sample.objects.select_for_update(no_key=True).get(pk=sample.pk)
        if sample.comments.count() >= MOST:
            raise errors.Conflict(Message("too_many_comments", count=MOST))
        thread = _thread(sample, thread_id, threads) if thread_id is not None else None
        if thread is not None and place is not None:
            raise errors.Invalid.field("place", Message("comment_place_of_reply"))
        comment = Comment(
            project=sample.project,
            sample=sample,
            thread=thread,
            author=author,
            body=body,
            created_at=clock.now(),
        )
        if place is not None:
            _put(comment, place)
        comment.save()
        _mention(comment)
    return comment


def _thread(sample: Sample, thread_id: int, threads: Collection[int] | None) -> Comment:
    found = Comment.objects.filter(sample=sample, thread=None, pk=thread_id).first()
    if found is None or (threads is not None and thread_id not in threads):
        raise errors.Invalid.field("thread", Message("comment_no_such_thread"))
    return found


def _put(comment: Comment, place: NewCommentPlace) -> None:
    """Note what a thread is about, once it is sure that the sample has it."""
    rows = Annotation.objects.filter(sample=comment.sample, pk=place.annotation)
    annotation = rows.first()
    if annotation is None:
        raise errors.Invalid.field("place.annotation", Message("comment_no_such_answer"))
    if place.object:
        _check_object(annotation, place.object)
    text = text_at(annotation.value, place.path) if place.path else None
    if place.path and text is None:
        raise errors.Invalid.field("place.path", Message("comment_no_such_text", path=place.path))
    if place.span is not None:
        start, end = place.span.start, place.span.end
        if text is None or not start < end <= len(text):
            raise errors.Invalid.field("place.span", Message("comment_span_outside"))
        comment.start, comment.end = start, end
    comment.annotation = annotation
    comment.path = place.path
    comment.object_key = place.object


def _check_object(annotation: Annotation, key: str) -> None:
    kind = kinds.get(annotation.kind)
    marked = kind.marked_objects(annotation.value) if isinstance(kind, MarksObjects) else []
    if key not in {item["id"] for item in marked}:
        raise errors.Invalid.field("place.object", Message("comment_no_such_object"))


def edit_comment(*, comment: Comment, body: str) -> None:
    """Say it in other words; who is named in them for the first time is told.

    Raises:
        Conflict: it was taken back in the meantime.
    """
    with transaction.atomic():
        _change(comment, body=body, edited_at=clock.now())
        comment.body = body
        _mention(comment)


def delete_comment(*, comment: Comment, actor: User) -> None:
    """Take a comment back: its words are gone for good, its place in the thread stays."""
    with transaction.atomic():
        _change(comment, body="", deleted_at=clock.now())
        comment.mentions.all().delete()
        audit(
            project=comment.project,
            actor=actor,
            verb="comment.deleted",
            target=str(comment.pk),
            sample=comment.sample_id,
        )


def _change(comment: Comment, **values: object) -> None:
    if Comment.objects.filter(pk=comment.pk, deleted_at=None).update(**values) != 1:
        raise errors.Conflict(Message("comment_deleted"))


def resolve_thread(*, thread: Comment, actor: User, resolved: bool) -> None:
    """Note that a thread is settled, or open again; a second time changes nothing."""
    rows = Comment.objects.filter(pk=thread.pk, resolved_at__isnull=resolved)
    with transaction.atomic():
        changed = rows.update(
            resolved_at=clock.now() if resolved else None, resolved_by=actor if resolved else None
        )
        if changed:
            verb = "comment.resolved" if resolved else "comment.reopened"
            audit(
                project=thread.project,
                actor=actor,
                verb=verb,
                target=str(thread.pk),
                sample=thread.sample_id,
            )


def _mention(comment: Comment) -> None:
    """Keep who is named, of those who may read it, and tell of those who were not before."""
    names = _names(comment.body)
    readers = people_of(comment.sample) if names else []
    named = {
        member.user_id
        for member in readers
        if member.user.username.casefold() in names and member.user_id != comment.author_id
    }
    before = set(comment.mentions.values_list("user_id", flat=True))
    comment.mentions.exclude(user__in=named).delete()
    new = sorted(named - before)
    Mention.objects.bulk_create([Mention(comment=comment, user_id=pk) for pk in new])
    if new:
        tell_named(comment, new)


def _names(body: str) -> set[str]:
    """Whom a text may name; a full stop behind a name may be the name's or the sentence's."""
    found = {name.casefold() for name in _NAME.findall(body)}
    return found | {name.rstrip(".-+@") for name in found}
