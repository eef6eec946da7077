"""Who came through a channel, and what a lead asks of its platform."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.crowd.models import Participation
from annotate.crowd.selectors import channels, visits
from annotate.crowd.serializers import (
    PlatformCheckSerializer,
    RejectionSerializer,
    ReturnRequestSerializer,
    VisitSerializer,
)
from annotate.crowd.services import platform
from annotate.people.models import User
from annotate.projects import access


class ChannelCheckApi(APIView):
    @extend_schema(operation_id="channelsCheck", request=None, responses=PlatformCheckSerializer)
    def post(self, request: Request, project_id: int, channel_id: int) -> Response:
        """Ask the platform whether the secrets of this channel work."""
        project = access.lead(request.user, project_id).project
        found = channels.channel(project, channel_id)
        return Response({"message": platform.check(channel=found)})


class VisitsApi(APIView):
    @extend_schema(
        operation_id="visitsList", parameters=PAGE_PARAMETERS, responses=page_of(VisitSerializer)
    )
    def get(self, request: Request, project_id: int, channel_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        pages = CursorPage()
        found = visits.visits(channels.channel(project, channel_id))
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(VisitSerializer(page, many=True).data)


class _VisitApi(APIView):
    def visit(
        self, request: Request, project_id: int, channel_id: int, visit_id: int
    ) -> tuple[Participation, User]:
        """Return a visit to a project one leads, and oneself."""
        found = access.lead(request.user, project_id)
        channel = channels.channel(found.project, channel_id)
        return visits.visit_to(channel, visit_id), found.user

    def shown(self, visit: Participation) -> Response:
        return Response(VisitSerializer(visits.visit_to(visit.channel, visit.pk)).data)


class VisitRejectApi(_VisitApi):
    @extend_schema(
        operation_id="visitsReject", request=RejectionSerializer, responses=VisitSerializer
    )
    def post(self, request: Request, project_id: int, channel_id: int, visit_id: int) -> Response:
        visit, actor = self.visit(request, project_id, channel_id, visit_id)
        sent = RejectionSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        platform.reject_visit(visit=visit, actor=actor, **sent.validated_data)
        return self.shown(visit)


class VisitRequestReturnApi(_VisitApi):
    @extend_schema(
        operation_id="visitsRequestReturn",
        request=ReturnRequestSerializer,
        responses=VisitSerializer,
    )
    def post(self, request: Request, project_id: int, channel_id: int, visit_id: int) -> Response:
        visit, actor = self.visit(request, project_id, channel_id, visit_id)
        sent = ReturnRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        platform.request_return(visit=visit, actor=actor, **sent.validated_data)
        return self.shown(visit)
