"""Uploads, imports and exports as requests and responses say them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from annotate.core.jobs import schemas as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice, Schema, Text, Upload
from annotate.exchange import answers, exports, models
from annotate.images.models import Image
from annotate.seeding.schemas import ImportCounts, RowError


def _known_in(formats: Mapping[str, Any]) -> AfterValidator:
    """Refuse what is not the name of a format, as the registry has it when the request comes."""

    def check(name: str) -> str:
        if name and name not in formats:
            expected = ", ".join(repr(known) for known in formats)
            raise PydanticCustomError("literal_error", "one of", {"expected": expected})
        return name

    return AfterValidator(check)


_EXPORT_FORMATS = WithJsonSchema({"type": "string", "enum": [*exports.FORMATS]})
ExportFormat = Annotated[str, Text(40), _known_in(exports.FORMATS), _EXPORT_FORMATS]
_ANSWER_FORMATS = WithJsonSchema({"type": "string", "enum": ["", *answers.FORMATS]})


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


class NewImport(Schema):
    """An archive of pictures (with a list of what is known of them, if you like), a list on its
    own, or a file of answers that people gave elsewhere, whose format is named."""

    file: Upload
    dry_run: bool = False
    split: Annotated[Image.Split, Field(description="For rows that name none themselves.")] = (
        Image.Split.NONE
    )
    format: Annotated[
        str,
        Text(40, min_length=0),
        _known_in(answers.FORMATS),
        _ANSWER_FORMATS,
        Field(description="Of a file of answers. Leave it out for pictures."),
    ] = ""
    stage: Annotated[
        str,
        Text(50, min_length=0),
        Field(
            description="What answers, or texts that come with pictures, are brought in for;"
            " empty: the first stage that takes them."
        ),
    ] = ""
    given_as: Annotated[
        models.Import.GivenAs,
        Field(description="What becomes of objects and texts that come with pictures."),
    ] = models.Import.GivenAs.SEEDS
    objects_stage: Annotated[
        str,
        Text(50, min_length=0),
        Field(description="What objects are brought in for; empty: the first stage for them."),
    ] = ""


class UnusedFile(Notice):
    """A file that came with an import and was not used, why, and what to do."""

    name: str


class LeftEntry(Notice):
    """What of an import was left out: why, and how often."""

    count: int


class UnderstoodRow(Schema):
    """One of the first rows, as it was understood."""

    name: str
    external_id: str
    split: str
    metadata: dict[str, str]
    objects: int
    labels: list[str]
    texts: int
    text: str


class Understood(Schema):
    """What an import was read as. Objects and texts are counted as they came; `given` are the
    pictures that got any, `repaired` the boxes whose corners were put in order."""

    format: str
    columns: dict[str, str]
    objects: int
    texts: int
    repaired: int
    given: int
    left: list[LeftEntry]
    rows: Annotated[list[UnderstoodRow], Field(description="The first few; empty in lists.")]


class Import(Schema):
    id: int
    source: str
    format: Annotated[
        str,
        Field(
            description="What images came in: zip, jsonl, list or folder; for answers the name of"
            " their format."
        ),
    ]
    stage: Annotated[str, Field(description="The stage that answers or texts are for.")]
    objects_stage: Annotated[str, Field(description="The stage that objects are for.")]
    given_as: models.Import.GivenAs
    understood: Annotated[
        Understood | None, Field(description="Of images, as soon as rows have been read.")
    ]
    dry_run: bool
    state: Job.State
    job: jobs.Job | None
    counts: ImportCounts
    created_at: datetime
    finished_at: datetime | None
    errors: Annotated[list[RowError], Field(description="The first thousand; empty in lists.")]
    unused_count: Annotated[int, Field(description="Files that came with it and were not used.")]
    unused: Annotated[list[UnusedFile], Field(description="The first thousand; empty in lists.")]


class NewExport(Schema):
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


class Export(Schema):
    id: int
    format: Annotated[str, _EXPORT_FORMATS]
    with_unfinished: bool
    only_approved: bool
    split: str
    with_rejected: bool
    with_dropped: bool
    with_pictures: bool
    left_out: LeftOut
    state: Job.State
    job: jobs.Job | None
    samples: int
    size_bytes: int
    sha256: str
    url: str | None
    created_at: datetime
    finished_at: datetime | None
