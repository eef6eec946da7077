"""The round charts and the simulator of early stopping, over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.dashboards.schemas.rounds import Rounds, RoundsQuery, StageQuery, Stopping
from annotate.dashboards.selectors.filters import days_chosen, stage_chosen
from annotate.dashboards.selectors.rounds import rounds
from annotate.dashboards.selectors.stopping import stopping
from annotate.projects import access
from annotate.projects.access import Access


class RoundsApi(APIView):
    @operation("roundsRead", allow=access.reader)
    def get(self, granted: Access, query: RoundsQuery) -> Rounds:
        """The figures of each round as distributions, and over time (IIW Fig. 2)."""
        stage = stage_chosen(granted.project, query.stage)
        return rounds(granted.project, stage, days_chosen(query))


class StoppingApi(APIView):
    @operation("stoppingRead", allow=access.reader)
    def get(self, granted: Access, query: StageQuery) -> Stopping:
        """What each threshold of early stopping would have saved and lost."""
        return stopping(granted.project, query.stage)


urlpatterns = [
    path("projects/<int:project_id>/rounds", RoundsApi.as_view()),
    path("projects/<int:project_id>/stopping", StoppingApi.as_view()),
]
