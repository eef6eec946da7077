"""What people on a visit ask, and what platforms tell."""

from typing import cast

from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.crowd import schemas
from annotate.crowd.adapters.base import Completion
from annotate.crowd.middleware import SESSION_KEY
from annotate.crowd.models import Participation
from annotate.crowd.selectors import visits as selectors
from annotate.crowd.selectors.channels import by_slug
from annotate.crowd.services import platform, visits
from annotate.people.models import User


def _visit(request: Request) -> Participation:
    """The visit this session began with, else the newest of this person."""
    begun = request.session.get(SESSION_KEY, {}) if hasattr(request, "session") else {}
    return selectors.visit_of(cast(User, request.user), begun.get("participation"))


class ParticipationApi(APIView):
    @operation("participationRead")
    def get(self, request: Request) -> schemas.Participation:
        return selectors.participation_of(_visit(request))


class ParticipationFinishApi(APIView):
    @operation("participationFinish")
    def post(self, request: Request) -> schemas.Participation:
        """Leave when there is nothing (more) for one to do; the answer says where to go."""
        return selectors.participation_of(visits.finish(visit=_visit(request)))


class HitCompletionApi(APIView):
    @operation("hitsCompletion")
    def get(self, request: Request, hit_id: int) -> Completion:
        return selectors.completion_after(cast(User, request.user), hit_id)


class WebhookApi(APIView):
    """Where a platform tells what happens there. Its signature is the permission."""

    authentication_classes = []
    permission_classes = [permissions.AllowAny]

    @operation("crowdWebhook")
    def post(self, request: Request, slug: str) -> schemas.Webhook:
        # The signature is over the bytes that came: nothing may parse them before they are read.
        body = request._request.body
        result = platform.receive(channel=by_slug(slug), headers=request.headers, body=body)
        return schemas.Webhook(result=result)
