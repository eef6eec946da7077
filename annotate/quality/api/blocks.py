"""Blocks over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.schemas.people import Block, BlockLift, NewBlock
from annotate.quality.selectors import blocks as selectors
from annotate.quality.services import blocks as services

SHOWN = 500


class BlocksApi(APIView):
    @operation("blocksList", allow=access.reader)
    def get(self, granted: Access) -> list[Block]:
        return [Block.of(block) for block in selectors.blocks(granted.project)[:SHOWN]]

    @operation("blocksCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewBlock) -> Block:
        """Keep somebody from a batch, the project or, as an admin, from the platform."""
        block = services.block(
            project=granted.project,
            actor=granted.user,
            user_id=body.user,
            scope=body.scope,
            batch_id=body.batch,
            reason=body.reason,
            requeue=body.requeue,
        )
        return Block.of(block)


class BlockLiftApi(APIView):
    @operation("blocksLift", allow=access.lead)
    def post(self, granted: Access, block_id: int, body: BlockLift) -> Block:
        block = services.lift(
            project=granted.project, actor=granted.user, block_id=block_id, reason=body.reason
        )
        return Block.of(block)


_BLOCKS = "projects/<int:project_id>/blocks"
urlpatterns = [
    path(_BLOCKS, BlocksApi.as_view()),
    path(f"{_BLOCKS}/<int:block_id>/lift", BlockLiftApi.as_view()),
]
