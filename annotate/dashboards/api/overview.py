"""The overview of a project, over HTTP."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.dashboards.selectors.overview import overview
from annotate.dashboards.serializers.overview import OverviewSerializer
from annotate.projects import access


class OverviewApi(APIView):
    @extend_schema(operation_id="overviewRead", responses=OverviewSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        return Response(overview(access.reader(request.user, project_id).project))


urlpatterns = [path("projects/<int:project_id>/overview", OverviewApi.as_view())]
