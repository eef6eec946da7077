"""Releases as requests and responses say them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.jobs import schemas as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import JsonObject, PageQuery, Schema, Text
from annotate.exchange.releases import datasheet
from annotate.exchange.releases.merge import Change
from annotate.exchange.schemas import ExportFormat, LeftOut
from annotate.images.models import Image

Name = Annotated[str, Text(100), Field(description="What all versions of the dataset are called.")]
Version = Annotated[
    str,
    Text(50),
    Field(description="A semantic version, higher than the last of that name: 1.0.0, 1.1.0-rc.1."),
]
_Approved = Annotated[bool, Field(description="Only what a lead approved, as for exports.")]
_Split = Annotated[Image.Split, Field(description="Only its images; empty: all.")]


class ReleaseScope(Schema):
    """Which samples are wanted; whole ones always."""

    only_approved: _Approved = False
    split: _Split = Image.Split.NONE


class NewRelease(ReleaseScope):
    name: Name
    version: Version
    description: Annotated[str, Text(5000, min_length=0)] = ""
    licence: Annotated[str, Text(200, min_length=0)] = ""
    citation: Annotated[str, Text(5000, min_length=0)] = ""
    formats: Annotated[
        list[ExportFormat] | None,
        Field(
            max_length=50,
            description="Names of formats; iiw-jsonl is always in it. Left out: that and coco.",
        ),
    ] = None


class LatestVersion(Schema):
    """The highest version of a name."""

    name: str
    version: str


class ReleasePreview(Schema):
    """What a release would hold if it were frozen now."""

    samples: int
    left_out: LeftOut
    formats: Annotated[list[str], Field(description="Those that apply to this project.")]
    latest: list[LatestVersion]


class Release(Schema):
    id: int
    name: str
    version: str
    description: str
    licence: str
    citation: str
    formats: list[str]
    only_approved: bool
    split: str
    state: Job.State
    job: jobs.Job | None
    digest: Annotated[str, Field(description="SHA-256 of manifest.json; empty until frozen.")]
    samples: int
    size_bytes: int
    left_out: LeftOut
    created_at: datetime
    frozen_at: datetime | None
    url: Annotated[str | None, Field(description="Of the whole as one zip archive.")]


class ReleaseFile(Schema):
    path: str
    size_bytes: int
    sha256: str
    url: str


class ReleaseDetail(Release):
    files: list[ReleaseFile]
    statistics: Annotated[
        JsonObject, Field(description="The content of statistics.json; empty until frozen.")
    ]
    withdrawn: Annotated[int, Field(description="Its samples withdrawn since: see its tombstones.")]


class Tombstone(Schema):
    """A sample that was withdrawn; ``erased_at``: when its image was deleted for good."""

    external_id: str
    withdrawn_at: datetime
    erased_at: datetime | None = None


class Tombstones(Schema):
    """The samples of a release that were withdrawn since it was frozen, deleted ones among them."""

    tombstones: list[Tombstone]


class ReleaseFigures(Schema):
    id: int
    name: str
    version: str
    statistics: JsonObject


class ReleaseComparison(Schema):
    """What became of the samples of `before` in `after`, and the figures of both."""

    before: ReleaseFigures
    after: ReleaseFigures
    added: int
    removed: int
    changed: int
    unchanged: int


class DifferencesQuery(PageQuery):
    change: Annotated[Change | None, Field(description="Only these; left out: all.")] = None


class SampleDifference(Schema):
    external_id: str
    change: Change
    split_before: str | None
    split_after: str | None


class DatasheetQuestion(Schema):
    key: str
    section: str
    question: str
    draft: Annotated[str, Field(description="From what the platform knows; may be empty.")]
    answer: Annotated[str, Field(description="What a lead wrote over it; empty: the draft.")]


class Datasheet(Schema):
    """The questions of Gebru et al., in English like the document that a release holds."""

    questions: list[DatasheetQuestion]
    updated_at: datetime | None


class DatasheetAnswers(Schema):
    answers: Annotated[
        dict[
            Annotated[str, Text(60)],
            Annotated[str, Text(datasheet.MAX_LENGTH, min_length=0)],
        ],
        Field(max_length=100, description="By the keys of questions; all that are not drafts."),
    ]
