"""Bring pictures in and take data out, over HTTP."""

from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.core.uploads import ReceivesFiles
from annotate.exchange import answers, selectors, services
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.serializers import (
    ExportRequestSerializer,
    ExportSerializer,
    FormatEntry,
    Formats,
    ImportRequestSerializer,
    ImportSerializer,
    UploadRequestSerializer,
    UploadSerializer,
)
from annotate.images.negotiation import AnyAccept
from annotate.images.services import read_bounded
from annotate.projects import access

MAX_FILES = 50
# A browser sends what a person picked; more than this belongs into an archive.
MAX_UPLOAD_BYTES = 1_000_000_000


class FormatsApi(APIView):
    @operation("formatsList")
    def get(self) -> Formats:
        """Every format there is; a client that has no words for one shows its title."""
        return Formats(
            exports=[
                FormatEntry(
                    name=known.name,
                    title=known.title,
                    summary=known.summary,
                    holds_pictures=known.holds_pictures,
                )
                for known in FORMATS.values()
            ],
            imports=[
                FormatEntry(name=known.name, title=known.title, summary=known.summary)
                for known in answers.FORMATS.values()
            ],
        )


class UploadsApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @extend_schema(
        operation_id="uploadsCreate",
        request={"multipart/form-data": UploadRequestSerializer},
        responses=UploadSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Add up to 50 pictures at once; each is accepted or rejected on its own."""
        found = access.lead(request.user, project_id)
        files = request.FILES.getlist("files")
        if not 1 <= len(files) <= MAX_FILES:
            raise errors.Invalid.field(
                "files",
                "missing" if not files else "too_many",
                f"Send 1 to {MAX_FILES} pictures at once, not {len(files)}.",
                remedy="Send them in several requests, or as one zip archive." if files else None,
            )
        accepted, rejected = [], []
        for file in files:
            try:
                image, sample = services.upload_image(
                    project=found.project,
                    data=read_bounded(file),
                    name=file.name or "image",
                )
            except errors.AppError as error:
                rejected.append(_rejected(file, error))
            else:
                accepted.append({"name": file.name, "image_id": image.pk, "sample_id": sample.pk})
        services.note_upload(project=found.project, actor=found.user, accepted=len(accepted))
        return Response({"accepted": accepted, "rejected": rejected})


def _rejected(file: "UploadedFile[Any]", error: errors.AppError) -> dict[str, Any]:
    return {
        "name": file.name,
        "code": error.error_code,
        "message": error.message,
        "remedy": error.remedy,
    }


class ImportsApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return settings.IMPORT_MAX_BYTES

    @extend_schema(operation_id="importsList", responses=ImportSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        return Response(selectors.imports_json(list(selectors.imports(project)[:100])))

    @extend_schema(
        operation_id="importsCreate",
        request={"multipart/form-data": ImportRequestSerializer},
        responses={201: ImportSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ImportRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        wanted = dict(sent.validated_data)
        import_ = services.start_import(
            project=found.project,
            actor=found.user,
            format_name=wanted.pop("format"),
            **wanted,
        )
        return Response(selectors.imports_json([import_])[0], status=201)


class ImportApi(APIView):
    @extend_schema(operation_id="importsRead", responses=ImportSerializer)
    def get(self, request: Request, project_id: int, import_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        found = selectors.one_import(project, import_id)
        return Response(selectors.imports_json([found], with_errors=True)[0])


class ExportsApi(APIView):
    @extend_schema(operation_id="exportsList", responses=ExportSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(selectors.exports_json(list(selectors.exports(project)[:100])))

    @extend_schema(
        operation_id="exportsCreate",
        request=ExportRequestSerializer,
        responses={201: ExportSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ExportRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        wanted = dict(sent.validated_data)
        export = services.start_export(
            project=found.project,
            actor=found.user,
            format_name=wanted.pop("format"),
            selection=Selection(**wanted),
        )
        return Response(selectors.exports_json([export])[0], status=201)


class ExportFileApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="exportsFile",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, project_id: int, export_id: int) -> FileResponse:
        project = access.reader(request.user, project_id).project
        export = selectors.one_export(project, export_id)
        if not export.file or not default_storage.exists(export.file):
            raise errors.NotFound(
                "This export has no file (yet).", remedy="Wait for it, or start another one."
            )
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
        return response


urlpatterns = [
    path("formats", FormatsApi.as_view()),
    path("projects/<int:project_id>/uploads", UploadsApi.as_view()),
    path("projects/<int:project_id>/imports", ImportsApi.as_view()),
    path("projects/<int:project_id>/imports/<int:import_id>", ImportApi.as_view()),
    path("projects/<int:project_id>/exports", ExportsApi.as_view()),
    path("projects/<int:project_id>/exports/<int:export_id>/file", ExportFileApi.as_view()),
]
