"""Imports as requests and responses say them."""

import json
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from annotate.core.jobs import schemas as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice, Schema, Text, Upload
from annotate.exchange import answers, models
from annotate.exchange.imports.options import LONGEST_NAME
from annotate.exchange.imports.readers.columns import CHOOSABLE
from annotate.exchange.schemas import known_in
from annotate.images.models import Image
from annotate.seeding.schemas import ImportCounts, RowError
from annotate.workflow.schemas.parts import StageName

_ANSWER_FORMATS = WithJsonSchema({"type": "string", "enum": ["", *answers.FORMATS]})


def _columns(text: str) -> str:
    """Refuse what is no object of texts by known names."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found.values()):
        raise PydanticCustomError("dict_type", "an object of texts")
    if found.keys() - set(CHOOSABLE):
        expected = ", ".join(map(repr, CHOOSABLE))
        raise PydanticCustomError("literal_error", "one of", {"expected": expected})
    return text


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
        known_in(answers.FORMATS),
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
    columns: Annotated[
        str,
        Text(5000, min_length=0),
        AfterValidator(_columns),
        Field(
            description="Which columns of a table hold what, where the guess is wrong: a JSON"
            f' object such as {{"text": "caption"}}, "" for none, of {", ".join(CHOOSABLE)}.'
        ),
    ] = ""
    fetch: Annotated[
        bool,
        Field(description="Whether pictures are fetched from the addresses that a list names."),
    ] = False
    texts_name: Annotated[
        str,
        Text(LONGEST_NAME, min_length=0),
        Field(
            description="What the file of texts is called that texts become where they are given as"
            " `texts`; empty: as the file that came."
        ),
    ] = ""


class ImportChoice(Schema):
    """As what objects and texts that come with pictures can be brought in, and for which stages:
    the first of each is taken where none is named."""

    given_as: models.Import.GivenAs
    objects: list[StageName]
    texts: list[StageName]


class ImportChoices(Schema):
    """What can be chosen for an import of pictures."""

    given: Annotated[list[ImportChoice], Field(description="What fits the recipe best first.")]
    most_addresses: Annotated[
        int,
        Field(description="From how many rows of a list pictures are fetched; 0: never here."),
    ]


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
    columns: Annotated[dict[str, str], Field(description="Of a table: which column holds what.")]
    header: Annotated[list[str], Field(description="Of a table: all its columns.")]
    objects: int
    texts: int
    repaired: int
    fetched: Annotated[int, Field(description="Pictures that were fetched from addresses.")]
    given: int
    left: list[LeftEntry]
    rows: Annotated[list[UnderstoodRow], Field(description="The first few; empty in lists.")]


class Import(Schema):
    id: int
    source: str
    format: Annotated[
        str,
        Field(
            description="What images came in: zip, tar, jsonl, list or folder; for answers the name"
            " of their format."
        ),
    ]
    stage: Annotated[str, Field(description="The stage that answers or texts are for.")]
    objects_stage: Annotated[str, Field(description="The stage that objects are for.")]
    given_as: models.Import.GivenAs
    texts_name: Annotated[str, Field(description="The file of texts that texts become.")]
    fetch: bool
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
