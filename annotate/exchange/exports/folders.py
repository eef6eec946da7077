"""The pictures themselves in an export, and whose they are."""

import zipfile
from collections.abc import Collection, Iterable, Mapping

from annotate.core.csv_files import as_csv
from annotate.exchange.exports.base import Writer, decode
from annotate.exchange.exports.files import Archive, DigestingFile
from annotate.exchange.exports.reading import Exported, Scope
from annotate.images import storage

# How people name it in the hints of an image, whatever their capitals; the first one wins.
_NAMED = {
    "title": ("title", "titel"),
    "attribution": (
        "attribution",
        "photographer",
        "author",
        "artist",
        "creator",
        "credit",
        "copyright",
    ),
    "licence": ("licence", "license", "rights", "lizenz"),
    "licence_url": ("licence url", "license url"),
    "source": ("source", "source url", "url", "original url"),
}


def rights_in(metadata: Mapping[str, object]) -> dict[str, str]:
    """Whose a picture is and what may be done with it, as far as its hints say so.

    >>> rights_in({"Photographer": "Rachel Michetti", "Licence": "CC0 1.0"})["licence"]
    'CC0 1.0'
    """
    hints = {_plain(key): str(value) for key, value in metadata.items()}
    return {
        column: next((hints[name] for name in names if name in hints), "")
        for column, names in _NAMED.items()
    }


def _plain(key: str) -> str:
    return key.strip().casefold().replace("_", " ").replace("-", " ")


# The names that `datasets` knows.
_SPLITS = {"train": "train", "val": "validation", "test": "test", "": "unsplit"}


def names_of_splits(found: Collection[str]) -> dict[str, str]:
    """What files of these splits are called, in one order; where none has one, all is for training.

    >>> names_of_splits(["val", "", "train"]), names_of_splits([""])
    ({'train': 'train', 'val': 'validation', '': 'unsplit'}, {'': 'train'})
    """
    if set(found) == {""}:
        return {"": _SPLITS["train"]}
    return {split: name for split, name in _SPLITS.items() if split in found}


def picture_of(sha256: str) -> bytes:
    """A picture as people were shown it at its largest: upright, and nothing else in the file.

    Raises:
        FileNotFoundError: its files are gone.
    """
    with storage.open_copy(sha256, "full") as file:
        return bytes(file.read())


class FolderWriter(Writer):
    """A zip archive, with the pictures and `licences.csv` in it where they are wanted."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self.archive = Archive(out)
        self.with_pictures = scope.selection.with_pictures
        self._licences = self.spools.new()
        self._licences.append(_table([("external_id", "name", "file", *_NAMED)]))

    def picture(self, sample: Exported) -> str | None:
        """Put in the picture of a sample where that is wished; return its name in the archive."""
        if not self.with_pictures:
            return None
        name = f"images/{sample.picture.sha256}.jpg"
        # JPEG cannot be made smaller; one content is in a project once, so no name comes twice.
        data = picture_of(sample.picture.sha256)
        self.archive.add(name, data, zipfile.ZIP_STORED)
        self.note_rights(sample, name)
        return name

    def note_rights(self, sample: Exported, file: str) -> None:
        """Write down whose a picture is that was put in under this name."""
        picture = sample.picture
        rights = rights_in(decode(picture.metadata_json))
        self._licences.append(_table([(picture.external_id, picture.name, file, *rights.values())]))

    def finish(self) -> None:
        if self.with_pictures:
            self.archive.add_blocks("licences.csv", self._licences.blocks())
        self.archive.close()


def _table(rows: Iterable[tuple[object, ...]]) -> bytes:
    return as_csv(rows).encode()
