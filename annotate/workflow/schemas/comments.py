"""Threads of comments on a sample, as those who lead and review see them, and who annotated it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Id, Schema, Text
from annotate.people.schemas import Person
from annotate.workflow import models

Body = Annotated[str, Text(2000)]


class CommentSpan(Schema):
    """Code points of a text, the end not included."""

    start: Annotated[int, Field(ge=0, le=2_000_000)]
    end: Annotated[int, Field(ge=1, le=2_000_000)]


class NewCommentPlace(Schema):
    """What a thread is about: an answer as a whole, a text of it, some words, or an object."""

    annotation: Id
    path: Annotated[str, Text(200, min_length=0)] = ""
    span: CommentSpan | None = None
    object: Annotated[
        str, Text(200, min_length=0), Field(description="The id of an object in the answer.")
    ] = ""


class CommentPlace(Schema):
    """What a thread is about, as it was said when it was begun."""

    annotation: int
    path: str
    span: CommentSpan | None
    object: str

    @classmethod
    def of(cls, comment: models.Comment) -> "CommentPlace | None":
        if comment.annotation_id is None:
            return None
        span = None
        if comment.start is not None and comment.end is not None:
            span = CommentSpan(start=comment.start, end=comment.end)
        return cls(
            annotation=comment.annotation_id,
            path=comment.path,
            span=span,
            object=comment.object_key,
        )


class NewComment(Schema):
    """The first of a thread, or an answer in one, which is about what the thread is about."""

    body: Body
    thread: Id | None = None
    place: NewCommentPlace | None = None


class NewOwnComment(Schema):
    """What somebody says about a sample they have worked on."""

    body: Body
    thread: Id | None = None


class CommentEdit(Schema):
    body: Body


class CommentResolution(Schema):
    resolved: bool


Author = Literal["me", "lead", "reviewer", "annotator"]


class Comment(Schema):
    """One comment. To annotators nobody has a name: they see a lead, a reviewer, an annotator."""

    id: int
    author: Person | None
    author_role: Author
    body: Annotated[str, Field(description="Empty once it has been taken back.")]
    mentions: Annotated[list[Person], Field(description="Whom it names, of those who may see it.")]
    created_at: datetime
    edited_at: datetime | None
    is_deleted: bool


class Thread(Schema):
    id: int
    place: CommentPlace | None
    resolved_at: datetime | None
    resolved_by: Person | None
    comments: list[Comment]


class Threads(Schema):
    """The threads of a sample in the order they were begun, and who may be named in them."""

    threads: list[Thread]
    people: list[Person]
