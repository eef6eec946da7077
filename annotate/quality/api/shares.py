"""How much gold was promised and given."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.schemas.shares import GoldShares
from annotate.quality.selectors.shares import shares_of


class GoldSharesApi(APIView):
    @operation("goldShares", allow=access.reader)
    def get(self, granted: Access) -> GoldShares:
        return shares_of(granted.project)


urlpatterns = [path("projects/<int:project_id>/gold/shares", GoldSharesApi.as_view())]
