"""Lists of samples that those who lead and review keep under names."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access
from annotate.projects.access import Access
from annotate.workflow.schemas import sample_views as schemas
from annotate.workflow.selectors.sample_views import (
    KeptView,
    as_schema,
    changeable_view,
    views_of,
)
from annotate.workflow.services.sample_views import change_view, forget_view, keep_view


class SampleViewsApi(APIView):
    @operation("samplesViews", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.SampleView]:
        """List one's own views of the samples and those shared in the project, by name."""
        return views_of(granted)

    @operation("samplesViewsAdd", allow=access.reader, status=201)
    def post(self, granted: Access, body: schemas.NewSampleView) -> schemas.SampleView:
        """Keep filters, an order and columns under a name, for oneself or for all who may read."""
        return as_schema(
            keep_view(project=granted.project, owner=granted.user, wanted=body), granted
        )


class SampleViewApi(APIView):
    @operation("samplesViewsChange", allow=changeable_view)
    def patch(self, granted: KeptView, body: schemas.SampleViewChanges) -> schemas.SampleView:
        return as_schema(change_view(view=granted.view, changes=body), granted.granted)

    @operation("samplesViewsDelete", allow=changeable_view)
    def delete(self, granted: KeptView) -> None:
        forget_view(view=granted.view)


_VIEWS = "projects/<int:project_id>/samples/views"
urlpatterns = [
    path(_VIEWS, SampleViewsApi.as_view()),
    path(f"{_VIEWS}/<int:sample_view_id>", SampleViewApi.as_view()),
]
