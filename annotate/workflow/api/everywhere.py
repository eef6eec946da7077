"""What one may read, found by words from anywhere."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.people.models import User
from annotate.workflow.schemas import everywhere as schemas
from annotate.workflow.selectors.everywhere import everywhere


class EverywhereApi(APIView):
    @operation("searchEverywhere")
    def get(self, request: Request, query: schemas.EverywhereQuery) -> schemas.Everywhere:
        """Find projects, samples and people by words, a few of each.

        Samples and people are those of the projects that you lead or review.
        """
        return everywhere(cast(User, request.user), query)


urlpatterns = [path("search", EverywhereApi.as_view())]
