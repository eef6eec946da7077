"""Spelling over HTTP: leads run it and decide, reviewers read along."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.schemas import Job
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.schemas import spelling as schemas
from annotate.quality.selectors import spelling as selectors
from annotate.quality.services import spelling as services


class SpellingApi(APIView):
    @operation("spellingList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: schemas.SpellingQuery
    ) -> Page[schemas.Suggestion]:
        """List doubtful words, the surest suggestions first."""
        rows = selectors.suggestions(
            granted.project,
            state=query.state,
            min_confidence=query.min_confidence,
            word=query.word,
        )
        return paginate_together(
            request, rows, selectors.as_schemas, ordering=("-confidence", "-id")
        )


class SpellingRunApi(APIView):
    @operation("spellingRun", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.SpellingRun) -> Job:
        job = services.start_run(project=granted.project, actor=granted.user, stage_key=body.stage)
        return jobs.job_of(job, worker_alive=jobs.workers().alive > 0)


class SpellingAcceptApi(APIView):
    @operation("spellingAccept", allow=access.lead)
    def post(self, granted: Access, body: schemas.SpellingAcceptance) -> schemas.SpellingOutcome:
        """Correct texts; the answers themselves stay as they were submitted."""
        return services.accept(project=granted.project, actor=granted.user, items=body.items)


class SpellingRejectApi(APIView):
    @operation("spellingReject", allow=access.lead)
    def post(self, granted: Access, body: schemas.SpellingRejection) -> schemas.SpellingOutcome:
        return services.reject(
            project=granted.project,
            actor=granted.user,
            ids=body.ids,
            add_to_words=body.add_to_words,
        )


class SpellingUndoApi(APIView):
    @operation("spellingUndo", allow=access.lead)
    def post(self, granted: Access, body: schemas.SpellingUndo) -> schemas.SpellingOutcome:
        """Take decisions back; the words are open again."""
        return services.undo(project=granted.project, actor=granted.user, ids=body.ids)


class WordsApi(APIView):
    @operation("wordsRead", allow=access.reader)
    def get(self, granted: Access) -> schemas.Words:
        return schemas.Words(words=selectors.words_of(granted.project))

    @operation("wordsWrite", allow=access.lead)
    def put(self, granted: Access, body: schemas.Words) -> schemas.Words:
        """Say which words are right in this project, such as brands."""
        words = services.set_words(project=granted.project, actor=granted.user, words=body.words)
        return schemas.Words(words=words)


_P = "projects/<int:project_id>"

urlpatterns = [
    path(f"{_P}/spelling", SpellingApi.as_view()),
    path(f"{_P}/spelling/run", SpellingRunApi.as_view()),
    path(f"{_P}/spelling/accept", SpellingAcceptApi.as_view()),
    path(f"{_P}/spelling/reject", SpellingRejectApi.as_view()),
    path(f"{_P}/spelling/undo", SpellingUndoApi.as_view()),
    path(f"{_P}/words", WordsApi.as_view()),
]
