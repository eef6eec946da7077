"""The home of those who lead or review: what needs them, and how their projects are."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Notice, Schema
from annotate.projects.models import Project, Role
from annotate.projects.needs import NeedKind
from annotate.workflow.schemas.parts import NamedProject

SetupStep = Literal["images", "seeds", "people"]


class HomeNeed(Notice):
    """One thing that waits for this person; it is gone once it is settled."""

    kind: NeedKind
    project: Annotated[
        NamedProject | None, Field(description="Null for what belongs to no project.")
    ]
    count: int
    since: Annotated[
        datetime | None,
        Field(description="When the oldest of them began to wait; null where nothing tells."),
    ]
    path: Annotated[str, Field(description="The page that settles it.")]


class Home(Schema):
    leads: Annotated[
        bool, Field(description="Whether they lead or review a project that is not put away.")
    ]
    needs: Annotated[list[HomeNeed], Field(description="The most urgent first.")]
    left_off: Annotated[int, Field(description="How many more there are than are listed.")]


class HomeProject(Schema):
    """One project at a glance."""

    id: int
    name: str
    state: Project.State
    role: Role
    samples: Annotated[int, Field(description="Without those that were taken out.")]
    done: int
    active_today: Annotated[
        int, Field(description="People who handed something in during the last 24 hours.")
    ]
    active_this_week: Annotated[int, Field(description="As before, in the last seven days.")]
    last_activity: Annotated[
        datetime | None, Field(description="When somebody last handed in or skipped a task.")
    ]
    setup: Annotated[
        list[SetupStep],
        Field(description="What is to be done before the first answer; empty after it."),
    ]
