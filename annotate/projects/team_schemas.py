"""Teams of a project as requests and responses say them."""

from typing import Annotated

from pydantic import AfterValidator, Field

from annotate.core.schemas import Changes, Id, Schema, Text
from annotate.projects import models

# "" where the team is for a skill.
Language = Annotated[
    str,
    Field(
        max_length=35,
        pattern=r"^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$",
        description="The tag of the language (BCP 47), empty for a skill.",
    ),
]
TeamName = Annotated[str, Text(100), AfterValidator(lambda name: " ".join(name.split()))]
MemberIds = Annotated[list[Id], Field(max_length=1000)]


class Team(Schema):
    """People who share a skill or a language, by which stages choose whom they ask."""

    id: int
    key: Annotated[str, Field(description="By which stages and members name it; it never changes.")]
    name: str
    basis: models.Team.Basis
    language: str
    members: Annotated[int, Field(description="How many members of the project are in it.")]
    stages: Annotated[list[str], Field(description="The keys of the stages that ask for it.")]


class NewTeam(Schema):
    name: TeamName
    basis: models.Team.Basis = models.Team.Basis.SKILL
    language: Language = ""


class TeamChanges(Changes):
    name: TeamName | None = None
    basis: models.Team.Basis | None = None
    language: Language | None = None


class TeamPeople(Schema):
    """Members who come into a team, and who leave it; of others nothing changes."""

    into: MemberIds = []
    out: MemberIds = []
