"""What people are owed: compute, approve, send, export."""

from django.http import StreamingHttpResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.core.jobs import selectors as job_selectors
from annotate.core.jobs.serializers import JobSerializer
from annotate.crowd.selectors import payments as selectors
from annotate.crowd.serializers import (
    ApprovedSerializer,
    ComputedSerializer,
    PaymentChoiceSerializer,
    PaymentSerializer,
)
from annotate.crowd.services import payments
from annotate.images.negotiation import AnyAccept
from annotate.projects import access


class PaymentsApi(APIView):
    @extend_schema(
        operation_id="paymentsList",
        parameters=PAGE_PARAMETERS,
        responses=page_of(PaymentSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        pages = CursorPage()
        page = pages.paginate_queryset(selectors.payments(project), request, view=self)
        return pages.get_paginated_response(PaymentSerializer(page, many=True).data)


class PaymentsComputeApi(APIView):
    @extend_schema(operation_id="paymentsCompute", request=None, responses=ComputedSerializer)
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        done = payments.compute(project=found.project, actor=found.user)
        return Response(ComputedSerializer(done).data)


class PaymentsApproveApi(APIView):
    @extend_schema(
        operation_id="paymentsApprove",
        request=PaymentChoiceSerializer,
        responses=ApprovedSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = PaymentChoiceSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        done = payments.approve(
            project=found.project, actor=found.user, ids=sent.validated_data["ids"]
        )
        return Response({"done": done})


class PaymentsSendApi(APIView):
    @extend_schema(
        operation_id="paymentsSend",
        request=PaymentChoiceSerializer,
        responses={201: JobSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = PaymentChoiceSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        job = payments.start_sending(
            project=found.project, actor=found.user, ids=sent.validated_data["ids"]
        )
        alive = job_selectors.workers().alive > 0
        shown = JobSerializer(job_selectors.as_dict(job, worker_alive=alive))
        return Response(shown.data, status=201)


class PaymentsCsvApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(operation_id="paymentsCsv", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, project_id: int) -> StreamingHttpResponse:
        project = access.lead(request.user, project_id).project
        name = f"{slugify(project.name) or f'project-{project.pk}'}-payments.csv"
        response = StreamingHttpResponse(
            selectors.csv_of(project), content_type="text/csv; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["Cache-Control"] = "private, no-store"
        return response
