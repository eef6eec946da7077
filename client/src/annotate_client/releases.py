"""Releases: versions of a dataset that never change."""

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any, ClassVar

from annotate_client.api import Api
from annotate_client.downloads import download
from annotate_client.errors import DamagedDownload, JobFailed
from annotate_client.jobs import Job
from annotate_client.progress import Shown
from annotate_client.shapes import Shape, read
from annotate_client.values import JobFacts

_MANIFEST = "manifest.json"
_BLOCK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class ReleaseFacts(Shape):
    """What the server says of a release; `Release` is what one does with it."""

    schema: ClassVar[str] = "Release"
    id: int
    name: str
    version: str
    description: str
    licence: str
    citation: str
    formats: tuple[str, ...]
    state: str
    digest: str
    samples: int
    size_bytes: int
    left_out: Mapping[str, int]
    created_at: datetime
    frozen_at: datetime | None
    job: JobFacts | None


@dataclass(frozen=True, kw_only=True)
class ReleaseFile(Shape):
    """One file of a release."""

    schema: ClassVar[str] = "ReleaseFile"
    path: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Comparison(Shape):
    """What became of the samples of one release in another."""

    schema: ClassVar[str] = "ReleaseComparison"
    added: int
    removed: int
    changed: int
    unchanged: int


@dataclass(frozen=True, kw_only=True)
class Difference(Shape):
    """A sample that is not the same in two releases."""

    schema: ClassVar[str] = "SampleDifference"
    external_id: str
    change: str


class Release:
    """One version of a dataset."""

    def __init__(self, api: Api, project_id: int, facts: ReleaseFacts) -> None:
        self._api, self._project_id = api, project_id
        self.facts = facts

    def __repr__(self) -> str:
        shown = self.digest[:12] or self.facts.state
        return f"<Release {self.name} {self.version}: {self.facts.samples} samples, {shown}>"

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def version(self) -> str:
        return self.facts.version

    @property
    def digest(self) -> str:
        """SHA-256 of the manifest, which names the SHA-256 of every file; empty until frozen."""
        return self.facts.digest

    def wait(self, *, timeout: float | None = None, progress: bool = True) -> "Release":
        """Wait until it is frozen."""
        if self.facts.job is not None:
            job = Job(self._api, self._project_id, self.facts.job)
            job.wait(timeout=timeout, progress=progress)
        self.facts = read(ReleaseFacts, self._ask())
        if not self.digest:
            raise JobFailed(f"{self.name} {self.version} was not frozen.", self)
        return self

    def files(self) -> list[ReleaseFile]:
        """Every file of it, with its digest."""
        return [read(ReleaseFile, each) for each in self._ask()["files"]]

    def statistics(self) -> Mapping[str, Any]:
        """Counts and means of what is in it."""
        found: Mapping[str, Any] = self._ask()["statistics"]
        return found

    def compare(self, before: "Release") -> Comparison:
        """What was added, removed and changed since another release."""
        return read(Comparison, self._call("releasesCompare", before_id=before.facts.id))

    def differences(self, before: "Release") -> Iterator[Difference]:
        """Every sample that is not as it was in another release."""
        where = {**self._where(), "before_id": before.facts.id}
        return (read(Difference, each) for each in self._api.pages("releasesDifferences", **where))

    def tombstones(self) -> list[Mapping[str, Any]]:
        """The samples of it that were withdrawn since."""
        return list(self._call("releasesTombstones")["tombstones"])

    def download(self, folder: str | Path, *, progress: bool = True) -> Path:
        """Write it into a new folder, and see that every file is the one that was frozen.

        Raises:
            DamagedDownload: something is missing or another; nothing was kept.
            FileExistsError: there is something at that place.
        """
        target = Path(folder)
        if target.exists():
            raise FileExistsError(f"There is something at {target}; name a new folder.")
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as aside:
            packed, unpacked = Path(aside) / "release.zip", Path(aside) / "release"
            with Shown(f"Downloading {self.name} {self.version}", wanted=progress) as shown:
                download(
                    self._api,
                    "releasesArchive",
                    packed,
                    advance=lambda size: shown.show(size, max(size, self.facts.size_bytes)),
                    **self._where(),
                )
            unpacked.mkdir()
            self._check(dict(_unpacked(packed, unpacked)), unpacked)
            unpacked.rename(target)
        return target

    def _check(self, digests: Mapping[str, str], folder: Path) -> None:
        """See that the manifest is that of this release, and every file that of the manifest."""
        if digests.get(_MANIFEST) != self.digest:
            raise DamagedDownload(_damaged(_MANIFEST))
        for each in json.loads((folder / _MANIFEST).read_bytes())["files"]:
            if digests.get(each["path"]) != each["sha256"]:
                raise DamagedDownload(_damaged(each["path"]))

    def _ask(self) -> Any:
        return self._call("releasesRead")

    def _call(self, operation: str, **given: Any) -> Any:
        return self._api.call(operation, **self._where(), **given)

    def _where(self) -> dict[str, Any]:
        return {"project_id": self._project_id, "release_id": self.facts.id}


def _unpacked(packed: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Unpack an archive, whose files lie in one folder; yield their paths and digests."""
    with zipfile.ZipFile(packed) as archive:
        for entry in archive.infolist():
            inside = PurePosixPath(*PurePosixPath(entry.filename).parts[1:])
            if entry.is_dir() or not inside.parts:
                continue
            if ".." in inside.parts or inside.is_absolute():
                raise DamagedDownload(_damaged(entry.filename))
            path = folder / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(entry) as source, path.open("wb") as file:
                shutil.copyfileobj(source, file, _BLOCK)
            with path.open("rb") as written:
                yield inside.as_posix(), _digest(written)


def _digest(file: IO[bytes]) -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]


def _damaged(path: str) -> str:
    return f"{path} is not the file that was frozen.\nWhat to do: download the release again."
