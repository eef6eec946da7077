"""Studies over HTTP: leads make and end them, reviewers read along; raters learn nothing here."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.api.texts import received
from annotate.evaluation.models import Study
from annotate.evaluation.schemas import studies as schemas
from annotate.evaluation.selectors import studies as selectors
from annotate.evaluation.selectors.previews import preview
from annotate.evaluation.services import studies as services
from annotate.evaluation.services.designing import parsed_sources
from annotate.evaluation.services.ratings import import_ratings
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Project
from annotate.workflow.selectors.chosen import chosen_samples


def _described(study: Study) -> schemas.Study:
    return selectors.described([study])[0]


def _samples(project: Project, body: schemas.Choice) -> list[int] | None:
    return chosen_samples(project, body) if body.chooses else None


class StudyPreviewApi(APIView):
    @operation("studiesPreview", allow=access.lead)
    def post(self, granted: Access, body: schemas.StudyDraft) -> schemas.StudyPreview:
        sources = [source.model_dump() for source in body.sources]
        return preview(
            granted.project,
            parsed_sources(granted.project, body.design, sources),
            design=body.design,
            sample_size=body.sample_size,
            chunks=body.chunks,
            samples=_samples(granted.project, body),
            raters=body.raters,
            raters_per_item=body.raters_per_item,
            barring=body.barring,
        )


class StudiesApi(APIView):
    @operation("studiesList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.Study]:
        return paginate_together(request, selectors.studies(granted.project), selectors.described)

    @operation("studiesCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewStudy) -> schemas.Study:
        """Make a study; a job then prepares the project in which people judge."""
        wishes = body.model_dump(exclude={"matching", "expected"})
        wishes["samples"] = _samples(granted.project, body)
        study = services.create_study(
            project=granted.project, actor=granted.user, wishes=services.Wishes(**wishes)
        )
        return _described(study)


class StudyApi(APIView):
    @operation("studiesRead", allow=access.reader)
    def get(self, granted: Access, study_id: int) -> schemas.Study:
        return _described(selectors.study_of(granted.project, study_id))

    @operation("studiesUpdate", allow=access.lead)
    def patch(self, granted: Access, body: schemas.StudyChanges, study_id: int) -> schemas.Study:
        study = selectors.study_of(granted.project, study_id)
        return _described(services.rename_study(study=study, actor=granted.user, name=body.name))

    @operation("studiesDelete", allow=access.lead)
    def delete(self, granted: Access, study_id: int) -> None:
        """Delete a study in which nobody has begun to judge."""
        study = selectors.study_of(granted.project, study_id)
        services.delete_study(study=study, actor=granted.user)


class StudyCloseApi(APIView):
    @operation("studiesClose", allow=access.lead)
    def post(self, granted: Access, study_id: int) -> schemas.Study:
        """Ask nobody any more; what was said stays."""
        study = selectors.study_of(granted.project, study_id)
        return _described(services.close_study(study=study, actor=granted.user))


class StudyReopenApi(APIView):
    @operation("studiesReopen", allow=access.lead)
    def post(self, granted: Access, study_id: int) -> schemas.Study:
        """Ask people again."""
        study = selectors.study_of(granted.project, study_id)
        return _described(services.reopen_study(study=study, actor=granted.user))


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
        return _described(study)


_S = "projects/<int:project_id>/studies"

urlpatterns = [
    path(f"{_S}/preview", StudyPreviewApi.as_view()),
    path(_S, StudiesApi.as_view()),
    path(f"{_S}/import", RatingsImportApi.as_view()),
    path(f"{_S}/<int:study_id>", StudyApi.as_view()),
    path(f"{_S}/<int:study_id>/close", StudyCloseApi.as_view()),
    path(f"{_S}/<int:study_id>/reopen", StudyReopenApi.as_view()),
]
