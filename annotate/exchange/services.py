"""Start imports and exports, and carry them out."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from annotate.core import clock, errors, jobs, uploads
from annotate.core.jobs import services as job_services
from annotate.exchange import answers
from annotate.exchange.answers import running as answer_rows
from annotate.exchange.exports import FORMATS, Format
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import Written, write_to_storage
from annotate.exchange.imports import running
from annotate.exchange.imports.containers import BUCKET, format_told_by
from annotate.exchange.imports.ledger import Watcher
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.imports.sources import (
    Chosen,
    bucket_source,
    check_uploaded,
    local_source,
    uploaded_source,
)
from annotate.exchange.models import Export, Import
from annotate.exchange.selectors import caption_stages
from annotate.images import services as images
from annotate.images.details import clean_name
from annotate.images.models import Image
from annotate.images.tars import HEAD
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import audit
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample


def upload_image(*, project: Project, data: bytes, name: str) -> tuple[Image, Sample]:
    """Add one picture to a project and to its work, or neither.

    Raises:
        ImageRejected: it is no picture that can be taken.
        DuplicateImage: the project has it already.
    """
    try:
        image = _take_in(project, data, name)
    except images.ContentGone:
        image = _take_in(project, data, name)
    return image, Sample.objects.get(image=image)


def _take_in(project: Project, data: bytes, name: str) -> Image:
    # Before the transaction: an embedded database lets nobody else write as long as one is open.
    facts = images.store(data)
    with transaction.atomic():
        image = images.add_stored(project=project, facts=facts, name=name)
        workflow.take_in(project=project, new=[image])
    return image


def note_upload(*, project: Project, actor: User, accepted: int) -> None:
    if accepted:
        audit(project=project, actor=actor, verb="images.uploaded", accepted=accepted)


# --- imports --------------------------------------------------------------------------------


def start_import(
    *,
    project: Project,
    actor: User,
    file: "UploadedFile[Any]",
    dry_run: bool = False,
    split: str = "",
    format_name: str = "",
    stage: str = "",
    options: ImageOptions | None = None,
) -> Import:
    """Keep an uploaded file of images or answers, and import it in the background.

    Args:
        format_name: that of a file of answers; "" for images, whose content tells their format.
        stage: what answers, or texts with images, are brought in for; "" takes the first that fits.
        options: of images, what becomes of what comes with them.

    Raises:
        Invalid: it cannot be read, or the project has no such stage.
    """
    format_ = format_name or _format_of(file)
    if format_name:
        chosen: dict[str, Any] = {"stage_key": _stage_for(project, stage)}
    else:
        chosen = (options or ImageOptions()).settled(project, stage, file.name or "upload")
    name = uploads.keep(file)
    try:
        _check_readable(format_, uploads.path_of(name), chosen)
        with transaction.atomic():
            import_ = Import.objects.create(
                project=project,
                created_by=actor,
                source=clean_name(file.name or "upload"),
                format=format_,
                upload=name,
                dry_run=dry_run,
                split=split,
                **chosen,
            )
            import_.job = job_services.start(
                name="exchange.import",
                scope=project.scope,
                payload={"import_id": import_.pk},
                by=actor.pk,
            )
            import_.save(update_fields=["job"])
            audit(
                project=project,
                actor=actor,
                verb="import.started",
                target=import_.source,
                format=format_,
                dry_run=dry_run,
                fetch=import_.fetch,
            )
    except BaseException:
        uploads.discard(name)
        raise
    return import_


def _stage_for(project: Project, key: str) -> str:
    """The stage that answers are brought in for; only captions can be."""
    keys = caption_stages(project)
    if keys and key and key not in keys:
        message = Message("no_such_caption_stage", stage=key, stages=keys)
        raise errors.Invalid.field("stage", message, code="unknown_stage")
    if not keys:
        raise errors.Invalid.field("stage", Message("caption_stage_missing"), code="no_stage")
    return key or keys[0]


def _format_of(file: "UploadedFile[Any]") -> str:
    """Tell a format by the content; the name may say anything."""
    file.seek(0)
    format_ = format_told_by(file.read(HEAD))
    file.seek(0)
    if format_ is not None:
        return format_
    raise errors.Invalid.field("file", Message("unknown_import_format"), code="unknown_format")


def _check_readable(format_: str, path: Path, chosen: dict[str, Any]) -> None:
    if format_ in answers.FORMATS:
        answers.FORMATS[format_].read(path)
    else:
        check_uploaded(format_, path, _read_as(chosen))


def _read_as(chosen: dict[str, Any]) -> Chosen:
    return Chosen(chosen["columns"], chosen["given_as"], chosen["fetch"])


@jobs.handler("exchange.import")
def run_import(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Import an uploaded file, from where a killed run stopped."""
    import_ = Import.objects.select_related("project", "created_by").get(pk=payload["import_id"])
    if import_.finished_at is None:
        _run(import_, uploads.path_of(import_.upload), progress)
    with transaction.atomic():
        # Whoever forgets the file writes the entry: a killed run has done both or neither.
        if Import.objects.filter(pk=import_.pk).exclude(upload="").update(upload=""):
            _audit_finished(import_)
    uploads.discard(import_.upload)
    return {"added": import_.added, "skipped": import_.skipped, "failed": import_.failed}


def _run(import_: Import, path: Path, progress: jobs.Progress) -> None:
    if import_.format in answers.FORMATS:
        answer_rows.run(import_, answers.FORMATS[import_.format].read(path), progress)
        return
    read = Chosen(import_.columns, import_.given_as, import_.fetch)
    source = uploaded_source(import_.format, path, read)
    running.run(import_, source, progress, project_ids=_readable(import_.created_by))


def _readable(user: User | None) -> list[int] | None:
    """The projects whose pictures this person may take into another; None: all."""
    if user is None or user.is_admin:
        return None
    mine = Membership.objects.filter(user=user, role__in=[Role.LEAD, Role.REVIEWER])
    return list(mine.filter(is_blocked=False).values_list("project_id", flat=True))


def import_path(
    *,
    project: Project,
    path: Path | str,
    watcher: Watcher,
    root: Path | None = None,
    dry_run: bool = False,
    split: str = "",
    stage: str = "",
    options: ImageOptions | None = None,
) -> Import:
    """Import a folder, archive or list on this machine, at once; for commands only.

    Args:
        path: or the address of a bucket, `s3://bucket/folder`.

    Raises:
        Invalid: there is nothing there that can be imported.
    """
    chosen = (options or ImageOptions()).settled(project, stage, _called(path))
    read = _read_as(chosen)
    if isinstance(path, str):
        format_, source = BUCKET, bucket_source(path, read)
    else:
        format_, source = local_source(path, root, read)
    import_ = _begun_here(project, path, format=format_, dry_run=dry_run, split=split, **chosen)
    running.run(import_, source, watcher, project_ids=None)
    _audit_finished(import_)
    return import_


def import_answers(
    *,
    project: Project,
    path: Path,
    format_name: str,
    watcher: Watcher,
    stage: str = "",
    dry_run: bool = False,
) -> Import:
    """Import a file of answers on this machine, at once; for commands only.

    Raises:
        Invalid: it is no such file, or the project has no such stage.
    """
    stage_key = _stage_for(project, stage)
    if not path.is_file():
        raise errors.Invalid(Message("no_such_file_or_folder", name=str(path)))
    source = answers.FORMATS[format_name].read(path)
    import_ = _begun_here(project, path, format=format_name, dry_run=dry_run, stage_key=stage_key)
    answer_rows.run(import_, source, watcher)
    _audit_finished(import_)
    return import_


def _begun_here(project: Project, path: Path | str, **values: Any) -> Import:
    name = _called(path)
    # What a killed command left; this one brings in what it did not.
    Import.objects.filter(project=project, source=name, job=None, finished_at=None).delete()
    return Import.objects.create(project=project, source=name, **values)


def _called(path: Path | str) -> str:
    return clean_name(path if isinstance(path, str) else path.resolve().name)


def _audit_finished(import_: Import) -> None:
    audit(
        project=import_.project,
        actor=import_.created_by,
        verb="import.finished",
        target=import_.source,
        format=import_.format,
        dry_run=import_.dry_run,
        added=import_.added,
        failed=import_.failed,
    )


# --- exports --------------------------------------------------------------------------------


def check_applies(project: Project, format_: Format) -> None:
    """Raises Invalid where a format can hold nothing of a project."""
    if not format_.applies_to(project):
        message = Message("format_does_not_apply", format=format_.title)
        raise errors.Invalid.field("format", message, code="does_not_apply")


def start_export(
    *, project: Project, actor: User, format_name: str, selection: Selection
) -> Export:
    """Export a project in the background.

    Raises:
        Invalid: the format can hold nothing of this project.
    """
    check_applies(project, FORMATS[format_name])
    with transaction.atomic():
        export = Export.objects.create(
            project=project, created_by=actor, format=format_name, **asdict(selection)
        )
        export.job = job_services.start(
            name="exchange.export",
            scope=project.scope,
            payload={"export_id": export.pk},
            by=actor.pk,
        )
        export.save(update_fields=["job"])
        told = asdict(selection) | {"chosen": len(selection.chosen or ())}
        chosen = {name: value for name, value in told.items() if value}
        audit(
            project=project,
            actor=actor,
            verb="export.started",
            target=format_name,
            export=export.pk,
            **chosen,
        )
    return export


def note_download(*, export: Export, actor: User) -> None:
    """Write down who took a file of the project's work away."""
    audit(
        project=export.project,
        actor=actor,
        verb="export.downloaded",
        target=export.format,
        export=export.pk,
        sha256=export.sha256,
    )


@jobs.handler("exchange.export")
def run_export(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Write the file of an export; a run that was killed is begun anew."""
    export = Export.objects.select_related("project").get(pk=payload["export_id"])
    if export.finished_at is None:
        format_ = FORMATS[export.format]
        name, written = write_to_storage(
            f"exports/{export.project_id}/{export.pk}{format_.suffix}",
            project=export.project,
            format_=format_,
            selection=Selection.of(partial(getattr, export)),
            watcher=progress,
        )
        _finish(export, name, written)
    return {
        "samples": export.samples,
        "size_bytes": export.size_bytes,
        "sha256": export.sha256,
        "left_out": export.left_out,
    }


def _finish(export: Export, name: str, written: Written) -> None:
    export.file, export.finished_at = name, clock.now()
    export.samples, export.size_bytes = written.samples, written.size_bytes
    export.sha256, export.left_out = written.sha256, written.left_out
    export.save(
        update_fields=["file", "finished_at", "samples", "size_bytes", "sha256", "left_out"]
    )


def remove_file(*, export: Export, after_days: int | None = None) -> bool:
    """Remove the file of an export, which can be written anew; say whether it had one.

    The file goes first: who is killed in between finds the row again, and no file is forgotten.

    Args:
        after_days: of the rule of retention that wants it; None where an image in it is deleted.
    """
    if not export.file:
        return False
    default_storage.delete(export.file)
    rows = Export.objects.filter(pk=export.pk).exclude(file="")
    gone = rows.update(file="", file_removed_at=clock.now(), removed_after_days=after_days)
    return bool(gone)
