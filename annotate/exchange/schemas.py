"""Uploads, imports and exports as requests and responses say them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from annotate.core.jobs import schemas as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice, Schema, Text, Upload
from annotate.exchange import exports
from annotate.images.models import Image
from annotate.workflow.schemas.sample_lists import ChosenSamples


def known_in(formats: Mapping[str, Any]) -> AfterValidator:
    """Refuse what is not the name of a format, as the registry has it when the request comes."""

    def check(name: str) -> str:
        if name and name not in formats:
            expected = ", ".join(repr(known) for known in formats)
            raise PydanticCustomError("literal_error", "one of", {"expected": expected})
        return name

    return AfterValidator(check)


_EXPORT_FORMATS = WithJsonSchema({"type": "string", "enum": [*exports.FORMATS]})
ExportFormat = Annotated[str, Text(40), known_in(exports.FORMATS), _EXPORT_FORMATS]


class FormatEntry(Schema):
    """A format for people to choose."""

    name: str
    title: str
    summary: str
    holds_pictures: bool = False


class Formats(Schema):
    """What can be brought in and written, in the order in which it is offered."""

    exports: list[FormatEntry]
    imports: list[FormatEntry]


class NewUpload(Schema):
    files: list[Upload]


class ContentAsked(Schema):
    sha256: Annotated[
        list[Annotated[str, Text(64, min_length=64)]],
        Field(max_length=500, description="Of files as they are, in small hexadecimal digits."),
    ]


class ContentThere(Schema):
    """Those of the asked files whose content the project has already."""

    sha256: list[str]


class AcceptedFile(Schema):
    name: str
    image_id: int
    sample_id: int


class RejectedFile(Notice):
    name: str
    code: str


class UploadResult(Schema):
    accepted: list[AcceptedFile]
    rejected: list[RejectedFile]


class NewExport(ChosenSamples):
    """An export of the samples that are chosen; where none are, of all."""

    format: ExportFormat
    with_unfinished: Annotated[
        bool,
        Field(description="Also samples not finished, or without what their recipe promises."),
    ] = False
    only_approved: Annotated[
        bool, Field(description="Only what a lead approved, of answers that leads judge.")
    ] = False
    split: Annotated[Image.Split, Field(description="Only its images; empty: all.")] = (
        Image.Split.NONE
    )
    with_rejected: Annotated[bool, Field(description="Also answers that a lead rejected.")] = False
    with_dropped: Annotated[bool, Field(description="Also answers that the votes dropped.")] = False
    with_pictures: Annotated[
        bool, Field(description="Also the pictures themselves, where the format can hold them.")
    ] = False


class LeftOut(Schema):
    """What was not exported, by the reason: samples, and answers of the samples that were."""

    withdrawn_samples: int = 0
    unfinished_samples: int = 0
    incomplete_samples: Annotated[
        int, Field(description="Finished, but without what their recipe promises.")
    ] = 0
    unapproved_samples: Annotated[
        int, Field(description="Whole, but with a stage in which nothing is approved.")
    ] = 0
    unapproved: int = 0
    rejected: int = 0
    # Given after a rejected answer that is done again.
    superseded: int = 0
    dropped: int = 0


class RemovedFile(Schema):
    """That the file of an export is gone, since when, and why."""

    at: datetime
    after_days: Annotated[
        int | None,
        Field(
            description="The days of the rule of retention that removed it; null: it could hold an "
            "image that was deleted for good."
        ),
    ]


class Export(Schema):
    id: int
    format: Annotated[str, _EXPORT_FORMATS]
    with_unfinished: bool
    only_approved: bool
    split: str
    with_rejected: bool
    with_dropped: bool
    with_pictures: bool
    chosen: Annotated[
        int | None, Field(description="How many samples were chosen for it; null: it is of all.")
    ]
    left_out: LeftOut
    state: Job.State
    job: jobs.Job | None
    samples: int
    size_bytes: int
    sha256: str
    url: Annotated[
        str | None, Field(description="Null until the file is written, and once it was removed.")
    ]
    removed: RemovedFile | None
    created_at: datetime
    finished_at: datetime | None
