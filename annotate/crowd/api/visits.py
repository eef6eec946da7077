"""What people on a visit ask, and what platforms tell."""

from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.crowd.middleware import SESSION_KEY
from annotate.crowd.models import Participation
from annotate.crowd.selectors import visits as selectors
from annotate.crowd.selectors.channels import by_slug
from annotate.crowd.serializers import (
    CompletionSerializer,
    ParticipationSerializer,
    WebhookSerializer,
)
from annotate.crowd.services import visits, webhooks
from annotate.people.models import User


def _visit(request: Request) -> Participation:
    """Return the visit this session began with, else the newest of this person."""
    begun = request.session.get(SESSION_KEY, {}) if hasattr(request, "session") else {}
    return selectors.visit_of(cast(User, request.user), begun.get("participation"))


class ParticipationApi(APIView):
    @extend_schema(operation_id="participationRead", responses=ParticipationSerializer)
    def get(self, request: Request) -> Response:
        return Response(ParticipationSerializer(selectors.visit_json(_visit(request))).data)


class ParticipationFinishApi(APIView):
    @extend_schema(
        operation_id="participationFinish", request=None, responses=ParticipationSerializer
    )
    def post(self, request: Request) -> Response:
        """Leave when there is nothing (more) for one to do; the answer says where to go."""
        visit = visits.finish(visit=_visit(request))
        return Response(ParticipationSerializer(selectors.visit_json(visit)).data)


class HitCompletionApi(APIView):
    @extend_schema(operation_id="hitsCompletion", responses=CompletionSerializer)
    def get(self, request: Request, hit_id: int) -> Response:
        found = selectors.completion_after(cast(User, request.user), hit_id)
        return Response(CompletionSerializer(found).data)


class WebhookApi(APIView):
    """Where a platform tells what happens there. Its signature is the permission."""

    authentication_classes = []
    permission_classes = [permissions.AllowAny]

    @extend_schema(
        operation_id="crowdWebhook",
        request={"application/json": {"type": "object"}},
        responses=WebhookSerializer,
        auth=[],
    )
    def post(self, request: Request, slug: str) -> Response:
        # The signature is over the bytes that came: they are read before anything parses them.
        body = request._request.body
        result = webhooks.receive(channel=by_slug(slug), headers=request.headers, body=body)
        return Response({"result": result})
