"""What people are told, and how they want to be told it, as requests and responses say it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import Field

from annotate.core.schemas import Changes, Notice, PageQuery, Schema
from annotate.messages import Message
from annotate.notifications import models
from annotate.notifications.paths import DECIDES_PATH, path_of
from annotate.notifications.subjects import SUBJECTS, Kind, Mail


class NamedProject(Schema):
    id: int
    name: str


def sentence(kind: str, count: int, data: Mapping[str, Any]) -> Message:
    """What is said of a row; what only its page depends on is left out."""
    params = {
        name: Message.from_json(value) if isinstance(value, Mapping) else value
        for name, value in data.items()
        if name not in DECIDES_PATH
    }
    return Message(f"told_{kind}", **params, count=count)


class Notification(Notice):
    """`count` is how often it happened while unread, or how many there are now."""

    id: int
    kind: Kind
    project: NamedProject
    path: Annotated[str, Field(description="The page on which something can be done about it.")]
    count: int
    updated_at: datetime
    read_at: datetime | None

    @classmethod
    def of_row(cls, row: models.Notification) -> Self:
        return cls.of(
            sentence(row.kind, row.count, row.data),
            id=row.pk,
            kind=row.kind,
            project=NamedProject.from_row(row.project),
            path=path_of(row.project_id, row.kind, row.data),
            count=row.count,
            updated_at=row.updated_at,
            read_at=row.read_at,
        )


class NotificationsQuery(PageQuery):
    unread: Annotated[bool, Field(description="Only what is unread.")] = False


class UnreadNotifications(Schema):
    count: int


class NotificationChoice(Schema):
    """How somebody is told of one kind: in the product, and by mail."""

    kind: Kind
    is_shown: bool
    mail: Mail

    @classmethod
    def standard(cls, kind: Kind) -> "NotificationChoice":
        return cls(kind=kind, is_shown=True, mail=SUBJECTS[kind].mail)


class NotificationChoices(Schema):
    """`mail_is_set_up` says whether this installation sends mail at all, `address` to where."""

    mail_is_set_up: bool
    address: str
    choices: list[NotificationChoice]


class NotificationChoiceChanges(Changes):
    is_shown: bool | None = None
    mail: Mail | None = None
