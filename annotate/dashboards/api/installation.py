"""The installation as a whole, for admins: how it is, how it was, and what projects store."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.core.schemas import Page
from annotate.dashboards.schemas import health as schemas
from annotate.dashboards.selectors import health, storage_use
from annotate.people.access import admin
from annotate.people.models import User


class HealthApi(APIView):
    @operation("healthRead", allow=admin)
    def get(self, granted: User) -> schemas.InstallationHealth:
        return health.health()


class HealthHistoryApi(APIView):
    @operation("healthHistoryRead", allow=admin)
    def get(self, granted: User, query: schemas.HealthHistoryQuery) -> list[schemas.HealthPoint]:
        return [schemas.HealthPoint.of(row) for row in health.history(query.span)]


class StorageApi(APIView):
    @operation("storageList", allow=admin)
    def get(self, granted: User, query: schemas.StorageQuery) -> Page[schemas.ProjectStorage]:
        page = storage_use.storage_page(query)
        return Page(
            next=page.next,
            previous=page.previous,
            results=[storage_use.storage_of(project) for project in page.rows],
        )


urlpatterns = [
    path("admin/health", HealthApi.as_view()),
    path("admin/health/history", HealthHistoryApi.as_view()),
    path("admin/storage", StorageApi.as_view()),
]
