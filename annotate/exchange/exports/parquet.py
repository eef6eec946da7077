"""A dataset in the layout of Hugging Face: Parquet files by split, and a card that describes them.

Samples of all splits come mixed, and the names of the files say how many there are: so they wait on
disk until the last sample, and each is let go of as soon as it is in the archive.
"""

import zipfile
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

from annotate.exchange.exports import parquet_tables
from annotate.exchange.exports.base import Format
from annotate.exchange.exports.dataset_card import SplitFacts, card
from annotate.exchange.exports.files import DigestingFile, Spools, pieces
from annotate.exchange.exports.folders import FolderWriter, names_of_splits, picture_of
from annotate.exchange.exports.parquet_tables import Row
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Exported, Scope
from annotate.exchange.exports.telling import final_of, rounds_of, sorted_json

if TYPE_CHECKING:
    import pyarrow as pa

# What one group of rows may hold, which bounds the memory of who writes and of who reads.
ROWS_PER_GROUP = 250
BYTES_PER_GROUP = 16_000_000
BYTES_PER_FILE = 400_000_000


class ParquetWriter(FolderWriter):
    """One or more files for each split."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._pseudonyms = Pseudonyms(scope)
        self._schema = parquet_tables.schema(with_images=self.with_pictures)
        self._splits: dict[str, _Files] = {}

    def add(self, batch: Iterable[Exported]) -> None:
        for sample in batch:
            split = sample.picture.split
            if split not in self._splits:
                self._splits[split] = _Files(self._schema, self.spools)
            self._splits[split].add(self._row(sample))

    def _row(self, sample: Exported) -> Row:
        image = None
        if self.with_pictures:
            image = picture_of(sample.picture.sha256)
            self.note_rights(sample, "")
        return Row(
            picture=sample.picture,
            final=final_of(sample),
            metadata=sorted_json(sample.picture.metadata_json),
            rounds=rounds_of(sample, self._pseudonyms),
            image=image,
        )

    def finish(self) -> None:
        splits = self._splits or {"": _Files(self._schema, self.spools)}
        names = names_of_splits(splits)
        facts = [self._put(name, splits[split]) for split, name in names.items()]
        text = card(
            name=self.project.name,
            features=parquet_tables.features(with_images=self.with_pictures),
            splits=facts,
            pictures=self.with_pictures,
        )
        self.archive.add("README.md", text)
        super().finish()

    def _put(self, name: str, files: "_Files") -> SplitFacts:
        whole = files.whole()
        for number, file in enumerate(whole):
            place = f"data/{name}-{number:05}-of-{len(whole):05}.parquet"
            with file:
                # Its pages are compressed already.
                self.archive.add_blocks(place, pieces(file), zipfile.ZIP_STORED)
        return SplitFacts(name, files.samples, files.size_bytes)


class _Files:
    """The files of one split: the last one is still written."""

    def __init__(self, schema: "pa.Schema", spools: Spools) -> None:
        self._schema, self._spools = schema, spools
        self._done: list[IO[bytes]] = []
        self._open: _OneFile | None = None
        self._rows: list[Row] = []
        self._weight = 0
        self.samples = 0
        self.size_bytes = 0

    def add(self, row: Row) -> None:
        self._rows.append(row)
        self._weight += row.weight
        if len(self._rows) >= ROWS_PER_GROUP or self._weight >= BYTES_PER_GROUP:
            self._write()

    def _write(self) -> None:
        file = self._file()
        table = parquet_tables.table(self._rows, self._schema)
        self.samples += len(self._rows)
        self.size_bytes += table.nbytes
        # Let go of before Arrow makes pages of them, which takes as much memory again.
        self._rows, self._weight = [], 0
        file.write(table)
        if file.size >= BYTES_PER_FILE:
            self._close()

    def _file(self) -> "_OneFile":
        if self._open is None:
            self._open = _OneFile(self._schema, self._spools.file())
        return self._open

    def _close(self) -> None:
        if self._open is not None:
            self._done.append(self._open.close())
            self._open = None

    def whole(self) -> list[IO[bytes]]:
        """All files, complete; at least one, which has no group of rows if there is no sample."""
        if self._rows:
            self._write()
        if not self._done:
            self._file()
        self._close()
        return self._done


class _OneFile:
    def __init__(self, schema: "pa.Schema", file: IO[bytes]) -> None:
        from pyarrow.parquet import ParquetWriter as Pages

        self._file = file
        self._pages = Pages(
            file,
            schema,
            compression="zstd",
            use_dictionary=parquet_tables.repeated_columns(),
        )

    @property
    def size(self) -> int:
        return self._file.tell()

    def write(self, table: "pa.Table") -> None:
        self._pages.write_table(table, row_group_size=table.num_rows)

    def close(self) -> IO[bytes]:
        self._pages.close()
        return self._file


FORMAT = Format(
    name="parquet",
    title="Parquet: a Hugging Face dataset",
    summary="Parquet files by split with a dataset card, for load_dataset, in a zip.",
    suffix=".zip",
    content_type="application/zip",
    writer=ParquetWriter,
    holds_pictures=True,
)
