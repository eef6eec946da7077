"""Rows of a list in a format of others: which picture each entry means, and what came unused."""

import posixpath
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from pydantic import ValidationError

from annotate.exchange.imports.addresses import file_in, first_address, path_in
from annotate.exchange.imports.rows import About, Row, broken
from annotate.exchange.imports.said import Said
from annotate.exchange.imports.trees import Tree
from annotate.exchange.imports.unused import UnusedFile, beside_list, is_note, noise_in
from annotate.images.archives import RowError
from annotate.images.details import Details, clean_name, field_errors
from annotate.messages import Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list says of one picture: `file` is what the list calls it, `name` what people see,
    `data` its bytes where they are in the list itself, `sha256` content that is stored already,
    `address` where it is to be had, which `file` may be as well."""

    file: str
    name: str = ""
    external_id: str = ""
    split: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    said: Said | None = None
    data: bytes | None = None
    sha256: str = ""
    address: str = ""
    problem: RowError | None = None


class Reading(ABC):
    """One or several lists of one format, as a reader found them among the files."""

    # The name of the format.
    format: str

    @abstractmethod
    def files(self) -> Sequence[str]:
        """The files that it reads; the first one's folder is where names count from."""

    @abstractmethod
    def total(self) -> int:
        """How many entries there are."""

    @abstractmethod
    def entries(self) -> Iterator[Entry]:
        """Yield them in an order that is the same every time."""

    def named(self) -> Iterator[str]:
        """Yield what its entries call their pictures; nothing where those are in the list."""
        return (entry.file for entry in self.entries())

    def columns(self) -> Mapping[str, str]:
        """What the columns of a table were read as."""
        return {}

    def header(self) -> Sequence[str]:
        """The names of all columns of a table."""
        return ()

    def aside(self) -> Mapping[str, str]:
        """Files that it knows and does not read, with the code of the reason."""
        return {}

    def left(self) -> Mapping[str, int]:
        """What of it belongs to no entry, by the code of the reason."""
        return {}


class Entries:
    """The rows of a reading; pictures it does not name are told as unused."""

    def __init__(self, tree: Tree, reading: Reading) -> None:
        self._tree, self._reading = tree, reading
        self._files = _Pictures(tree, posixpath.dirname(reading.files()[0]))

    def about(self) -> About:
        reading = self._reading
        return About(reading.format, reading.columns(), reading.header(), reading.left())

    def total(self) -> int:
        return self._reading.total()

    def unused(self) -> Iterable[UnusedFile]:
        used = set(self._reading.files())
        for file in self._reading.named():
            with suppress(RowError):
                found = self._files.find(file)
                used.update([found] if found else [])
        aside = self._reading.aside()
        beside = (
            UnusedFile(file.name, aside.get(file.name, file.code))
            for file in beside_list(self._tree.names(), used)
        )
        return [*beside, *noise_in(self._tree.noise())]

    def rows(self, start: int) -> Iterator[Row]:
        for number, entry in enumerate(islice(self._reading.entries(), start, None), start + 1):
            try:
                yield self._row(number, entry)
            except RowError as error:
                yield broken(number, clean_name(entry.external_id or entry.file), error)

    def _row(self, number: int, entry: Entry) -> Row:
        if entry.problem is not None:
            raise entry.problem
        found = self._files.find(entry.file) if entry.data is None else entry.file
        details = _details(entry, found or entry.file)
        name = clean_name(entry.name or entry.external_id or file_in(entry.file))
        if found is None:
            address = first_address(entry.address, entry.file)
            row = Row(number, name, details, said=entry.said, address=address)
            if not entry.sha256 or address:
                row = replace(row, known=entry.external_id or file_in(entry.file))
            return replace(row, sha256=entry.sha256 or None)
        read, original = self._reader(entry, found), entry.sha256 or None
        return Row(number, name, details, read=read, sha256=original, said=entry.said)

    def _reader(self, entry: Entry, found: str) -> Callable[[], bytes]:
        data = entry.data
        return self._tree.reader(found) if data is None else lambda: data


class _Pictures:
    """The pictures of a tree by what lists call them: a path, or a file name, with or
    without its ending, that one alone has."""

    def __init__(self, tree: Tree, folder: str) -> None:
        self._tree, self._folder = tree, folder
        self._by_name: dict[str, str | None] = {}
        for path in tree.names():
            if not is_note(path):
                place = PurePosixPath(path)
                for name in {place.name, place.stem}:
                    self._by_name[name] = None if name in self._by_name else path

    def find(self, file: str) -> str | None:
        """The path of a picture; None where it did not come."""
        wanted = path_in(file).replace("\\", "/").removeprefix("./")
        for path in (posixpath.join(self._folder, wanted), wanted):
            if wanted and self._tree.has(path):
                return path
        name = PurePosixPath(wanted).name
        found = self._by_name.get(name)
        if found is None and name in self._by_name:
            raise RowError("file", Message("ambiguous_file", name=name))
        return found


def _details(entry: Entry, path: str) -> Details:
    try:
        return Details.model_validate(
            {
                "external_id": entry.external_id or path,
                "split": entry.split or "",
                "metadata": entry.metadata,
            }
        )
    except ValidationError as error:
        wrong = field_errors(error)[0]
        raise RowError(wrong.path, wrong.as_message(), code=wrong.code) from None
