"""Exports: made by a job of the server, downloaded, compared with what the server made."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotate_client.api import Api
from annotate_client.downloads import download
from annotate_client.errors import JobFailed, Misused
from annotate_client.jobs import Job
from annotate_client.progress import Shown
from annotate_client.shapes import read
from annotate_client.values import Export

Record = dict[str, Any]
RECORDS = "iiw-jsonl"
_CHOICES = ("with_unfinished", "only_approved", "with_rejected", "with_dropped", "with_pictures")


@dataclass(frozen=True)
class ExportedFile:
    """A downloaded export.

    Attributes:
        sha256: of the file, as the server made it and as it lies here.
        left_out: what is not in it, by the reason: ``unfinished_samples``, ``rejected`` …
    """

    path: Path
    format: str
    samples: int
    size_bytes: int
    sha256: str
    left_out: Mapping[str, int]

    def __str__(self) -> str:
        out = {name: number for name, number in self.left_out.items() if number}
        left = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in out.items())
        words = f"{self.path}: {self.samples} samples, {self.size_bytes:,} bytes"
        return f"{words} (left out: {left})" if left else words


class Exporter:
    """Exports one project."""

    def __init__(self, api: Api, project_id: int) -> None:
        self._api, self._project_id = api, project_id

    def export(
        self,
        format_name: str,
        to: Path,
        *,
        split: str,
        choices: Mapping[str, bool],
        timeout: float | None,
        progress: bool,
    ) -> ExportedFile:
        """Have an export made, download it, and see that it is whole."""
        if strange := choices.keys() - set(_CHOICES):
            raise Misused(f"No choice of an export: {', '.join(sorted(strange))}.")
        body: dict[str, Any] = {"format": format_name, **choices}
        if split:
            body["split"] = split
        answer = self._api.call("exportsCreate", project_id=self._project_id, **body)
        export = self._finished(read(Export, answer), timeout, progress)
        with Shown(f"Downloading {to.name}", wanted=progress) as shown:
            download(
                self._api,
                "exportsFile",
                to,
                sha256=export.sha256,
                advance=lambda size: shown.show(size, export.size_bytes),
                project_id=self._project_id,
                export_id=export.id,
            )
        return ExportedFile(
            path=to,
            format=export.format,
            samples=export.samples,
            size_bytes=export.size_bytes,
            sha256=export.sha256,
            left_out=export.left_out,
        )

    def _finished(self, export: Export, timeout: float | None, progress: bool) -> Export:
        if export.job is not None:
            job = Job(self._api, self._project_id, export.job)
            job.wait(timeout=timeout, progress=progress)
        made = self._api.call("exportsList", project_id=self._project_id)
        for each in made:
            if each["id"] == export.id and each["state"] == "succeeded":
                return read(Export, each)
        raise JobFailed(f"Export {export.id} is not there any more.", export)


def records_in(path: Path) -> Iterator[Record]:
    """The samples of a file in the format ``iiw-jsonl``, one at a time."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)
