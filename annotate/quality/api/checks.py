"""The checks of a project: settings, runs, agreement, spelling."""

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
from annotate.quality.schemas import spelling as spelling_schemas
from annotate.quality.schemas.review import BatchReport
from annotate.quality.selectors import agreement, batches, queue, spelling
from annotate.quality.selectors.settings import settings_of
from annotate.quality.services import jobs
from annotate.quality.services import spelling as spelling_services
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
        return job_selectors.job_of(job, job_selectors.workers())


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
        stage = agreement.stage_to_aggregate(project, query.stage)
        return paginate_together(
            request,
            agreement.answered(project, stage),
            lambda samples: agreement.aggregates(project, stage, samples),
            ordering="id",
        )


class BatchReportApi(APIView):
    @operation("batchReport", allow=access.reader)
    def get(self, granted: Access, batch_id: int) -> BatchReport:
        return batches.report(granted.project, batch_id)


class SpellingApi(APIView):
    @operation("spellingList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: spelling_schemas.SpellingQuery
    ) -> Page[spelling_schemas.Suggestion]:
        """List doubtful words, the surest suggestions first."""
        rows = spelling.suggestions(
            granted.project,
            state=query.state,
            min_confidence=query.min_confidence,
            word=query.word,
        )
        return paginate_together(
            request, rows, spelling.as_schemas, ordering=("-confidence", "-id")
        )


class SpellingRunApi(APIView):
    @operation("spellingRun", allow=access.lead, status=201)
    def post(self, granted: Access, body: spelling_schemas.SpellingRun) -> Job:
        job = spelling_services.start_run(
            project=granted.project, actor=granted.user, stage_key=body.stage
        )
        return job_selectors.job_of(job, job_selectors.workers())


class SpellingAcceptApi(APIView):
    @operation("spellingAccept", allow=access.lead)
    def post(
        self, granted: Access, body: spelling_schemas.SpellingAcceptance
    ) -> spelling_schemas.SpellingOutcome:
        """Correct texts; the answers themselves stay as they were submitted."""
        return spelling_services.accept(
            project=granted.project, actor=granted.user, items=body.items
        )


class SpellingRejectApi(APIView):
    @operation("spellingReject", allow=access.lead)
    def post(
        self, granted: Access, body: spelling_schemas.SpellingRejection
    ) -> spelling_schemas.SpellingOutcome:
        return spelling_services.reject(
            project=granted.project,
            actor=granted.user,
            ids=body.ids,
            add_to_words=body.add_to_words,
        )


class SpellingUndoApi(APIView):
    @operation("spellingUndo", allow=access.lead)
    def post(
        self, granted: Access, body: spelling_schemas.SpellingUndo
    ) -> spelling_schemas.SpellingOutcome:
        """Take decisions back; the words are open again."""
        return spelling_services.undo(project=granted.project, actor=granted.user, ids=body.ids)


class WordsApi(APIView):
    @operation("wordsRead", allow=access.reader)
    def get(self, granted: Access) -> spelling_schemas.Words:
        return spelling_schemas.Words(words=spelling.words_of(granted.project))

    @operation("wordsWrite", allow=access.lead)
    def put(self, granted: Access, body: spelling_schemas.Words) -> spelling_schemas.Words:
        """Say which words are right in this project, such as brands."""
        words = spelling_services.set_words(
            project=granted.project, actor=granted.user, words=body.words
        )
        return spelling_schemas.Words(words=words)


_P = "projects/<int:project_id>"
urlpatterns = [
    path(f"{_P}/quality", QualityApi.as_view()),
    path(f"{_P}/quality/run", QualityRunApi.as_view()),
    path(f"{_P}/agreement", AgreementApi.as_view()),
    path(f"{_P}/aggregates", AggregatesApi.as_view()),
    path(f"{_P}/batches/<int:batch_id>/report", BatchReportApi.as_view()),
    path(f"{_P}/spelling", SpellingApi.as_view()),
    path(f"{_P}/spelling/run", SpellingRunApi.as_view()),
    path(f"{_P}/spelling/accept", SpellingAcceptApi.as_view()),
    path(f"{_P}/spelling/reject", SpellingRejectApi.as_view()),
    path(f"{_P}/spelling/undo", SpellingUndoApi.as_view()),
    path(f"{_P}/words", WordsApi.as_view()),
]
