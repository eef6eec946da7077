"""Blocks over HTTP."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access
from annotate.quality.api.serializers import (
    BlockRequestSerializer,
    BlockSerializer,
    LiftRequestSerializer,
)
from annotate.quality.selectors import blocks as selectors
from annotate.quality.services import blocks as services

SHOWN = 500


class BlocksApi(APIView):
    @extend_schema(operation_id="blocksList", responses=BlockSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(BlockSerializer(selectors.blocks(project)[:SHOWN], many=True).data)

    @extend_schema(
        operation_id="blocksCreate",
        request=BlockRequestSerializer,
        responses={201: BlockSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Keep somebody from a batch, the project or, as an admin, from the platform."""
        found = access.lead(request.user, project_id)
        sent = BlockRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        made = services.block(
            project=found.project,
            actor=found.user,
            user_id=values["user"],
            scope=values["scope"],
            batch_id=values.get("batch"),
            reason=values["reason"],
            requeue=values["requeue"],
        )
        return Response(BlockSerializer(made).data, status=201)


class BlockLiftApi(APIView):
    @extend_schema(
        operation_id="blocksLift", request=LiftRequestSerializer, responses=BlockSerializer
    )
    def post(self, request: Request, project_id: int, block_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = LiftRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        lifted = services.lift(
            project=found.project,
            actor=found.user,
            block_id=block_id,
            reason=sent.validated_data["reason"],
        )
        return Response(BlockSerializer(lifted).data)


_BLOCKS = "projects/<int:project_id>/blocks"
urlpatterns = [
    path(_BLOCKS, BlocksApi.as_view()),
    path(f"{_BLOCKS}/<int:block_id>/lift", BlockLiftApi.as_view()),
]
