"""Bring in files of texts, and of images that were made from texts, whole or not at all."""

import hashlib
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
from annotate.evaluation.selectors.text_files import users_of
from annotate.evaluation.tables import UnreadableFile, rows_of
from annotate.evaluation.text_rows import Finder, texts_in
from annotate.images import services as images
from annotate.images.archives import RowError, ZipFiles, open_zip
from annotate.images.intake import Facts, ImageRejected
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.selectors.names import Names


def add_text_file(
    *,
    project: Project,
    actor: User | None,
    path: Path,
    name: str,
    text_field: str = "",
    key_field: str = "",
) -> TextFile:
    """Bring in the texts of a file; those of images that the project lacks are kept as well.

    Args:
        actor: None for a command on this machine, which acts for whoever made the project.
        path: a file of JSON lines, a JSON list or CSV, packed with gzip or not.
        text_field: which member or column is the text; "" takes the first usual name there is.
        key_field: the same for the name of the image.

    Raises:
        UnreadableFile: it is no such file.
        Invalid: rows are wrong; each is named as `rows[12].text`.
        Conflict: the project has a file of texts called so.
    """
    texts = texts_in(
        rows_of(path), image_finder(project), text_field=text_field, key_field=key_field
    )
    try:
        with transaction.atomic():
            file = TextFile.objects.create(
                project=project,
                name=name,
                sha256=digest_of(path),
                created_by=actor or project.created_by,
            )
            rows = (
                FileText(file=file, position=position, **text._asdict())
                for position, text in enumerate(texts, start=1)
            )
            FileText.objects.bulk_create(rows, batch_size=2000)
            audit(project=project, actor=actor, verb="texts.added", target=name, texts=len(texts))
    except IntegrityError:
        raise name_taken(Message("text_file_name_taken")) from None
    return file


def image_finder(project: Project) -> Finder:
    """Finds images of a project by what files call them."""
    names = Names(project)

    def find(key: str, field: str) -> int | None:
        named = names.find(key, field)
        return None if named is None else named.image_id

    return find


def name_taken(message: Message, *, field: str = "name") -> errors.Conflict:
    wrong = errors.FieldError.about(field, message, code="name_taken")
    return errors.Conflict(message, code="name_taken", fields=[wrong])


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def delete_text_file(*, file: TextFile, actor: User | None) -> None:
    """Delete a file of texts.

    Raises:
        Conflict: a study or a report is about its texts.
    """
    with transaction.atomic():
        # Studies lock the project before they name a file.
        Project.objects.select_for_update(no_key=True).get(pk=file.project_id)
        users = users_of(file)
        if users:
            raise errors.Conflict(Message("texts_in_use", users=list(users)), code="in_use")
        audit(project=file.project, actor=actor, verb="texts.deleted", target=file.name)
        file.delete()


_NAME_TAKEN = Message("set_name_taken")
# So many images that cannot be read are named; the rest is only counted.
_SOME = 20


def start_image_import(
    *, project: Project, actor: User, sent: "Sequence[UploadedFile[Any]]"
) -> Job:
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
                name="evaluation.import_images", scope=project.scope, payload=payload, by=actor.pk
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
            for upload in sent:
                archive.writestr(upload.name or "", upload.read())
        file.flush()
        file.seek(0)
        return uploads.keep(UploadedFile(file, name="images.zip"))


def _opened(project: Project, path: Path) -> tuple[ZipFiles, list[PictureRow]]:
    files = open_zip(path)
    manifest = next((name for name in MANIFESTS if name in files.names()), None)
    if manifest is None:
        raise UnreadableFile(Message("manifest_missing", names=list(MANIFESTS)))
    with tempfile.NamedTemporaryFile(dir=uploads.folder()) as copy:
        copy.write(files.reader(manifest)())
        copy.flush()
        return files, pictures_in(rows_of(Path(copy.name)), image_finder(project), files)


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
    actor = User.objects.filter(pk=payload["user_id"]).first()
    count = _write_down(project, actor, digest_of(path), zip(rows, stored, strict=True))
    with suppress(OSError):
        uploads.discard(payload["upload"])
    progress.report(len(rows), len(rows))
    return {"files": count, "images": len(rows)}


def _write_down(
    project: Project, actor: User | None, digest: str, pictures: Iterable[tuple[PictureRow, Facts]]
) -> int:
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
