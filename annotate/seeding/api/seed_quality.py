"""How good seeds were, over HTTP."""

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access
from annotate.seeding.selectors.seed_quality import seed_quality
from annotate.seeding.serializers.seed_quality import SeedQualitySerializer


class SeedQualityApi(APIView):
    @extend_schema(
        operation_id="seedQualityRead",
        parameters=[OpenApiParameter("stage", str, description="The last seeded one if left out.")],
        responses=SeedQualitySerializer,
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(seed_quality(project, request.query_params.get("stage") or None))


urlpatterns = [path("projects/<int:project_id>/seed-quality", SeedQualityApi.as_view())]
