"""Bring pictures in and take data out, over HTTP."""

import json
from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.views import APIView

from annotate.core import errors, limits
from annotate.core.operations import operation
from annotate.core.uploads import ReceivesFiles
from annotate.exchange import import_schemas, schemas, selectors, services
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.imports.options import ImageOptions
from annotate.images.responses import AnyAccept
from annotate.images.selectors import images_there
from annotate.images.services import read_bounded
from annotate.images.turns import Turns
from annotate.messages import Message
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Project
from annotate.workflow.selectors.chosen import chosen_samples

MAX_FILES = 50
# A browser sends what a person picked; more than this belongs into an archive.
MAX_UPLOAD_BYTES = 1_000_000_000


class FormatsApi(APIView):
    @operation("formatsList")
    def get(self) -> schemas.Formats:
        """Every format there is; a client that has no words for one shows its title."""
        return selectors.formats_of()


class ProjectFormatsApi(APIView):
    @operation("projectFormats", allow=access.reader)
    def get(self, granted: Access) -> schemas.Formats:
        """The formats that can hold something of this project."""
        return selectors.formats_of(granted.project)


class UploadsApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @operation("uploadsCreate", allow=access.lead, media_type="multipart/form-data")
    def post(self, granted: Access, body: schemas.NewUpload) -> schemas.UploadResult:
        """Add up to 50 pictures at once; each is accepted or rejected on its own. What is rejected
        as `busy` can be sent again; a picture of more than 60 million pixels needs an import.
        """
        with limits.one_at_a_time("upload", granted.user.pk):
            return self._post(granted, body)

    def _post(self, granted: Access, body: schemas.NewUpload) -> schemas.UploadResult:
        if len(body.files) > MAX_FILES:
            message = Message("too_many_pictures", limit=MAX_FILES, number=len(body.files))
            raise errors.Invalid.field("files", message, code="too_many")
        accepted, rejected, turns = [], [], Turns()
        for file in body.files:
            try:
                accepted.append(_added(granted.project, file, turns))
            except errors.AppError as error:
                rejected.append(_rejected(file, error))
        services.note_upload(project=granted.project, actor=granted.user, accepted=len(accepted))
        return schemas.UploadResult(accepted=accepted, rejected=rejected)


class UploadsThereApi(APIView):
    @operation("uploadsThere", allow=access.lead)
    def post(self, granted: Access, body: schemas.ContentAsked) -> schemas.ContentThere:
        """Say which files need not be sent, so that an upload goes on where it stopped."""
        there = images_there(granted.project, body.sha256)
        return schemas.ContentThere(sha256=there)


def _added(project: Project, file: "UploadedFile[Any]", turns: Turns) -> schemas.AcceptedFile:
    data = read_bounded(file)
    with turns.take(data):
        image, sample = services.upload_image(project=project, data=data, name=file.name or "image")
    return schemas.AcceptedFile(name=file.name or "", image_id=image.pk, sample_id=sample.pk)


def _rejected(file: "UploadedFile[Any]", error: errors.AppError) -> schemas.RejectedFile:
    return schemas.RejectedFile.of_error(error, name=file.name or "", code=error.error_code)


class ImportsApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return settings.IMPORT_MAX_BYTES

    @operation("importsList", allow=access.lead)
    def get(self, granted: Access) -> list[import_schemas.Import]:
        return selectors.describe_imports(selectors.imports(granted.project)[:100])

    @operation("importsCreate", allow=access.lead, status=201, media_type="multipart/form-data")
    def post(self, granted: Access, body: import_schemas.NewImport) -> import_schemas.Import:
        import_ = services.start_import(
            project=granted.project,
            actor=granted.user,
            file=body.file,
            dry_run=body.dry_run,
            split=body.split.value,
            format_name=body.format,
            stage=body.stage,
            options=ImageOptions(
                given_as=body.given_as,
                objects_stage=body.objects_stage,
                columns=json.loads(body.columns or "{}"),
                fetch=body.fetch,
                texts_name=body.texts_name,
            ),
        )
        return selectors.describe_imports([import_])[0]


class ImportChoicesApi(APIView):
    @operation("importsChoices", allow=access.lead)
    def get(self, granted: Access) -> import_schemas.ImportChoices:
        """As what objects and texts can come in, and whether pictures are fetched here."""
        return selectors.import_choices(granted.project)


class ImportApi(APIView):
    @operation("importsRead", allow=access.lead)
    def get(self, granted: Access, import_id: int) -> import_schemas.Import:
        import_ = errors.existing(selectors.imports(granted.project).filter(pk=import_id).first())
        return selectors.describe_imports([import_], with_errors=True)[0]


class ExportsApi(APIView):
    @operation("exportsList", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.Export]:
        return selectors.describe_exports(selectors.exports(granted.project)[:100])

    @operation("exportsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewExport) -> schemas.Export:
        wanted = body.model_dump()
        wanted["chosen"] = chosen_samples(granted.project, body) if body.chooses else None
        export = services.start_export(
            project=granted.project,
            actor=granted.user,
            format_name=body.format,
            selection=Selection.of(wanted.__getitem__),
        )
        return selectors.describe_exports([export])[0]


class ExportFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "exportsFile",
        allow=access.reader,
        responses={
            (200, content_type): OpenApiTypes.BINARY
            for content_type in sorted({known.content_type for known in FORMATS.values()})
        },
    )
    def get(self, granted: Access, export_id: int) -> FileResponse:
        project = granted.project
        export = errors.existing(selectors.exports(project).filter(pk=export_id).first())
        if export.file_removed_at is not None:
            raise errors.NotFound(Message("export_file_removed"))
        if not export.file or not default_storage.exists(export.file):
            raise errors.NotFound(Message("export_without_file"))
        format_ = FORMATS[export.format]
        stem = slugify(project.name) or f"project-{project.pk}"
        response = FileResponse(
            default_storage.open(export.file, "rb"),
            as_attachment=True,
            filename=f"{stem}-{export.pk}{format_.suffix}",
            content_type=format_.content_type,
        )
        response["Cache-Control"] = "private, no-store"
        response["ETag"] = f'"{export.sha256}"'
        services.note_download(export=export, actor=granted.user)
        return response


urlpatterns = [
    path("formats", FormatsApi.as_view()),
    path("projects/<int:project_id>/formats", ProjectFormatsApi.as_view()),
    path("projects/<int:project_id>/uploads", UploadsApi.as_view()),
    path("projects/<int:project_id>/uploads/there", UploadsThereApi.as_view()),
    path("projects/<int:project_id>/imports", ImportsApi.as_view()),
    path("projects/<int:project_id>/imports/choices", ImportChoicesApi.as_view()),
    path("projects/<int:project_id>/imports/<int:import_id>", ImportApi.as_view()),
    path("projects/<int:project_id>/exports", ExportsApi.as_view()),
    path("projects/<int:project_id>/exports/<int:export_id>/file", ExportFileApi.as_view()),
]
