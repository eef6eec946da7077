"""Shards for training in the layout of WebDataset: tar files whose members belong together by name.

`000000041.jpg`, `000000041.json` and `000000041.txt` are one sample. Members have no time and no
owner, so the same samples give the same bytes.
"""

import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec

from annotate.exchange.exports.base import Format, encode
from annotate.exchange.exports.files import DigestingFile, Spools, pieces
from annotate.exchange.exports.folders import FolderWriter, names_of_splits, picture_of
from annotate.exchange.exports.reading import Exported, Scope
from annotate.exchange.exports.telling import Final, final_of, shares, sorted_json
from annotate.kinds.capabilities import Captions, Describes, MarksObjects

# A shard is closed behind the sample with which it has one of these.
SAMPLES_PER_SHARD = 10_000
BYTES_PER_SHARD = 256_000_000


class WebDatasetWriter(FolderWriter):
    """Samples in their order, those of each split in shards of their own."""

    with_seeds = False
    with_measures = False

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._splits: dict[str, _Shards] = {}
        self._number = 0

    def add(self, batch: Iterable[Exported]) -> None:
        for sample in batch:
            split = sample.picture.split
            if split not in self._splits:
                self._splits[split] = _Shards(self.spools)
            self._splits[split].add(f"{self._number:09}", self._members(sample))
            self._number += 1

    def _members(self, sample: Exported) -> Iterator[tuple[str, bytes]]:
        final = final_of(sample)
        if self.with_pictures:
            yield "jpg", picture_of(sample.picture.sha256)
            self.note_rights(sample, "")
        yield "json", encode(_facts(sample, final))
        yield "txt", (text_of(final) + "\n").encode()

    def finish(self) -> None:
        for split, name in names_of_splits(self._splits).items():
            for number, shard in enumerate(self._splits[split].whole()):
                with shard:
                    # Whoever trains reads it as it is; text would shrink, pictures would not.
                    place = f"{name}-{number:06}.tar"
                    self.archive.add_blocks(place, pieces(shard), self._compression)
        super().finish()

    @property
    def _compression(self) -> int:
        return zipfile.ZIP_STORED if self.with_pictures else zipfile.ZIP_DEFLATED


class _Shards:
    """The shards of one split: the last one is still written."""

    def __init__(self, spools: Spools) -> None:
        self._spools = spools
        self._files: list[IO[bytes]] = []
        self._left = 0

    def add(self, key: str, members: Iterable[tuple[str, bytes]]) -> None:
        if not self._left:
            self._files.append(self._spools.file())
            self._left = SAMPLES_PER_SHARD
        shard = self._files[-1]
        for ending, data in members:
            member = tarfile.TarInfo(f"{key}.{ending}")
            member.size = len(data)
            shard.write(member.tobuf(tarfile.USTAR_FORMAT) + data)
            shard.write(bytes(-len(data) % tarfile.BLOCKSIZE))
        self._left = 0 if shard.tell() >= BYTES_PER_SHARD else self._left - 1

    def whole(self) -> list[IO[bytes]]:
        """All shards, with the two empty blocks that end each."""
        for shard in self._files:
            shard.write(bytes(2 * tarfile.BLOCKSIZE))
        return self._files


def text_of(final: Final) -> str:
    """The final text of an image, or else its captions, a line each.

    >>> text_of(Final(None, ["A lamp.", "A lamp on a table."], [], False))
    'A lamp.\\nA lamp on a table.'
    """
    return "\n".join(final.captions) if final.text is None else final.text


def _facts(sample: Exported, final: Final) -> dict[str, Any]:
    picture = sample.picture
    return {
        "captions": final.captions,
        "external_id": picture.external_id,
        "height": picture.height,
        "metadata": msgspec.Raw(sorted_json(picture.metadata_json).encode()),
        "name": picture.name,
        "objects": [
            {
                "box": [marked["box"][side] for side in ("x", "y", "width", "height")],
                "box_shares": shares(marked["box"], picture.width, picture.height),
                "description": marked["description"],
                "id": marked["id"],
                "label": marked["label"],
            }
            for marked in final.objects
        ],
        "rests_on_rejected": final.rests_on_rejected,
        "sha256": picture.sha256,
        "split": picture.split or None,
        "text": final.text,
        "width": picture.width,
    }


FORMAT = Format(
    name="webdataset",
    title="WebDataset: shards for training",
    summary="Final texts and objects, with the pictures if wanted, as tar shards in a zip.",
    suffix=".zip",
    content_type="application/zip",
    writer=WebDatasetWriter,
    holds_pictures=True,
    needs=(MarksObjects, Describes, Captions),
)
