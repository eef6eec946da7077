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
class Product:
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
        """An empty folder that no other attempt writes to."""
        out = self.path / f"model-{uuid.uuid4().hex[:8]}"
        out.mkdir(parents=True)
        self.work.mkdir(exist_ok=True)
        return out

    def product(self) -> Product | None:
        """What an attempt has finished here, or None."""
        try:
            record = json.loads((self.path / TRAINED).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        folder = self.path / record["folder"] if record["folder"] else None
        if folder is not None and not folder.is_dir():
            return None  # somebody has cleared up: train again
        trained = Trained.model_validate(record["trained"])
        return Product(folder=folder, sha256=record["sha256"], trained=trained)

    def finish(self, out: Path, trained: Trained) -> Product:
        """Say that this attempt is whole: from here on it is found, whoever looks."""
        folder = out if any(out.iterdir()) else None
        sha256 = digest(out) if folder else ""
        record = {
            "folder": out.name if folder else "",
            "sha256": sha256,
            "trained": trained.model_dump(mode="json"),
        }
        new = self.path / f".{TRAINED}-{out.name}"
        new.write_text(json.dumps(record, indent=1), encoding="utf-8")
        os.replace(new, self.path / TRAINED)
        return Product(folder=folder, sha256=sha256, trained=trained)

    def clear_up(self) -> None:
        """Delete the checkpoints and what attempts left that do not count."""
        product = self.product()
        kept = product.folder if product else None
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in self.path.glob("model-*"):
            if folder != kept:
                shutil.rmtree(folder, ignore_errors=True)


def digest(folder: Path) -> str:
    """The SHA-256 over the names and contents of all files of a folder."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            whole.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return whole.hexdigest()
