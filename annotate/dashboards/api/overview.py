"""The overview of a project, over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.dashboards.schemas.overview import Overview
from annotate.dashboards.selectors.overview import overview
from annotate.projects import access
from annotate.projects.access import Access


class OverviewApi(APIView):
    @operation("overviewRead", allow=access.reader)
    def get(self, granted: Access) -> Overview:
        return overview(granted.project)


urlpatterns = [path("projects/<int:project_id>/overview", OverviewApi.as_view())]
