"""Images and seeds on their way to a project.

Images go in archives of a bounded size, each brought in by a job of the server. What a project has
already is not sent: after a broken line, or a notebook that was run again, the same call goes on.
"""

import hashlib
import io
import json
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from annotate_client.api import Api, File
from annotate_client.errors import Misused
from annotate_client.jobs import Job
from annotate_client.pictures import Picture
from annotate_client.portions import pack, portions
from annotate_client.progress import Shown
from annotate_client.seeds import Seed
from annotate_client.shapes import read
from annotate_client.values import Import, Recipe, RowError, SeedImport

# A file of seeds is no larger.
MAX_SEED_BYTES = 32 * 1024**2
# What an image is seeded with: by its name, in its order, or by asking a model.
Seeds = Mapping[str, Any] | Sequence[Any] | Callable[["Picture"], Any]


@dataclass(frozen=True)
class Added:
    """What became of images and seeds that were sent.

    Attributes:
        images: how many are new in the project.
        skipped: how many were there already.
        seeded: how many images have new seeds.
        errors: each image or seed that was refused, and why; all others are in.
    """

    images: int = 0
    skipped: int = 0
    seeded: int = 0
    errors: tuple[RowError, ...] = ()

    def __add__(self, other: "Added") -> "Added":
        return Added(
            self.images + other.images,
            self.skipped + other.skipped,
            self.seeded + other.seeded,
            self.errors + other.errors,
        )

    def __str__(self) -> str:
        words = f"{self.images} added, {self.skipped} there already, {self.seeded} seeded"
        return f"{words}, {len(self.errors)} refused" if self.errors else words


class Sender:
    """Sends to one project."""

    def __init__(self, api: Api, project_id: int, recipe: Recipe) -> None:
        self._api, self._project_id, self._recipe = api, project_id, recipe

    def send(
        self, pictures: Sequence[Picture], seeds: Seeds | None, producer: str, *, progress: bool
    ) -> Added:
        """Send images with their seeds; say what became of them."""
        seed_of = _by_picture(pictures, seeds)
        done, added = 0, Added()
        with Shown("Adding images", wanted=progress) as shown:
            shown.show(0, len(pictures))
            for some, unread in portions(pictures):
                made = self._send_images(some) + Added(errors=unread)
                refused = {each.name for each in made.errors}
                there = [each for each, _ in some if each.external_id not in refused]
                seeded = [(each.external_id, seed_of(each)) for each in there]
                lines = [self.line(*each, producer) for each in seeded if each[1] is not None]
                added += made + self.send_seeds(lines)
                done += len(some) + len(unread)
                shown.show(done, len(pictures), str(added))
        tell_of_errors(added.errors)
        return added

    def _send_images(self, some: Sequence[tuple[Picture, bytes]]) -> Added:
        if not some:
            return Added()
        digests = [hashlib.sha256(data).hexdigest() for _, data in some]
        there = self._api.call("uploadsThere", project_id=self._project_id, sha256=digests)
        with tempfile.TemporaryFile() as file:
            pack(file, some, digests, set(there["sha256"]))
            made = self.bring_in(("images.zip", file))
        return Added(made.counts.added, made.counts.skipped, 0, made.errors)

    def bring_in(self, file: File, *, progress: bool = False, **choices: Any) -> Import:
        """Have the server bring in a file, and wait until it has."""
        where: dict[str, Any] = {"project_id": self._project_id}
        started = read(Import, self._api.call("importsCreate", file=file, **where, **choices))
        if started.job is not None:
            Job(self._api, self._project_id, started.job).wait(progress=progress)
        return read(Import, self._api.call("importsRead", **where, import_id=started.id))

    def line(self, external_id: str, seed: Any, producer: str) -> bytes:
        """The line of a file of seeds."""
        answers = Seed.of(seed).answers(self._recipe)
        line = {"external_id": external_id, "producer": producer, "seeds": answers}
        return json.dumps(line, ensure_ascii=False).encode() + b"\n"

    def send_seeds(self, lines: Sequence[bytes]) -> Added:
        """Send lines of seeds, in files of a bounded size."""
        added, some, size = Added(), io.BytesIO(), 0
        for line in [*lines, b""]:
            if size and (not line or size + len(line) > MAX_SEED_BYTES):
                added += self._send_seed_file(some)
                some, size = io.BytesIO(), 0
            size += some.write(line)
        return added

    def _send_seed_file(self, file: IO[bytes]) -> Added:
        answer = self._api.call(
            "seedsImport", project_id=self._project_id, file=("seeds.jsonl", file)
        )
        made = read(SeedImport, answer)
        return Added(seeded=made.counts.added, errors=made.errors)


def _by_picture(pictures: Sequence[Picture], seeds: Seeds | None) -> Callable[[Picture], Any]:
    if seeds is None:
        return lambda picture: picture.seed
    if callable(seeds):
        return seeds
    if isinstance(seeds, Mapping):
        names = {each.external_id for each in pictures}
        if strangers := [name for name in seeds if name not in names]:
            raise Misused(
                f"There are seeds for {', '.join(map(str, strangers[:3]))}, and no such image.\n"
                "What to do: name seeds by the external_id of their image: "
                f"{', '.join(sorted(names)[:3])} …"
            )
        return lambda picture: seeds.get(picture.external_id)
    if len(seeds) != len(pictures):
        raise Misused(f"There are {len(pictures)} images and {len(seeds)} seeds.")
    by_name = {each.external_id: seed for each, seed in zip(pictures, seeds, strict=True)}
    return lambda picture: by_name[picture.external_id]


def tell_of_errors(errors: Sequence[RowError]) -> None:
    """Warn of what was refused: whoever does not look at the result shall not miss it."""
    if errors:
        first = "\n  ".join(str(each) for each in errors[:3])
        more = f"\n  … and {len(errors) - 3} more" if len(errors) > 3 else ""
        warnings.warn(
            f"{len(errors)} were refused; all others are in. `errors` of the result has them all:"
            f"\n  {first}{more}",
            stacklevel=4,
        )
