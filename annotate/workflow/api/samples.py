"""Samples as leads and reviewers browse them, pull them and bring them back."""

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.people.models import User
from annotate.projects import access
from annotate.workflow import selectors, services
from annotate.workflow.models import Sample
from annotate.workflow.selectors.samples import samples_json
from annotate.workflow.serializers import (
    SampleDetailSerializer,
    SampleSerializer,
    WithdrawRequestSerializer,
)


class SamplesPage(CursorPage):
    ordering = "id"


class SamplesApi(APIView):
    @extend_schema(
        operation_id="samplesList",
        parameters=[
            *(OpenApiParameter(name, str) for name in ("state", "stage", "split", "search")),
            OpenApiParameter("batch", int),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(SampleSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        pages = SamplesPage()
        found = selectors.samples(project, request.query_params)
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(samples_json(page or []))


def _sample(request: Request, sample_id: int, role: Any) -> Sample:
    """Fetch a sample and the asker's right to it in one act."""
    sample = Sample.objects.select_related("image", "project").filter(pk=sample_id).first()
    if sample is None:
        raise errors.NotFound
    role(request.user, sample.project_id)
    return sample


class SampleApi(APIView):
    @extend_schema(operation_id="samplesRead", responses=SampleDetailSerializer)
    def get(self, request: Request, sample_id: int) -> Response:
        return Response(selectors.sample_detail(_sample(request, sample_id, access.reader)))


class WithdrawApi(APIView):
    @extend_schema(
        operation_id="samplesWithdraw",
        request=WithdrawRequestSerializer,
        responses=SampleDetailSerializer,
    )
    def post(self, request: Request, sample_id: int) -> Response:
        sample = _sample(request, sample_id, access.lead)
        sent = WithdrawRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        services.withdraw_sample(
            sample=sample, actor=cast(User, request.user), **sent.validated_data
        )
        return Response(selectors.sample_detail(_sample(request, sample_id, access.lead)))


class RestoreApi(APIView):
    @extend_schema(operation_id="samplesRestore", request=None, responses=SampleDetailSerializer)
    def post(self, request: Request, sample_id: int) -> Response:
        sample = _sample(request, sample_id, access.lead)
        services.restore_sample(sample=sample, actor=cast(User, request.user))
        return Response(selectors.sample_detail(_sample(request, sample_id, access.lead)))


urlpatterns = [
    path("projects/<int:project_id>/samples", SamplesApi.as_view()),
    path("samples/<int:sample_id>", SampleApi.as_view()),
    path("samples/<int:sample_id>/withdraw", WithdrawApi.as_view()),
    path("samples/<int:sample_id>/restore", RestoreApi.as_view()),
]
