"""What people are owed: compute, approve, send, export."""

from django.http import StreamingHttpResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.http import as_attachment
from annotate.core.jobs import selectors as job_selectors
from annotate.core.jobs.schemas import Job
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.crowd import schemas
from annotate.crowd.selectors import payments as selectors
from annotate.crowd.services import payments
from annotate.images.responses import AnyAccept
from annotate.projects import access
from annotate.projects.access import Access


class PaymentsApi(APIView):
    @operation("paymentsList", allow=access.lead)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.Payment]:
        return paginate(request, selectors.payments(granted.project), schemas.Payment.of)


class PaymentsComputeApi(APIView):
    @operation("paymentsCompute", allow=access.lead)
    def post(self, granted: Access) -> schemas.Computed:
        return payments.compute(project=granted.project, actor=granted.user)


class PaymentsApproveApi(APIView):
    @operation("paymentsApprove", allow=access.lead)
    def post(self, granted: Access, body: schemas.PaymentChoice) -> schemas.Approved:
        done = payments.approve(project=granted.project, actor=granted.user, ids=body.ids)
        return schemas.Approved(done=done)


class PaymentsSendApi(APIView):
    @operation("paymentsSend", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.PaymentChoice) -> Job:
        job = payments.start_sending(project=granted.project, actor=granted.user, ids=body.ids)
        return job_selectors.job_of(job, job_selectors.workers())


class PaymentsCsvApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("paymentsCsv", allow=access.lead, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, granted: Access) -> StreamingHttpResponse:
        project = granted.project
        lines = selectors.csv_of(project)
        response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
        name = slugify(project.name) or f"project-{project.pk}"
        return as_attachment(response, f"{name}-payments.csv")
