"""Connections of the installation as requests and responses say them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate import backends
from annotate.core.schemas import Changes, Schema
from annotate.seeding.schemas import ConnectionName, Secrets, SettingValues


class UsingProject(Schema):
    id: int
    name: str


class Shared(Schema):
    """A connection of the installation as admins see it, never with a secret."""

    id: int
    name: str
    backend: str
    title: str
    roles: list[backends.Role]
    settings: SettingValues
    has_secrets: dict[str, bool]
    projects: Annotated[list[UsingProject], Field(description="Those that use it.")]
    created_at: datetime
    disabled_at: Annotated[
        datetime | None, Field(description="Since when nobody is answered through it.")
    ]


class SharedChanges(Changes):
    name: ConnectionName | None = None
    settings: SettingValues | None = None
    secrets: Secrets | None = None
    disabled: bool | None = None


class OfferedConnection(Schema):
    """A connection of the installation as leads see it: without address, settings and secrets."""

    id: int
    name: str
    backend: str
    title: str
    roles: list[backends.Role]
    connection: Annotated[
        int | None, Field(description="The project's own connection to it, once it has taken it.")
    ]
