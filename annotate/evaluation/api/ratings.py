"""Bring in what people said elsewhere, over HTTP."""

from pathlib import Path
from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.selectors.studies import study_json
from annotate.evaluation.serializers.results import RatingsImportRequestSerializer
from annotate.evaluation.serializers.studies import StudySerializer
from annotate.evaluation.services.ratings import import_ratings
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.projects import access


class RatingsImportApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @extend_schema(
        operation_id="studiesImport",
        request={"multipart/form-data": RatingsImportRequestSerializer},
        responses={201: StudySerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Bring in side-by-side labels as a study, whole or not at all; wrong rows are named."""
        found = access.lead(request.user, project_id)
        sent = RatingsImportRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        wanted = dict(sent.validated_data)
        received = cast(Any, wanted.pop("file").file)
        received.flush()
        study = import_ratings(
            project=found.project, actor=found.user, path=Path(received.name), **wanted
        )
        return Response(StudySerializer(study_json(study)).data, status=201)


urlpatterns = [
    path("projects/<int:project_id>/studies/import", RatingsImportApi.as_view()),
]
