"""The loop as a lead sets it up, and its timeline."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.learning.selectors import loop as selectors
from annotate.learning.serializers import LoopChangesSerializer, LoopEventSerializer, LoopSerializer
from annotate.learning.services import loop_settings
from annotate.projects import access


class LoopApi(APIView):
    @extend_schema(operation_id="loopRead", responses=LoopSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(selectors.loop_json(loop_settings.of(project)))

    @extend_schema(
        operation_id="loopChange", request=LoopChangesSerializer, responses=LoopSerializer
    )
    def put(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = LoopChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        loop = loop_settings.change(
            project=found.project, actor=found.user, changes=sent.validated_data
        )
        return Response(selectors.loop_json(loop))


class LoopEventsApi(APIView):
    @extend_schema(
        operation_id="loopEvents",
        parameters=PAGE_PARAMETERS,
        responses=page_of(LoopEventSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        pages = CursorPage()
        page = pages.paginate_queryset(selectors.events(project), request, view=self)
        return pages.get_paginated_response([selectors.event_json(event) for event in page])


urlpatterns = [
    path("projects/<int:project_id>/loop", LoopApi.as_view()),
    path("projects/<int:project_id>/loop/events", LoopEventsApi.as_view()),
]
