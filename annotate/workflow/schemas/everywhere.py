"""What is found over all projects that somebody may read."""

from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Id, Schema, Text
from annotate.people.schemas import Person
from annotate.workflow.schemas.samples import Excerpt


class EverywhereQuery(Schema):
    """The words that are looked for; nothing is found by none."""

    search: Annotated[
        Annotated[str, Text(200, min_length=0)],
        Field(description="Words, or how they begin. Each of them must be there."),
    ] = ""
    project: Annotated[
        Id | None, Field(description="Whose samples come first, such as where somebody is.")
    ] = None


class FoundProject(Schema):
    id: int
    name: str
    description: str


class FoundSample(Schema):
    """A sample with the surroundings of the words in what was said about it."""

    id: int
    name: str
    external_id: str
    excerpt: Excerpt | None


class SamplesOfProject(Schema):
    """The newest samples of one project that have the words."""

    project: FoundProject
    samples: list[FoundSample]
    more: Annotated[bool, Field(description="There are others in this project.")]


class FoundPerson(Schema):
    """Somebody one may know of, with a project whose members one may list that they are in."""

    user: Person
    project: Annotated[FoundProject | None, Field(description="Null for admins alone.")]


class Everywhere(Schema):
    projects: list[FoundProject]
    samples: list[SamplesOfProject]
    people: list[FoundPerson]
