"""Four tables in a zip: samples, objects, rounds, and every field of every answer.

What a spreadsheet program would take for a formula begins with an apostrophe, as
`annotate.core.csv_files` says; docs/reference/exports.md shows how pandas reads the tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from annotate.core.csv_files import as_csv
from annotate.exchange.exports.base import Format, decode, encode
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.flattening import flattened
from annotate.exchange.exports.folders import FolderWriter
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Exported, Scope
from annotate.exchange.exports.telling import (
    Final,
    ToldRound,
    final_of,
    rounds_of,
    shares,
    sorted_json,
)

Row = Sequence[object]
# What is told of a round here; its answer is in a table of its own.
_OF_ROUND = tuple(name for name in ToldRound._fields if name not in ("answer", "corrected"))
_HEADS: Mapping[str, Row] = {
    "samples": (
        "external_id",
        "name",
        "file",
        "sha256",
        "format",
        "width",
        "height",
        "split",
        "state",
        "text",
        "captions",
        "objects",
        "rounds",
        "rests_on_rejected",
        "metadata",
    ),
    "objects": (
        "external_id",
        "rank",
        "object_id",
        "label",
        "description",
        "x",
        "y",
        "width",
        "height",
        "x_share",
        "y_share",
        "width_share",
        "height_share",
    ),
    "rounds": ("external_id", "place", *_OF_ROUND),
    "answers": (
        "external_id",
        "place",
        "stage",
        "number",
        "kind",
        "field",
        "type",
        "value",
        "corrected",
    ),
}


class CsvWriter(FolderWriter):
    """All four tables grow together, so they wait on disk until the last sample."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._pseudonyms = Pseudonyms(scope)
        self._tables = {name: self.spools.new() for name in _HEADS}
        self._put(_HEADS.items())

    def _put(self, rows: Iterable[tuple[str, Row]]) -> None:
        by_table: dict[str, list[Row]] = {name: [] for name in _HEADS}
        for name, row in rows:
            by_table[name].append(row)
        for name, found in by_table.items():
            self._tables[name].append(as_csv(found).encode())

    def add(self, batch: Iterable[Exported]) -> None:
        self._put(row for sample in batch for row in self._rows(sample))

    def _rows(self, sample: Exported) -> Iterator[tuple[str, Row]]:
        final, rounds = final_of(sample), rounds_of(sample, self._pseudonyms)
        key = sample.picture.external_id
        yield "samples", _sample(sample, final, self.picture(sample))
        for row in _objects(sample, final):
            yield "objects", row
        for place, told in enumerate(rounds):
            facts = (_cell(getattr(told, name)) for name in _OF_ROUND)
            yield "rounds", (key, place, *facts)
            for row in _answer(key, place, told):
                yield "answers", row

    def finish(self) -> None:
        for name, spool in self._tables.items():
            self.archive.add_blocks(f"{name}.csv", spool.blocks())
        super().finish()


def _sample(sample: Exported, final: Final, file: str | None) -> Row:
    picture = sample.picture
    return (
        picture.external_id,
        picture.name,
        file,
        picture.sha256,
        picture.format,
        picture.width,
        picture.height,
        picture.split,
        picture.state,
        final.text,
        encode(final.captions).decode(),
        len(final.objects),
        len(sample.rounds),
        _cell(final.rests_on_rejected),
        sorted_json(picture.metadata_json),
    )


def _objects(sample: Exported, final: Final) -> Iterator[Row]:
    picture = sample.picture
    for rank, marked in enumerate(final.objects, start=1):
        box = marked["box"]
        yield (
            picture.external_id,
            rank,
            marked["id"],
            marked["label"],
            marked["description"],
            box["x"],
            box["y"],
            box["width"],
            box["height"],
            *shares(box, picture.width, picture.height),
        )


def _answer(key: str, place: int, told: ToldRound) -> Iterator[Row]:
    corrected: Mapping[str, str] = decode(told.corrected) if told.corrected else {}
    about = (key, place, told.stage, told.number, told.kind)
    for field in flattened(decode(told.answer)):
        yield (*about, *field, corrected.get(field.path))


def _cell(value: object) -> object:
    """Yes and no as JSON writes them."""
    return ("true" if value else "false") if isinstance(value, bool) else value


FORMAT = Format(
    name="csv",
    title="CSV: samples, objects, rounds and answers",
    summary="Four tables for spreadsheets and pandas, in a zip.",
    suffix=".zip",
    content_type="application/zip",
    writer=CsvWriter,
    holds_pictures=True,
)
