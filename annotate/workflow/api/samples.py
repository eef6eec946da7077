"""Samples and batches, as leads and reviewers browse and change them."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.core.schemas import Page
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access, Asker
from annotate.workflow import models, selectors, services
from annotate.workflow.schemas.samples import (
    Batch,
    NewBatch,
    Sample,
    SampleDetail,
    SamplesQuery,
    Withdrawal,
)


@dataclass(frozen=True)
class _OwnSample:
    sample: models.Sample
    user: User


def _sample(asker: Asker, sample_id: int, role: Callable[[Asker, int], Access]) -> _OwnSample:
    sample = models.Sample.objects.select_related("image", "project").filter(pk=sample_id).first()
    if sample is None:
        raise errors.NotFound
    return _OwnSample(sample, role(asker, sample.project_id).user)


def readable(asker: Asker, sample_id: int) -> _OwnSample:
    return _sample(asker, sample_id, access.reader)


def changeable(asker: Asker, sample_id: int) -> _OwnSample:
    return _sample(asker, sample_id, access.lead)


class SamplesApi(APIView):
    @operation("samplesList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: SamplesQuery) -> Page[Sample]:
        return selectors.samples_page(request, granted.project, query)


class SampleApi(APIView):
    @operation("samplesRead", allow=readable)
    def get(self, granted: _OwnSample) -> SampleDetail:
        return selectors.sample_detail(granted.sample)


class WithdrawApi(APIView):
    @operation("samplesWithdraw", allow=changeable)
    def post(self, granted: _OwnSample, body: Withdrawal) -> SampleDetail:
        sample = granted.sample
        services.withdraw_sample(sample=sample, actor=granted.user, reason=body.reason)
        return selectors.sample_detail(readable(granted.user, sample.pk).sample)


class RestoreApi(APIView):
    @operation("samplesRestore", allow=changeable)
    def post(self, granted: _OwnSample) -> SampleDetail:
        sample = granted.sample
        services.restore_sample(sample=sample, actor=granted.user)
        return selectors.sample_detail(readable(granted.user, sample.pk).sample)


class BatchesApi(APIView):
    @operation("batchesList", allow=access.reader)
    def get(self, granted: Access) -> list[Batch]:
        return [Batch.of(batch) for batch in selectors.batches(granted.project)]

    @operation("batchesMake", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewBatch) -> Batch:
        batch = services.make_batch(
            project=granted.project,
            actor=granted.user,
            title=body.title,
            size=body.size,
            sample_ids=body.sample_ids,
            carry_over=body.carry_over,
        )
        return Batch.of(selectors.batch_of(granted.project, batch.pk))


class BatchCloseApi(APIView):
    @operation("batchesClose", allow=access.lead)
    def post(self, granted: Access, batch_id: int) -> Batch:
        batch = selectors.batch_of(granted.project, batch_id)
        services.close_batch(batch=batch, actor=granted.user)
        return Batch.of(selectors.batch_of(granted.project, batch_id))


class BatchOpenApi(APIView):
    @operation("batchesOpen", allow=access.lead)
    def post(self, granted: Access, batch_id: int) -> Batch:
        batch = selectors.batch_of(granted.project, batch_id)
        services.open_batch(batch=batch, actor=granted.user)
        return Batch.of(selectors.batch_of(granted.project, batch_id))


_SAMPLE = "samples/<int:sample_id>"
_BATCHES = "projects/<int:project_id>/batches"
urlpatterns = [
    path("projects/<int:project_id>/samples", SamplesApi.as_view()),
    path(_SAMPLE, SampleApi.as_view()),
    path(f"{_SAMPLE}/withdraw", WithdrawApi.as_view()),
    path(f"{_SAMPLE}/restore", RestoreApi.as_view()),
    path(_BATCHES, BatchesApi.as_view()),
    path(f"{_BATCHES}/<int:batch_id>/close", BatchCloseApi.as_view()),
    path(f"{_BATCHES}/<int:batch_id>/open", BatchOpenApi.as_view()),
]
