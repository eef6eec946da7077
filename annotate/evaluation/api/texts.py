"""Sources, files of texts, and images that are judged, over HTTP."""

import uuid
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.schemas import Job
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery, Upload
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.schemas import studies as schemas
from annotate.evaluation.selectors import text_files as selectors
from annotate.evaluation.selectors.sources import available
from annotate.evaluation.selectors.studies import Stimulus, stimulus
from annotate.evaluation.services import text_files as services
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.images.intake import DERIVATIVE_TYPE
from annotate.images.responses import AnyAccept, picture
from annotate.images.schemas import ContentQuery
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Role
from annotate.workflow import selectors as workflow


class TextSourcesApi(APIView):
    @operation("textSourcesList", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.AvailableSource]:
        return available(granted.project)


class TextFilesApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @operation("textFilesList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.TextFile]:
        return paginate_together(
            request, selectors.text_files(granted.project), selectors.described
        )

    @operation("textFilesCreate", allow=access.lead, status=201, media_type="multipart/form-data")
    def post(self, granted: Access, body: schemas.NewTextFile) -> schemas.TextFile:
        """Bring in a file of texts, whole or not at all; wrong rows are named."""
        file = services.add_text_file(
            project=granted.project,
            actor=granted.user,
            path=received(body.file),
            name=body.name,
            text_field=body.text_field,
            key_field=body.key_field,
        )
        return selectors.described([file])[0]


def received(file: Upload) -> Path:
    """Where a file lies that was sent with this request."""
    temporary = cast(Any, file.file)
    temporary.flush()
    return Path(temporary.name)


class TextFileApi(APIView):
    @operation("textFilesDelete", allow=access.lead)
    def delete(self, granted: Access, file_id: int) -> None:
        file = selectors.text_file(granted.project, file_id)
        services.delete_text_file(file=file, actor=granted.user)


class PicturesApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return settings.IMPORT_MAX_BYTES

    @operation("studyImagesCreate", allow=access.lead, status=202, media_type="multipart/form-data")
    def post(self, granted: Access, body: schemas.NewPictures) -> Job:
        """Bring in images that were made from texts, by a manifest whose wrong rows are named; a
        job stores them."""
        job = services.start_image_import(
            project=granted.project, actor=granted.user, sent=body.files
        )
        return jobs.job_of(job, jobs.workers())


def judged(user: User, stimulus_id: uuid.UUID) -> Stimulus:
    """An image that the person judges, or one of a study that they lead or review."""
    image = stimulus(stimulus_id)
    if not (_reads(user, image) or _judges(user, image)):
        raise errors.NotFound
    return image


def _reads(user: User, image: Stimulus) -> bool:
    """Whether they lead or review where people judge, or where the study was made."""
    roles = (_role(user, image.work_id), _role(user, image.project_id))
    return any(role is not None and role != Role.ANNOTATOR for role in roles)


def _judges(user: User, image: Stimulus) -> bool:
    if image.presentation_id is None or _role(user, image.work_id) is None:
        return False
    return workflow.judges(user, image.presentation_id)


def _role(user: User, project_id: int) -> Role | None:
    try:
        return access.unblocked(user, project_id).role
    except errors.NotFound:
        return None


class StimulusContentApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "studyImagesContent",
        allow=judged,
        responses={
            (200, DERIVATIVE_TYPE): OpenApiResponse(OpenApiTypes.BINARY, "The image, upright.")
        },
    )
    def get(self, request: Request, granted: Stimulus, query: ContentQuery) -> HttpResponseBase:
        return picture(request, granted.facts, query.size, name="image")


urlpatterns = [
    path("projects/<int:project_id>/text-sources", TextSourcesApi.as_view()),
    path("projects/<int:project_id>/text-files", TextFilesApi.as_view()),
    path("projects/<int:project_id>/text-files/<int:file_id>", TextFileApi.as_view()),
    path("projects/<int:project_id>/study-images", PicturesApi.as_view()),
    path("stimuli/<uuid:stimulus_id>/content", StimulusContentApi.as_view()),
]
