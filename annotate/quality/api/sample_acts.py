"""What leads do with many samples in one act."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.schemas import sample_acts as schemas
from annotate.quality.selectors.sample_acts import as_past, past_acts, sample_act
from annotate.quality.services import sample_acts


class SampleActsApi(APIView):
    @operation("samplesActsList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: PageQuery
    ) -> Page[schemas.PastSampleAct]:
        """List what was done with many samples at once, newest first."""
        return paginate_together(request, past_acts(granted.project), as_past)

    @operation("samplesAct", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewSampleAct) -> schemas.SampleAct:
        """Withdraw, restore, do again, review, batch, split or train without many samples at once.

        A job does it sample by sample. What cannot be done with one is named and stops no other.
        """
        row = sample_acts.act(project=granted.project, actor=granted.user, wanted=body)
        return sample_act(granted.project, row.pk)


class SampleActApi(APIView):
    @operation("samplesActRead", allow=access.reader)
    def get(self, granted: Access, sample_act_id: int) -> schemas.SampleAct:
        """Read how an act on many samples goes on, and what was refused and why."""
        return sample_act(granted.project, sample_act_id)


class SampleActUndoApi(APIView):
    @operation("samplesActUndo", allow=access.lead, status=201)
    def post(self, granted: Access, sample_act_id: int) -> schemas.SampleAct:
        """Take back a split, or what was left out of training or taken in, by another act.

        What somebody has changed since stays. Withdrawing is taken back by restoring, and what was
        done with answers by the act on them.
        """
        row = sample_acts.undo(project=granted.project, actor=granted.user, act_id=sample_act_id)
        return sample_act(granted.project, row.pk)


_ACTS = "projects/<int:project_id>/samples/acts"
urlpatterns = [
    path(_ACTS, SampleActsApi.as_view()),
    path(f"{_ACTS}/<int:sample_act_id>", SampleActApi.as_view()),
    path(f"{_ACTS}/<int:sample_act_id>/undo", SampleActUndoApi.as_view()),
]
