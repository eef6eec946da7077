"""“Try it on this image”."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access
from annotate.seeding.selectors import connections
from annotate.seeding.selectors.models import trial_json
from annotate.seeding.serializers.trials import TrialRequestSerializer, TrialSerializer
from annotate.seeding.services import trials as services


class ConnectionTryApi(APIView):
    @extend_schema(
        operation_id="connectionsTry",
        request=TrialRequestSerializer,
        responses={201: TrialSerializer},
    )
    def post(self, request: Request, project_id: int, connection_id: int) -> Response:
        found = access.lead(request.user, project_id)
        connection = connections.connection(found.project, connection_id)
        sent = TrialRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked = sent.validated_data
        version = connections.serving(connection)
        if asked["version"] is not None:
            version = connections.version_of(connection, asked["version"])
        trial = services.start(version=version, image_id=asked["image"], actor=found.user)
        return Response(trial_json(connections.trial(found.project, trial.pk)), status=201)


class TrialApi(APIView):
    @extend_schema(operation_id="trialsRead", responses=TrialSerializer)
    def get(self, request: Request, project_id: int, trial_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(trial_json(connections.trial(project, trial_id)))


_P = "projects/<int:project_id>"

urlpatterns = [
    path(f"{_P}/connections/<int:connection_id>/try", ConnectionTryApi.as_view()),
    path(f"{_P}/trials/<int:trial_id>", TrialApi.as_view()),
]
