"""What became of one's work, as Feedback tells it."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.people.models import User
from annotate.quality.models import OutcomeNotice
from annotate.quality.schemas import notices as schemas
from annotate.quality.selectors import outcome_notices as selectors
from annotate.quality.services import outcome_notices as services


class OutcomeNoticesApi(APIView):
    @operation("outcomeNoticesList")
    def get(self, request: Request, query: PageQuery) -> Page[schemas.OutcomeNotice]:
        rows = selectors.notices(cast(User, request.user))
        return paginate_together(request, rows, selectors.as_received)


class OutcomeNoticeReadApi(APIView):
    @operation("outcomeNoticeRead", allow=selectors.own)
    def post(self, granted: OutcomeNotice) -> None:
        services.mark_read(notice=granted)


class OutcomeNoticesReadApi(APIView):
    @operation("outcomeNoticesReadAll")
    def post(self, request: Request) -> None:
        services.mark_all_read(annotator=cast(User, request.user))


urlpatterns = [
    path("feedback/outcomes", OutcomeNoticesApi.as_view()),
    path("feedback/outcomes/read", OutcomeNoticesReadApi.as_view()),
    path("feedback/outcomes/<int:notice_id>/read", OutcomeNoticeReadApi.as_view()),
]
