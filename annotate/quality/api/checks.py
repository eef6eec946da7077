"""The checks of a project: settings, runs on demand, the table of annotators, agreement."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.jobs import selectors as job_selectors
from annotate.core.jobs.schemas import Job
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Project
from annotate.quality import wording
from annotate.quality.schemas import checks as schemas
from annotate.quality.schemas.review import BatchReport
from annotate.quality.selectors import aggregates, agreement, batches, people, queue
from annotate.quality.selectors.settings import settings_of
from annotate.quality.services import jobs
from annotate.quality.services.jobs import change_settings
from annotate.quality.settings import QualitySettings


def _quality(project: Project) -> schemas.Quality:
    flags = queue.open_flags(project)
    known = wording.all_codes()
    rules = {code: wording.about(code) for code in sorted(flags.by_code) if code not in known}
    return schemas.Quality(
        settings=settings_of(project),
        codes=[
            schemas.FlagCode(code=code, title=about.title, description=about.description)
            for code, about in (known | rules).items()
        ],
        open_by_code=flags.by_code,
        answers_waiting=flags.answers,
        skips_waiting=flags.skips,
    )


class QualityApi(APIView):
    @operation("qualityRead", allow=access.reader)
    def get(self, granted: Access) -> schemas.Quality:
        return _quality(granted.project)

    @operation("qualityChange", allow=access.lead)
    def put(self, granted: Access, body: QualitySettings) -> schemas.Quality:
        """Change settings of the checks; those that are not sent stay as they are."""
        changes = body.model_dump(mode="json", include=body.model_fields_set)
        change_settings(project=granted.project, actor=granted.user, changes=changes)
        return _quality(granted.project)


class QualityRunApi(APIView):
    @operation("qualityRun", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.ChecksRun) -> Job:
        """Check answers anew, or draw some by chance, in the background."""
        job = jobs.start_checks(
            project=granted.project,
            actor=granted.user,
            stage_key=body.stage,
            batch=batches.batch_chosen(granted.project, body.batch) if body.batch else None,
            checks=body.checks,
            random=body.random.model_dump() if body.random else None,
        )
        job.refresh_from_db()
        return job_selectors.job_of(job, worker_alive=job_selectors.workers().alive > 0)


class AnnotatorsApi(APIView):
    @operation("qualityAnnotators", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.AnnotatorQuality]:
        return people.annotators_table(granted.project)


class AgreementApi(APIView):
    @operation("agreementRead", allow=access.reader)
    def get(self, granted: Access) -> schemas.Agreement:
        return agreement.agreement(granted.project)


class AggregatesApi(APIView):
    @operation("aggregatesList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: schemas.AggregatesQuery
    ) -> Page[schemas.Aggregate]:
        """List what the answers about each image say together."""
        project = granted.project
        stage = aggregates.stage_to_aggregate(project, query.stage)
        return paginate_together(
            request,
            aggregates.answered(project, stage),
            lambda samples: aggregates.aggregates(project, stage, samples),
            ordering="id",
        )


class BatchReportApi(APIView):
    @operation("batchReport", allow=access.reader)
    def get(self, granted: Access, batch_id: int) -> BatchReport:
        return batches.report(granted.project, batch_id)


_P = "projects/<int:project_id>"
urlpatterns = [
    path(f"{_P}/quality", QualityApi.as_view()),
    path(f"{_P}/quality/run", QualityRunApi.as_view()),
    path(f"{_P}/quality/annotators", AnnotatorsApi.as_view()),
    path(f"{_P}/agreement", AgreementApi.as_view()),
    path(f"{_P}/aggregates", AggregatesApi.as_view()),
    path(f"{_P}/batches/<int:batch_id>/report", BatchReportApi.as_view()),
]
