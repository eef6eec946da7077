"""What the server says of projects, jobs, imports, exports, people and images, as typed values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from annotate_client.shapes import Shape


@dataclass(frozen=True, kw_only=True)
class Notice(Shape):
    """Something the server tells people, with what to do about it."""

    schema: ClassVar[str] = "Notice"
    message: str
    remedy: str | None = None

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}" if self.remedy else self.message


@dataclass(frozen=True, kw_only=True)
class Stage(Shape):
    """One step of a recipe: what people are asked, and how often."""

    schema: ClassVar[str] = "StageSpec"
    key: str
    title: str
    kind: str
    mode: str
    rounds: int
    seeded: bool
    about: str | None = None
    settings: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Recipe(Shape):
    """The stages of a project, in their order."""

    schema: ClassVar[str] = "Recipe"
    name: str
    title: str
    description: str
    stages: tuple[Stage, ...]


@dataclass(frozen=True, kw_only=True)
class Counts(Shape):
    schema: ClassVar[str] = "ProjectCounts"
    samples: int
    done: int
    members: int


@dataclass(frozen=True, kw_only=True)
class ProjectFacts(Shape):
    """What the server says of a project; `Project` is what one does with it."""

    schema: ClassVar[str] = "Project"
    id: int
    name: str
    description: str
    state: str
    role: str | None
    recipe: Recipe | None
    counts: Counts
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class Person(Shape):
    schema: ClassVar[str] = "Person"
    id: int
    username: str
    display_name: str


@dataclass(frozen=True, kw_only=True)
class Member(Shape):
    """Somebody in a project."""

    schema: ClassVar[str] = "Member"
    id: int
    user: Person
    role: str
    is_blocked: bool
    joined_at: datetime


@dataclass(frozen=True, kw_only=True)
class Link(Shape):
    """A new invitation; its address is said once."""

    schema: ClassVar[str] = "CreatedInvitation"
    id: int
    role: str
    url: str
    uses_left: int
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class JobError(Shape):
    schema: ClassVar[str] = "JobError"
    code: str
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class JobFacts(Shape):
    """What the server says of a background job; `Job` is what one does with it."""

    schema: ClassVar[str] = "Job"
    id: int
    name: str
    title: str
    state: str
    done: int
    total: int
    note: Notice | None
    error: JobError | None
    waiting: Notice | None


@dataclass(frozen=True, kw_only=True)
class RowCounts(Shape):
    schema: ClassVar[str] = "ImportCounts"
    total: int
    added: int
    skipped: int
    failed: int


@dataclass(frozen=True, kw_only=True)
class RowError(Shape):
    """Why one row was not brought in."""

    schema: ClassVar[str] = "RowError"
    row: int
    name: str
    field: str
    code: str
    message: str
    remedy: str | None

    def __str__(self) -> str:
        words = f"{self.name or f'row {self.row}'}: {self.message}"
        return f"{words} {self.remedy}" if self.remedy else words


@dataclass(frozen=True, kw_only=True)
class UnusedFile(Shape):
    """A file that came with an import and was not used, and why."""

    schema: ClassVar[str] = "UnusedFile"
    name: str
    message: str
    remedy: str | None


@dataclass(frozen=True, kw_only=True)
class Import(Shape):
    """What was brought in of one file."""

    schema: ClassVar[str] = "Import"
    id: int
    source: str
    format: str
    dry_run: bool
    state: str
    counts: RowCounts
    errors: tuple[RowError, ...]
    understood: Mapping[str, Any] | None
    unused_count: int
    unused: tuple[UnusedFile, ...]
    job: JobFacts | None


@dataclass(frozen=True, kw_only=True)
class SeedImport(Shape):
    schema: ClassVar[str] = "SeedImport"
    counts: RowCounts
    errors: tuple[RowError, ...]


@dataclass(frozen=True, kw_only=True)
class Export(Shape):
    """One export as the server keeps it."""

    schema: ClassVar[str] = "Export"
    id: int
    format: str
    state: str
    samples: int
    size_bytes: int
    sha256: str
    left_out: Mapping[str, int]
    job: JobFacts | None


@dataclass(frozen=True, kw_only=True)
class Image(Shape):
    """An image of a project; width and height are pixels of the upright picture."""

    schema: ClassVar[str] = "Image"
    id: int
    name: str
    external_id: str
    sha256: str
    width: int
    height: int
    split: str
    metadata: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Sample(Shape):
    """An image on its way through the stages of a project."""

    schema: ClassVar[str] = "Sample"
    id: int
    state: str
    external_id: str
    stage: str
    round: int
    split: str
    updated_at: datetime


@dataclass(frozen=True, kw_only=True)
class Format(Shape):
    """A format that can be exported or brought in."""

    schema: ClassVar[str] = "FormatEntry"
    name: str
    title: str
    summary: str
