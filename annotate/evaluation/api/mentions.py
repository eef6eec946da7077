"""Which objects are mentioned more often with one group, over HTTP, for leads alone."""

from typing import cast

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.http import as_attachment
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.evaluation.models import MentionRun
from annotate.evaluation.schemas import mentions as schemas
from annotate.evaluation.selectors import mentions as selectors
from annotate.evaluation.services import mentions as services
from annotate.images.responses import AnyAccept
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access


def led_run(user: User, mention_run_id: int) -> MentionRun:
    """A run of a project that the person leads."""
    run = selectors.one_run(mention_run_id)
    access.lead(user, run.project_id)
    return run


class MentionRunsApi(APIView):
    @operation("mentionRunsList", allow=access.lead)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.MentionRun]:
        return paginate_together(request, selectors.runs(granted.project), selectors.described_runs)

    @operation("mentionRunsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewMentionRun) -> schemas.MentionRun:
        """Fit it in the background, type by type; its job can be cancelled and retried."""
        run = services.start(project=granted.project, actor=granted.user, **body.model_dump())
        return selectors.described(selectors.one_run(run.pk))


class MentionRunApi(APIView):
    @operation("mentionRunsRead", allow=led_run)
    def get(self, granted: MentionRun) -> schemas.MentionRun:
        """Figures of the types that are done; sums, told only while the project asks for groups."""
        return selectors.described(granted)

    @operation("mentionRunsDelete", allow=led_run)
    def delete(self, request: Request, granted: MentionRun) -> None:
        """Delete a measurement with its figures; one under way is stopped."""
        services.delete(run=granted, actor=cast(User, request.user))


class MentionExportApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "mentionRunsExport",
        allow=led_run,
        responses={(200, "application/x-ndjson"): OpenApiTypes.STR},
    )
    def get(self, granted: MentionRun) -> HttpResponseBase:
        """The run with what it rests on, then every type: JSON lines."""
        lines = selectors.exported(granted)
        answer = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        return as_attachment(answer, f"mentions-{granted.pk}.jsonl")


_RUN = "mention-runs/<int:mention_run_id>"

urlpatterns = [
    path("projects/<int:project_id>/mention-runs", MentionRunsApi.as_view()),
    path(_RUN, MentionRunApi.as_view()),
    path(f"{_RUN}/export", MentionExportApi.as_view()),
]
