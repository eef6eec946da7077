"""Bring in what people said elsewhere, over HTTP."""

from django.urls import path

from annotate.core.operations import operation
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation import schemas
from annotate.evaluation.api.texts import received
from annotate.evaluation.selectors.studies import described
from annotate.evaluation.services.ratings import import_ratings
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.projects import access
from annotate.projects.access import Access


class RatingsImportApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @operation("studiesImport", allow=access.lead, status=201, media_type="multipart/form-data")
    def post(self, granted: Access, body: schemas.NewRatings) -> schemas.Study:
        """Bring in side-by-side labels as a study, whole or not at all; wrong rows are named."""
        study = import_ratings(
            project=granted.project,
            actor=granted.user,
            path=received(body.file),
            name=body.name,
            comparison=body.comparison,
        )
        return described([study])[0]


urlpatterns = [
    path("projects/<int:project_id>/studies/import", RatingsImportApi.as_view()),
]
