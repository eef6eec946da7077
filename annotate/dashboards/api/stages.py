"""One stage of a project at a glance, over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.dashboards.schemas.overview import StagePage
from annotate.dashboards.selectors.filters import stage_named
from annotate.dashboards.selectors.stages import stage_page
from annotate.projects import access
from annotate.projects.access import Access


class StageApi(APIView):
    @operation("stagesRead", allow=access.reader)
    def get(self, granted: Access, stage_key: str) -> StagePage:
        return stage_page(granted.project, stage_named(granted.project, stage_key))


urlpatterns = [path("projects/<int:project_id>/stages/<str:stage_key>", StageApi.as_view())]
