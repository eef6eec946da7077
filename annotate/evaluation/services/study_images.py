"""Bring in images that were made from texts: a file of them for each source of a manifest."""

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile

from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction

from annotate.core import errors, jobs, uploads
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.image_rows import MANIFESTS, PictureRow, pictures_in
from annotate.evaluation.models import FileText, TextFile
from annotate.evaluation.services.text_files import digest_of, name_taken
from annotate.evaluation.tables import UnreadableFile, rows_of
from annotate.images import services as images
from annotate.images.archives import RowError, ZipFiles, open_zip
from annotate.images.intake import Facts, ImageRejected
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.selectors.names import Names

_NAME_TAKEN = Message("set_name_taken")
# So many images that cannot be read are named; the rest is only counted.
_SOME = 20


def start_import(*, project: Project, actor: User, sent: "Sequence[UploadedFile[Any]]") -> Job:
    """Check a manifest row by row, and have the images that it names brought in.

    Args:
        sent: a zip archive with its manifest inside; or the manifest and the images themselves.

    Raises:
        UnreadableFile: there is no manifest, or it cannot be read.
        BadArchive: the archive cannot be read.
        Invalid: rows are wrong; each is named as `rows[12].file`.
        Conflict: there is a file called as one of the sources.
    """
    upload = _kept(sent)
    try:
        _, rows = _opened(project, uploads.path_of(upload))
        taken = {row.source for row in rows}
        if TextFile.objects.filter(project=project, name__in=taken).exists():
            raise name_taken(_NAME_TAKEN)
        payload = {"project_id": project.pk, "user_id": actor.pk, "upload": upload}
        with transaction.atomic():
            return job_services.start(
                name="evaluation.import_images", scope=project.scope, payload=payload
            )
    except BaseException:
        uploads.discard(upload)
        raise


def _kept(sent: "Sequence[UploadedFile[Any]]") -> str:
    """Keep what was sent as one archive; images that came one by one are put into one."""
    if len(sent) == 1:
        return uploads.keep(sent[0])
    with tempfile.NamedTemporaryFile(dir=uploads.folder(), suffix=".zip") as file:
        with ZipFile(file, "w", ZIP_STORED) as archive:
            for each in sent:
                archive.writestr(each.name or "", each.read())
        file.flush()
        file.seek(0)
        return uploads.keep(UploadedFile(file, name="images.zip"))


def _opened(project: Project, path: Path) -> tuple[ZipFiles, list[PictureRow]]:
    files = open_zip(path)
    manifest = next((name for name in MANIFESTS if name in files.names()), None)
    if manifest is None:
        raise UnreadableFile(Message("manifest_missing", names=list(MANIFESTS)))
    names = Names(project)

    def find(key: str, field: str) -> int | None:
        named = names.find(key, field)
        return None if named is None else named.image_id

    with tempfile.NamedTemporaryFile(dir=uploads.folder()) as copy:
        copy.write(files.reader(manifest)())
        copy.flush()
        return files, pictures_in(rows_of(Path(copy.name)), find, files)


@jobs.handler("evaluation.import_images")
def import_images(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Store every image, then write all of them down, or none."""
    project = Project.objects.get(pk=payload["project_id"])
    path = uploads.path_of(payload["upload"])
    if not path.exists():
        raise UnreadableFile(Message("archive_gone"))
    files, rows = _opened(project, path)
    stored: list[Facts] = []
    refused: list[str] = []
    for done, row in enumerate(rows):
        progress.report(done, len(rows))
        try:
            stored.append(images.store(files.reader(row.file)()))
        except (ImageRejected, RowError) as rejected:
            refused.append(f"row {row.row} ({row.file}): {rejected.message}")
    if refused:
        some, more = " ".join(refused[:_SOME]), len(refused) - _SOME
        raise errors.Invalid(
            Message("more_images_refused", images=some, more=more)
            if more > 0
            else Message("images_refused", images=some),
            code="invalid",
        )
    count = _write_down(project, payload, digest_of(path), zip(rows, stored, strict=True))
    with suppress(OSError):
        uploads.discard(payload["upload"])
    progress.report(len(rows), len(rows))
    return {"files": count, "images": len(rows)}


def _write_down(
    project: Project,
    payload: dict[str, Any],
    digest: str,
    pictures: Iterable[tuple[PictureRow, Facts]],
) -> int:
    actor = User.objects.filter(pk=payload["user_id"]).first()
    by_source: dict[str, list[tuple[PictureRow, Facts]]] = {}
    for row, facts in pictures:
        by_source.setdefault(row.source, []).append((row, facts))
    known = TextFile.objects.filter(project=project, name__in=by_source, sha256=digest)
    if known.count() == len(by_source):
        return len(by_source)  # a worker that was killed at the very end wrote them down
    try:
        with transaction.atomic():
            for source, some in by_source.items():
                file = TextFile.objects.create(
                    project=project,
                    name=source,
                    has_images=True,
                    sha256=digest,
                    created_by=actor or project.created_by,
                )
                FileText.objects.bulk_create(
                    (
                        FileText(
                            file=file,
                            position=position,
                            key=row.key,
                            image_id=row.image_id,
                            chunk=row.chunk,
                            **asdict(facts),
                        )
                        for position, (row, facts) in enumerate(some, start=1)
                    ),
                    batch_size=2000,
                )
                audit(
                    project=project,
                    actor=actor,
                    verb="pictures.added",
                    target=source,
                    images=len(some),
                )
    except IntegrityError:
        raise name_taken(_NAME_TAKEN) from None
    return len(by_source)
