"""Compositional reasoning over HTTP: readers look, leads bring sets in and ask."""

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.csv_files import rows_as_csv
from annotate.core.http import as_attachment
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.api.texts import received
from annotate.evaluation.models import ReasoningRun
from annotate.evaluation.schemas import reasoning as schemas
from annotate.evaluation.selectors import reasoning as selectors
from annotate.evaluation.services import reasoning as services
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.images.responses import AnyAccept
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access


def readable_run(user: User, project_id: int, reasoning_run_id: int) -> ReasoningRun:
    """A run that the person may read."""
    return selectors.one_run(access.reader(user, project_id).project, reasoning_run_id)


class ReasoningSetsApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @operation("reasoningSetsList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: PageQuery
    ) -> Page[schemas.ReasoningSet]:
        return paginate_together(request, selectors.sets(granted.project), selectors.described_sets)

    @operation(
        "reasoningSetsCreate", allow=access.lead, status=201, media_type="multipart/form-data"
    )
    def post(self, granted: Access, body: schemas.NewReasoningSet) -> schemas.ReasoningSet:
        """Bring in ARO, SVO-Probes or Winoground as published; a row that is wrong is named."""
        row = services.add_set(
            project=granted.project, actor=granted.user, path=received(body.file), name=body.name
        )
        return selectors.described_sets([row])[0]


class ReasoningSetApi(APIView):
    @operation("reasoningSetsDelete", allow=access.lead)
    def delete(self, granted: Access, reasoning_set_id: int) -> None:
        row = selectors.one_set(granted.project, reasoning_set_id)
        services.delete_set(row=row, actor=granted.user)


class ReasoningRunsApi(APIView):
    @operation("reasoningRunsList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: PageQuery
    ) -> Page[schemas.ReasoningRun]:
        return paginate_together(request, selectors.runs(granted.project), selectors.described_runs)

    @operation("reasoningRunsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewReasoningRun) -> schemas.ReasoningRun:
        """Put questions to a model in the background; its job can be cancelled and retried."""
        run = services.start(project=granted.project, actor=granted.user, **body.model_dump())
        stored = selectors.one_run(granted.project, run.pk)
        return selectors.described_runs([stored], whole=True)[0]


class ReasoningRunApi(APIView):
    @operation("reasoningRunsRead", allow=readable_run)
    def get(self, granted: ReasoningRun) -> schemas.ReasoningRun:
        return selectors.described_runs([granted], whole=True)[0]

    @operation("reasoningRunsDelete", allow=access.lead)
    def delete(self, granted: Access, reasoning_run_id: int) -> None:
        run = selectors.one_run(granted.project, reasoning_run_id)
        services.delete_run(run=run, actor=granted.user)


class ReasoningCsvApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "reasoningRunsCsv", allow=readable_run, responses={(200, "text/csv"): OpenApiTypes.STR}
    )
    def get(self, granted: ReasoningRun, query: schemas.ReasoningTableQuery) -> HttpResponseBase:
        """The figures, the differences, or every answer."""
        answer: HttpResponseBase
        if query.table == "answers":
            file = selectors.answers_of(granted)
            if file is None:
                raise errors.Conflict(Message("reasoning_not_asked"))
            answer = FileResponse(default_storage.open(file, "rb"))
        else:
            answer = StreamingHttpResponse(rows_as_csv(selectors.table_of(granted, query.table)))
        answer["Content-Type"] = f"text/csv; charset={settings.DEFAULT_CHARSET}"
        name = slugify(granted.name) or f"reasoning-{granted.pk}"
        return as_attachment(answer, f"{name}-{query.table}.csv")


_SETS = "projects/<int:project_id>/reasoning-sets"
_RUNS = "projects/<int:project_id>/reasoning-runs"
_RUN = f"{_RUNS}/<int:reasoning_run_id>"

urlpatterns = [
    path(_SETS, ReasoningSetsApi.as_view()),
    path(f"{_SETS}/<int:reasoning_set_id>", ReasoningSetApi.as_view()),
    path(_RUNS, ReasoningRunsApi.as_view()),
    path(_RUN, ReasoningRunApi.as_view()),
    path(f"{_RUN}/table.csv", ReasoningCsvApi.as_view()),
]
