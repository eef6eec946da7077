"""What people are told of rows that were brought in; imports of every package say it alike."""

from annotate.core.schemas import Schema


class ImportCounts(Schema):
    total: int
    added: int
    skipped: int
    failed: int


class RowError(Schema):
    """Why a row was not brought in."""

    row: int
    name: str
    field: str
    code: str
    message: str
    remedy: str | None
