"""Push releases to a hub, over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.keyset import page_by
from annotate.core.operations import operation
from annotate.core.schemas import Page, PageQuery
from annotate.exchange.hub import schemas, selectors, services
from annotate.exchange.models import Release
from annotate.exchange.releases import selectors as releases
from annotate.projects import access
from annotate.projects.access import Access


def _release(granted: Access, release_id: int) -> Release:
    return errors.existing(releases.releases(granted.project).filter(pk=release_id).first())


class HubApi(APIView):
    @operation("hubRead", allow=access.lead)
    def get(self, granted: Access) -> schemas.Hub:
        """Where releases are pushed to, and with whose token."""
        return selectors.describe_hub(granted.project)

    @operation("hubTokenGive", allow=access.lead)
    def put(self, granted: Access, body: schemas.HubToken) -> schemas.Hub:
        """Keep a token, once the hub has said whose it is."""
        services.keep_token(project=granted.project, actor=granted.user, token=body.token)
        return selectors.describe_hub(granted.project)

    @operation("hubTokenRemove", allow=access.lead, status=204)
    def delete(self, granted: Access) -> None:
        """Forget the token; what was pushed stays where it is."""
        services.forget_token(project=granted.project, actor=granted.user)


class HubPushesApi(APIView):
    @operation("hubPushesList", allow=access.reader)
    def get(self, granted: Access, release_id: int, query: PageQuery) -> Page[schemas.HubPush]:
        """Where this release was pushed to, the newest first."""
        rows = selectors.pushes(_release(granted, release_id))
        page = page_by(rows, query, column="created_at", key="id", largest_first=True)
        results = selectors.describe(page.rows)
        return Page(next=page.next, previous=page.previous, results=results)

    @operation("hubPushesCreate", allow=access.lead, status=201)
    def post(self, granted: Access, release_id: int, body: schemas.NewHubPush) -> schemas.HubPush:
        """Push this release; the job says how far it is."""
        push = services.start_push(
            release=_release(granted, release_id),
            actor=granted.user,
            repository=body.repository,
            private=body.private,
        )
        return selectors.describe([push])[0]


urlpatterns = [
    path("projects/<int:project_id>/hub", HubApi.as_view()),
    path("projects/<int:project_id>/releases/<int:release_id>/pushes", HubPushesApi.as_view()),
]
