"""The folder of one training: what is made there counts only once it is written that it is whole.

MODELS_DIR/project-3/connection-5/run-7/
    work/             the trainer's checkpoints; they survive a killed worker
    model-ab12cd34/   what one attempt makes; an attempt that was killed leaves it unfinished
    trained.json      written last, by renaming: which attempt's folder counts, and its digest
"""

import hashlib
import json
import os
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path

from annotate.backends.training.base import Trained

TRAINED = "trained.json"


@dataclass(frozen=True, kw_only=True)
class Made:
    """The outcome of a training; `folder` is None where no weights were left."""

    folder: Path | None
    sha256: str
    trained: Trained


class RunFolder:
    """Where one training keeps its files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.work = path / "work"

    def new_attempt(self) -> Path:
        """Return an empty folder that no other attempt writes to."""
        out = self.path / f"model-{uuid.uuid4().hex[:8]}"
        out.mkdir(parents=True)
        self.work.mkdir(exist_ok=True)
        return out

    def found(self) -> Made | None:
        """Return what an attempt has finished here, or None."""
        try:
            said = json.loads((self.path / TRAINED).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        folder = self.path / said["folder"] if said["folder"] else None
        if folder is not None and not folder.is_dir():
            return None  # somebody has cleared up: train again
        trained = Trained.model_validate(said["trained"])
        return Made(folder=folder, sha256=said["sha256"], trained=trained)

    def finish(self, out: Path, trained: Trained) -> Made:
        """Say that this attempt is whole: from here on it is found, whoever looks."""
        is_empty = not any(out.iterdir())
        made = Made(
            folder=None if is_empty else out,
            sha256="" if is_empty else digest(out),
            trained=trained,
        )
        said = {
            "folder": made.folder.name if made.folder else "",
            "sha256": made.sha256,
            "trained": trained.model_dump(mode="json"),
        }
        new = self.path / f".{TRAINED}-{out.name}"
        new.write_text(json.dumps(said, indent=1), encoding="utf-8")
        os.replace(new, self.path / TRAINED)
        return made

    def clear_up(self) -> None:
        """Delete the checkpoints and what attempts left that do not count."""
        made = self.found()
        kept = made.folder if made else None
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in self.path.glob("model-*"):
            if folder != kept:
                shutil.rmtree(folder, ignore_errors=True)


def digest(folder: Path) -> str:
    """Return the SHA-256 over the names and contents of all files of a folder."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            whole.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return whole.hexdigest()
