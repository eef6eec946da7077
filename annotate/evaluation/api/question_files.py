"""Files of visual questions over HTTP: readers look, leads bring them in and delete them."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.api.texts import received
from annotate.evaluation.schemas import text_reports as schemas
from annotate.evaluation.selectors import question_files as selectors
from annotate.evaluation.services import question_files as services
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.projects import access
from annotate.projects.access import Access


class QuestionFilesApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @operation("questionFilesList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: PageQuery
    ) -> Page[schemas.QuestionFile]:
        files = selectors.question_files(granted.project)
        return paginate_together(request, files, selectors.described)

    @operation(
        "questionFilesCreate", allow=access.lead, status=201, media_type="multipart/form-data"
    )
    def post(self, granted: Access, body: schemas.NewQuestionFile) -> schemas.QuestionFile:
        """Bring in a file of visual questions, whole or not at all; wrong rows are named."""
        file = services.add_question_file(
            project=granted.project, actor=granted.user, path=received(body.file), name=body.name
        )
        return selectors.described([file])[0]


class QuestionFileApi(APIView):
    @operation("questionFilesDelete", allow=access.lead)
    def delete(self, granted: Access, question_file_id: int) -> None:
        file = selectors.question_file(granted.project, question_file_id)
        services.delete_question_file(file=file, actor=granted.user)


_P = "projects/<int:project_id>/question-files"

urlpatterns = [
    path(_P, QuestionFilesApi.as_view()),
    path(f"{_P}/<int:question_file_id>", QuestionFileApi.as_view()),
]
