"""Who came through a channel, and what a lead asks of its platform."""

from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.crowd import schemas
from annotate.crowd.models import Participation
from annotate.crowd.selectors import channels, visits
from annotate.crowd.services import platform
from annotate.projects import access
from annotate.projects.access import Access


class ChannelCheckApi(APIView):
    @operation("channelsCheck", allow=access.lead)
    def post(self, granted: Access, channel_id: int) -> schemas.PlatformCheck:
        """Ask the platform whether the secrets of this channel work."""
        channel = channels.channel(granted.project, channel_id)
        return schemas.PlatformCheck.of(platform.check(channel=channel))


class VisitsApi(APIView):
    @operation("visitsList", allow=access.lead)
    def get(
        self, request: Request, granted: Access, channel_id: int, query: PageQuery
    ) -> Page[schemas.Visit]:
        rows = visits.visits(channels.channel(granted.project, channel_id))
        return paginate(request, rows, schemas.Visit.of)


def _visit(granted: Access, channel_id: int, visit_id: int) -> Participation:
    return visits.visit_to(channels.channel(granted.project, channel_id), visit_id)


class VisitRejectApi(APIView):
    @operation("visitsReject", allow=access.lead)
    def post(
        self, granted: Access, channel_id: int, visit_id: int, body: schemas.Rejection
    ) -> schemas.Visit:
        platform.reject_visit(
            visit=_visit(granted, channel_id, visit_id),
            actor=granted.user,
            message=body.message,
            category=body.category,
        )
        return schemas.Visit.of(_visit(granted, channel_id, visit_id))


class VisitRequestReturnApi(APIView):
    @operation("visitsRequestReturn", allow=access.lead)
    def post(
        self, granted: Access, channel_id: int, visit_id: int, body: schemas.ReturnRequest
    ) -> schemas.Visit:
        platform.request_return(
            visit=_visit(granted, channel_id, visit_id), actor=granted.user, reasons=body.reasons
        )
        return schemas.Visit.of(_visit(granted, channel_id, visit_id))
