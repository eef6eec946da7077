"""One stage of a project at a glance, over HTTP."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.dashboards.selectors.filters import stage_named
from annotate.dashboards.selectors.stages import stage_page
from annotate.dashboards.serializers.stages import StagePageSerializer
from annotate.projects import access


class StageApi(APIView):
    @extend_schema(operation_id="stagesRead", responses=StagePageSerializer)
    def get(self, request: Request, project_id: int, stage_key: str) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(stage_page(project, stage_named(project, stage_key)))


urlpatterns = [path("projects/<int:project_id>/stages/<str:stage_key>", StageApi.as_view())]
