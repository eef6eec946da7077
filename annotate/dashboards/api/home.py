"""The home of those who lead or review, over HTTP."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.dashboards.schemas.home import Home, HomeProject
from annotate.dashboards.selectors.home import home
from annotate.dashboards.selectors.home_projects import at_a_glance, led_memberships
from annotate.people.models import User


class HomeApi(APIView):
    @operation("homeRead")
    def get(self, request: Request) -> Home:
        """What waits for you in the projects that you lead or review."""
        return home(cast(User, request.user))


class HomeProjectsApi(APIView):
    @operation("homeProjects")
    def get(self, request: Request, query: PageQuery) -> Page[HomeProject]:
        """The projects that you lead or review, the newest first."""
        led = led_memberships(cast(User, request.user))
        return paginate_together(request, led, at_a_glance, ordering=("-project_id",))


urlpatterns = [
    path("home", HomeApi.as_view()),
    path("home/projects", HomeProjectsApi.as_view()),
]
