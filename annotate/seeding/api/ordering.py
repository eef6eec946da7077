"""The order in which samples are handed out, over HTTP."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access
from annotate.seeding.selectors.ordering import ordering_json, ordering_page
from annotate.seeding.serializers.ordering import (
    OrderingPageSerializer,
    OrderingRequestSerializer,
    OrderingSerializer,
)
from annotate.seeding.services import ordering as services


class OrderingApi(APIView):
    @extend_schema(operation_id="orderingRead", responses=OrderingPageSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        return Response(ordering_page(access.reader(request.user, project_id).project))

    @extend_schema(
        operation_id="orderingChange",
        request=OrderingRequestSerializer,
        responses={201: OrderingSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = OrderingRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = services.start(project=found.project, actor=found.user, **sent.validated_data)
        return Response(ordering_json(made), status=201)


urlpatterns = [path("projects/<int:project_id>/ordering", OrderingApi.as_view())]
