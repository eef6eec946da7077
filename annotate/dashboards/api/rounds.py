"""The round charts and the simulator of early stopping, over HTTP."""

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.dashboards.selectors.filters import days_chosen, stage_chosen
from annotate.dashboards.selectors.rounds import rounds
from annotate.dashboards.selectors.stopping import stopping
from annotate.dashboards.serializers.rounds import RoundsSerializer, StoppingSerializer
from annotate.projects import access

DAYS = [
    OpenApiParameter("from", {"type": "string", "format": "date"}, description="The first day."),
    OpenApiParameter("to", {"type": "string", "format": "date"}, description="The last day."),
]


class RoundsApi(APIView):
    @extend_schema(
        operation_id="roundsRead",
        parameters=[
            OpenApiParameter("stage", str, description="The last one with rounds if left out."),
            *DAYS,
        ],
        responses=RoundsSerializer,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """Return the figures of each round as distributions, and over time (IIW Fig. 2)."""
        project = access.reader(request.user, project_id).project
        stage = stage_chosen(project, request.query_params)
        return Response(rounds(project, stage, days_chosen(request.query_params)))


class StoppingApi(APIView):
    @extend_schema(
        operation_id="stoppingRead",
        parameters=[
            OpenApiParameter("stage", str, description="The last one with rounds if left out.")
        ],
        responses=StoppingSerializer,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """Return what each threshold of early stopping would have saved and lost."""
        project = access.reader(request.user, project_id).project
        return Response(stopping(project, request.query_params))


urlpatterns = [
    path("projects/<int:project_id>/rounds", RoundsApi.as_view()),
    path("projects/<int:project_id>/stopping", StoppingApi.as_view()),
]
