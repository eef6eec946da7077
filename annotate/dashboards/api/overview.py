"""The overview of a project, of its rounds and of one of its stages, over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.dashboards.hooks import pages_in_use
from annotate.dashboards.schemas.capacity import Capacity
from annotate.dashboards.schemas.categories import Categories
from annotate.dashboards.schemas.overview import Overview, StagePage
from annotate.dashboards.schemas.pages import PagesInUse
from annotate.dashboards.schemas.rounds import Rounds, RoundsQuery, StageQuery, Stopping
from annotate.dashboards.selectors.capacity import capacity
from annotate.dashboards.selectors.categories import categories_of
from annotate.dashboards.selectors.filters import days_chosen, stage_chosen, stage_named
from annotate.dashboards.selectors.overview import overview, stage_page
from annotate.dashboards.selectors.rounds import rounds
from annotate.dashboards.selectors.stopping import stopping
from annotate.projects import access
from annotate.projects.access import Access


class OverviewApi(APIView):
    @operation("overviewRead", allow=access.reader)
    def get(self, granted: Access) -> Overview:
        return overview(granted.project)


class CategoriesApi(APIView):
    @operation("categoriesRead", allow=access.reader)
    def get(self, granted: Access) -> Categories:
        """Images by category and split, as their metadata names it (IIW Fig. 7)."""
        return categories_of(granted.project)


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


class StageApi(APIView):
    @operation("stagesRead", allow=access.reader)
    def get(self, granted: Access, stage_key: str) -> StagePage:
        return stage_page(granted.project, stage_named(granted.project, stage_key))


class CapacityApi(APIView):
    @operation("capacityRead", allow=access.reader)
    def get(self, granted: Access) -> Capacity:
        """Whether there are people enough: nobody works twice on a sample (IIW §3.3)."""
        return capacity(granted.project)


class PagesInUseApi(APIView):
    @operation("pagesInUse", allow=access.reader)
    def get(self, granted: Access) -> PagesInUse:
        return PagesInUse.model_validate({"pages": pages_in_use(granted.project)})


urlpatterns = [
    path("projects/<int:project_id>/pages-in-use", PagesInUseApi.as_view()),
    path("projects/<int:project_id>/capacity", CapacityApi.as_view()),
    path("projects/<int:project_id>/overview", OverviewApi.as_view()),
    path("projects/<int:project_id>/categories", CategoriesApi.as_view()),
    path("projects/<int:project_id>/rounds", RoundsApi.as_view()),
    path("projects/<int:project_id>/stopping", StoppingApi.as_view()),
    path("projects/<int:project_id>/stages/<str:stage_key>", StageApi.as_view()),
]
