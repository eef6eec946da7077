"""Bring images into a project."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import PurePosixPath
from typing import IO, Any, cast

from django.conf import settings
from django.db import transaction

from annotate.core import bulk, clock, columns, errors
from annotate.images import contents, intake, storage
from annotate.images.details import MAX_NAME, Details, Split, clean_name
from annotate.images.intake import Facts
from annotate.images.models import Image
from annotate.images.selectors import stored_facts
from annotate.messages import Message
from annotate.projects.models import Project


class DuplicateImage(errors.Conflict):
    """The project has this picture, or something else under this external id, already."""

    code = "duplicate_image"


class ContentGone(errors.Conflict):
    """The files of a picture were deleted for good while it was added: it has to come again."""

    code = "content_gone"


class FileMissing(errors.NotFound):
    """The image is known, but the folder of files has lost it."""

    code = "file_missing"


@dataclass(frozen=True)
class NewImage:
    """A picture whose content is stored and that is to be in a project."""

    name: str
    facts: Facts
    details: Details


@dataclass(frozen=True)
class Outcome:
    """What became of a new image: added, or there already, or refused because of another one."""

    image: Image | None = None
    present: Image | None = None
    refusal: DuplicateImage | ContentGone | None = None


def read_bounded(stream: IO[bytes]) -> bytes:
    """Read a whole picture file; what is over the limit is cut one byte behind it."""
    return stream.read(settings.IMAGE_MAX_BYTES + 1)


def examine(data: bytes) -> Facts:
    """Verify a picture and store nothing; raises `ImageRejected`."""
    return intake.examine(
        data, max_bytes=settings.IMAGE_MAX_BYTES, max_pixels=settings.IMAGE_MAX_PIXELS
    )


def store(data: bytes, *, digest: str | None = None) -> Facts:
    """Let a picture in and store it with its copies; raises `ImageRejected`.

    Args:
        digest: the SHA-256 of `data` where the caller has it: content that is known and stored
            already is not decoded again.
    """
    if digest is not None:
        known = stored_facts([digest]).get(digest)
        if known is not None and storage.has(digest):
            return known
    admitted = intake.admit(
        data, max_bytes=settings.IMAGE_MAX_BYTES, max_pixels=settings.IMAGE_MAX_PIXELS
    )
    storage.keep(admitted, data)
    return admitted.facts


def add_image(*, project: Project, data: bytes, name: str, details: Details | None = None) -> Image:
    """Add one picture to a project.

    Raises:
        ImageRejected: it is no picture that can be taken.
        DuplicateImage: the project has it already, or its external id stands for another one.
    """
    try:
        return add_stored(project=project, facts=store(data), name=name, details=details)
    except ContentGone:
        return add_stored(project=project, facts=store(data), name=name, details=details)


def add_stored(
    *, project: Project, facts: Facts, name: str, details: Details | None = None
) -> Image:
    """Add a picture whose content is stored already; raises DuplicateImage, ContentGone."""
    new = NewImage(clean_name(name), facts, details or Details())
    outcome = add_images(project=project, new=[new])[0]
    if outcome.image is None:
        raise outcome.refusal or _twice(new, outcome.present)
    return outcome.image


def add_images(*, project: Project, new: Sequence[NewImage]) -> list[Outcome]:
    """Add stored pictures to a project, all in one transaction; return what became of each.

    A picture that is there already under the same external id is `present`, so that an import can
    be repeated; the same content under another id, or other content under the same id, is refused,
    and so is content that was deleted for good since it was stored.
    """
    with transaction.atomic():
        # Two imports into one project take turns. NO KEY: submissions that refer to the project
        # are not held up.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        return _Adding(project, new).run()


def erase(*, image: Image, at: datetime) -> str:
    """Forget what an image showed; return the digest under which its files are still to go.

    Name and external id stay, by which releases and imports know it: so it cannot come back under
    them unseen. In a transaction of the caller, who deletes the files after it.

    Raises:
        Conflict: it was done before.
    """
    digest = image.sha256
    forgotten: dict[str, Any] = {
        "sha256": f"erased-{image.pk:x}",
        "look": None,
        "alike": None,
        "metadata": {},
    }
    rows = Image.objects.filter(pk=image.pk, erased_at=None)
    if not rows.update(erased_at=at, is_compared=True, **forgotten):
        raise errors.Conflict(Message("image_erased_before"))
    image.refresh_from_db()
    return digest


def copy_of(image: Image) -> NewImage:
    """What another project needs to have the same picture: its content lies there once."""
    facts = facts_of(image)
    # Already checked when it came; a rule that is stricter by now refuses no copy.
    details = Details.model_construct(
        external_id=image.external_id,
        split=cast(Split, image.split),
        metadata=image.metadata,
    )
    return NewImage(image.name, facts, details)


def preview_images(*, project: Project, new: Sequence[NewImage]) -> list[Outcome]:
    """What `add_images` would do, and do nothing."""
    return _Adding(project, new).decide()


class _Adding:
    """One decision per picture: against what the project has, and against those before it."""

    def __init__(self, project: Project, new: Sequence[NewImage]) -> None:
        self.project = project
        self.new = new
        mine = Image.objects.filter(project=project)
        digests = {one.facts.sha256 for one in new}
        ids = {choice for one in new for choice in _choices(one)}
        self.by_digest = {image.sha256: image for image in mine.filter(sha256__among=digests)}
        self.by_id = {image.external_id: image for image in mine.filter(external_id__among=ids)}
        self.lost: set[str] = set()
        self.at = clock.now()

    def decide(self) -> list[Outcome]:
        return [self._decide(one) for one in self.new]

    def run(self) -> list[Outcome]:
        digests = {new.facts.sha256 for new in self.new}
        contents.share(digests)
        self.lost = contents.lost(digests)
        outcomes = self.decide()
        added = [outcome.image for outcome in outcomes if outcome.image is not None]
        bulk.insert(Image, added)
        return outcomes

    def _decide(self, new: NewImage) -> Outcome:
        choices = _choices(new)
        same_content = self.by_digest.get(new.facts.sha256)
        if same_content is not None:
            if same_content.external_id in choices:
                return Outcome(present=same_content)
            return Outcome(refusal=_twice(new, same_content))
        if new.facts.sha256 in self.lost:
            return Outcome(refusal=ContentGone(Message("content_gone", name=new.name)))
        free = next((choice for choice in choices if choice not in self.by_id), None)
        if free is None:
            return Outcome(refusal=_id_taken(choices[0], self.by_id[choices[0]]))
        image = self._image(new, free)
        self.by_digest[image.sha256] = self.by_id[free] = image
        return Outcome(image=image)

    def _image(self, new: NewImage, external_id: str) -> Image:
        return columns.new(
            Image,
            project=self.project,
            name=new.name,
            external_id=external_id,
            sha256=new.facts.sha256,
            format=new.facts.format,
            width=new.facts.width,
            height=new.facts.height,
            bytes=new.facts.bytes,
            metadata=new.details.metadata,
            split=new.details.split,
            created_at=self.at,
        )


def _choices(new: NewImage) -> tuple[str, ...]:
    """The external ids a new image may have, the best one first.

    Who names an id gets that or nothing. Otherwise it is the file's name or, because all cameras
    count from 0001, the name with a piece of the content's digest: the same one whenever the file
    comes again.
    """
    if new.details.external_id is not None:
        return (new.details.external_id,)
    path = PurePosixPath(new.name)
    ending = f"-{new.facts.sha256[:12]}{path.suffix[:20]}"
    return new.name, new.name.removesuffix(path.suffix)[: MAX_NAME - len(ending)] + ending


def _twice(new: NewImage, existing: Image | None) -> DuplicateImage:
    known = existing.external_id if existing else new.name
    return DuplicateImage(
        Message("duplicate_image", name=known),
        details={"image_id": existing.pk if existing else None, "external_id": known},
    )


def _id_taken(external_id: str, existing: Image) -> DuplicateImage:
    return DuplicateImage(
        Message("external_id_taken", external_id=external_id),
        code="external_id_taken",
        details={"image_id": existing.pk, "external_id": external_id},
    )


def facts_of(image: Image) -> Facts:
    return Facts(image.sha256, image.format, image.width, image.height, image.bytes)


def open_stored(facts: Facts, size: str) -> IO[Any]:
    """Open a copy of stored content for showing it: size is thumb, view or full.

    Where a copy is missing (an older backup, a lost disk) it is made anew from the original.
    """
    existing = size if size in intake.derivatives_of(facts) else "full"
    try:
        return storage.open_copy(facts.sha256, existing)
    except FileNotFoundError:
        pass
    try:
        with storage.open_original(facts.sha256) as file:
            data = file.read()
    except FileNotFoundError:
        raise FileMissing from None
    admitted = intake.admit(data, max_bytes=len(data), max_pixels=facts.width * facts.height)
    storage.keep(admitted, data)
    return BytesIO(admitted.derivatives[existing])
