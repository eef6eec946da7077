"""An annotator's work and history; samples and batches as leads and reviewers change them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import clock, errors, limits
from annotate.core.operations import operation
from annotate.core.schemas import Page, PageQuery
from annotate.kinds import Problem
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access, Asker
from annotate.projects.models import Project
from annotate.workflow import models, selectors, services
from annotate.workflow.schemas import sample_lists, samples, work


def _person(request: Request) -> User:
    return cast(User, request.user)


def _length(request: Request) -> int:
    return int(request.META.get("CONTENT_LENGTH") or 0)


def _charge(request: Request) -> None:
    """Count the answers of a request: reading them takes time with their length."""
    limits.charge(_person(request).pk, _length(request))


def _problems(request: Request, find: Callable[[], list[Problem]]) -> list[Problem]:
    """What there is to say about an answer that may be unfinished.

    Raises:
        Throttled: one of this person is being checked, or they have asked for too much.
    """
    _charge(request)
    is_short = _length(request) <= limits.TOLD_CHARACTERS
    with limits.one_at_a_time("check", _person(request).pk, is_short=is_short):
        return find()


def _problems_of_draft(request: Request, find: Callable[[], list[Problem]]) -> list[Problem] | None:
    """As `_problems`, for what is saved and must not be refused; None where that would be."""
    try:
        return _problems(request, find)
    except errors.Throttled:
        return None


def _keep(request: Request, held: selectors.AtHand) -> None:
    """Spare the next pause of whoever works on this the reading of it."""
    if _length(request) <= selectors.REMEMBERED_BYTES:
        selectors.keep_at_hand(held)


def workable(annotator: User, assignment_id: int) -> models.Assignment:
    """One's assignment, if one may still work in its project."""
    assignment = selectors.assignment_of(annotator, assignment_id)
    access.worker(annotator, assignment.project_id)
    return assignment


def submittable(annotator: User, assignment_id: int) -> models.Assignment:
    """One's assignment as `submit` wants it: it reads the rest itself, under its lock."""
    assignment: Any = selectors.assignment_to_submit(annotator, assignment_id)
    if annotator.is_blocked or assignment.is_barred is not False:
        access.worker(annotator, assignment.project_id)  # says which it is
    return cast(models.Assignment, assignment)


def submittable_hit(annotator: User, hit_id: int) -> models.Hit:
    hit = selectors.own_hit(annotator, hit_id)
    access.worker(annotator, hit.project_id)
    return hit


class WorkApi(APIView):
    @operation("workRead")
    def get(self, request: Request) -> work.Work:
        return selectors.work_of(_person(request))


class ClaimApi(APIView):
    @operation("claim", allow=access.worker)
    def post(self, granted: Access, body: work.ClaimOptions) -> work.Claim:
        project = granted.project
        if project.state != Project.State.ACTIVE:
            return work.Claim(assignment=None, hit=None, reason="paused", gate=None)
        if body.stage is not None and body.stage not in project.recipe.stage_keys:
            message = Message("project_without_stage", stage=body.stage)
            raise errors.Invalid.field("stage", message, code="unknown_stage")
        claim = services.prefetch if body.ahead else services.claim
        at = clock.now()
        claimed = claim(project=project, annotator=granted.user, stage_key=body.stage)
        assignment, hit = claimed.assignment, claimed.hit
        answer = work.Claim(
            assignment=selectors.assignment_schema(assignment, claimed.annotations)
            if assignment
            else None,
            hit=selectors.hit_schema(hit) if hit else None,
            reason=claimed.reason,
            gate=claimed.gate,
        )
        if assignment:
            selectors.keep_at_hand(selectors.AtHand(assignment, at))
        return answer


class AssignmentApi(APIView):
    @operation("assignmentsRead", allow=selectors.assignment_of)
    def get(self, granted: models.Assignment) -> work.Assignment:
        return selectors.assignment_schema(granted)


class DraftApi(APIView):
    # A blocked person's typing is kept as well: only what happens with it changes.
    @operation("draftSave", allow=selectors.at_hand)
    def put(
        self, request: Request, granted: selectors.AtHand, body: work.DraftEdit
    ) -> work.DraftSaved:
        saved = services.save_draft(
            assignment=granted.assignment,
            is_remembered=granted.is_remembered,
            version=body.version,
            answer=body.answer,
            active_seconds=body.active_seconds,
            scratch_reason=body.scratch_reason or "",
            looked_at=body.looked_at,
        )
        held = granted.now(saved)
        problems = None
        if body.check:
            problems = _problems_of_draft(request, lambda: held.findings(body.answer))
        _keep(request, held)
        return work.DraftSaved(
            version=saved.draft_version,
            saved_at=saved.draft_saved_at,
            lease=selectors.lease_of(saved),
            problems=problems,
        )


class HeartbeatApi(APIView):
    @operation("heartbeat", allow=workable)
    def post(self, granted: models.Assignment, body: work.ActiveTime) -> work.Heartbeat:
        services.heartbeat(assignment=granted, active_seconds=body.active_seconds)
        return work.Heartbeat(lease=selectors.lease_of(granted))


class CheckApi(APIView):
    @operation("check", allow=selectors.at_hand)
    def post(
        self, request: Request, granted: selectors.AtHand, body: work.AnswerToCheck
    ) -> work.Findings:
        """What there is to say about an answer that may be unfinished. One at a time: 429
        `throttled` says that the one before is under way, or that there was too much in a minute.
        """
        found = _problems(request, lambda: granted.findings(body.answer))
        _keep(request, granted)
        return work.Findings(problems=found)


class LabelsApi(APIView):
    @operation("labelsList", allow=submittable)
    def get(self, granted: models.Assignment, query: work.LabelsQuery) -> work.Labels:
        """What people of the project have called things so far, for whoever types a label."""
        return selectors.labels(granted.project_id, prefix=query.prefix, limit=query.limit)


class SubmitApi(APIView):
    @operation("submit", allow=submittable)
    def post(
        self, request: Request, granted: models.Assignment, body: work.Submission
    ) -> work.Submitted:
        _charge(request)
        submitted = services.submit(
            assignment=granted,
            key=body.key,
            answer=body.answer,
            active_seconds=body.active_seconds,
            scratch_reason=body.scratch_reason or "",
            looked_at=body.looked_at,
        )
        selectors.let_go(granted)
        return work.Submitted(
            assignment_id=submitted.assignment.pk,
            submitted_at=submitted.assignment.ended_at,
            repeated=submitted.repeated,
        )


class ReleaseApi(APIView):
    @operation("release", allow=selectors.assignment_of)
    def post(self, granted: models.Assignment) -> None:
        services.release(assignment=granted, actor=granted.annotator)


class SkipApi(APIView):
    @operation("skip", allow=workable)
    def post(self, granted: models.Assignment, body: work.Skip) -> None:
        services.skip(
            assignment=granted, actor=granted.annotator, reason=body.reason, comment=body.comment
        )


class HitApi(APIView):
    @operation("hitsRead", allow=selectors.own_hit)
    def get(self, granted: models.Hit) -> work.Hit:
        return selectors.hit_schema(granted)


class HitSubmitApi(APIView):
    @operation("hitsSubmit", allow=submittable_hit)
    def post(
        self, request: Request, granted: models.Hit, body: work.HitSubmission
    ) -> work.HitSubmitted:
        _charge(request)
        submitted = services.submit_hit(hit=granted, key=body.key, answers=body.answers)
        return work.HitSubmitted(
            hit_id=submitted.hit.pk,
            submitted_at=submitted.hit.ended_at,
            repeated=submitted.repeated,
        )


class HitReleaseApi(APIView):
    @operation("hitsRelease", allow=selectors.own_hit)
    def post(self, granted: models.Hit) -> None:
        services.release_hit(hit=granted, actor=granted.annotator)


class HistoryApi(APIView):
    @operation("historyList")
    def get(self, request: Request, query: PageQuery) -> Page[work.HistoryItem]:
        return selectors.history_page(request, _person(request))


class HistoryItemApi(APIView):
    @operation("historyRead")
    def get(self, request: Request, assignment_id: int) -> work.HistoryDetail:
        return selectors.history_detail(_person(request), assignment_id)


@dataclass(frozen=True)
class _OwnSample:
    sample: models.Sample
    user: User


def _sample(asker: Asker, sample_id: int, role: Callable[[Asker, int], Access]) -> _OwnSample:
    rows = models.Sample.objects.select_related("image", "project")
    sample = errors.existing(rows.filter(pk=sample_id).first())
    return _OwnSample(sample, role(asker, sample.project_id).user)


def readable(asker: Asker, sample_id: int) -> _OwnSample:
    return _sample(asker, sample_id, access.reader)


def changeable(asker: Asker, sample_id: int) -> _OwnSample:
    return _sample(asker, sample_id, access.lead)


class SamplesApi(APIView):
    @operation("samplesList", allow=access.reader)
    def get(self, granted: Access, query: sample_lists.SamplesQuery) -> sample_lists.SamplesPage:
        return selectors.samples_page(granted.project, query)


class SampleChoicesApi(APIView):
    @operation("samplesChoices", allow=access.reader)
    def get(self, granted: Access) -> sample_lists.SampleChoices:
        """What there is to filter samples by."""
        return selectors.choices(granted.project)


class SampleApi(APIView):
    @operation("samplesRead", allow=readable)
    def get(self, granted: _OwnSample) -> samples.SampleDetail:
        return selectors.sample_detail(granted.sample)


class NeighboursApi(APIView):
    @operation("samplesNeighbours", allow=readable)
    def get(self, granted: _OwnSample, query: sample_lists.NeighboursQuery) -> samples.Neighbours:
        """Read which samples come before and after one in a list, given with the list's query."""
        return selectors.neighbours(granted.sample, query)


class WithdrawApi(APIView):
    @operation("samplesWithdraw", allow=changeable)
    def post(self, granted: _OwnSample, body: samples.Withdrawal) -> samples.SampleDetail:
        sample = granted.sample
        services.withdraw_sample(sample=sample, actor=granted.user, reason=body.reason)
        return selectors.sample_detail(readable(granted.user, sample.pk).sample)


class RestoreApi(APIView):
    @operation("samplesRestore", allow=changeable)
    def post(self, granted: _OwnSample) -> samples.SampleDetail:
        sample = granted.sample
        services.restore_sample(sample=sample, actor=granted.user)
        return selectors.sample_detail(readable(granted.user, sample.pk).sample)


class BatchesApi(APIView):
    @operation("batchesList", allow=access.reader)
    def get(self, granted: Access) -> list[samples.Batch]:
        return [samples.Batch.of(batch) for batch in selectors.batches(granted.project)]

    @operation("batchesMake", allow=access.lead, status=201)
    def post(self, granted: Access, body: samples.NewBatch) -> samples.Batch:
        batch = services.make_batch(
            project=granted.project,
            actor=granted.user,
            title=body.title,
            size=body.size,
            sample_ids=body.sample_ids,
            carry_over=body.carry_over,
        )
        return samples.Batch.of(selectors.batch_of(granted.project, batch.pk))


class BatchCloseApi(APIView):
    @operation("batchesClose", allow=access.lead)
    def post(self, granted: Access, batch_id: int) -> samples.Batch:
        batch = selectors.batch_of(granted.project, batch_id)
        services.close_batch(batch=batch, actor=granted.user)
        return samples.Batch.of(selectors.batch_of(granted.project, batch_id))


class BatchOpenApi(APIView):
    @operation("batchesOpen", allow=access.lead)
    def post(self, granted: Access, batch_id: int) -> samples.Batch:
        batch = selectors.batch_of(granted.project, batch_id)
        services.open_batch(batch=batch, actor=granted.user)
        return samples.Batch.of(selectors.batch_of(granted.project, batch_id))


_ONE = "assignments/<int:assignment_id>"
_HIT = "hits/<int:hit_id>"
_SAMPLE = "samples/<int:sample_id>"
_BATCHES = "projects/<int:project_id>/batches"
urlpatterns = [
    path("work", WorkApi.as_view()),
    path("projects/<int:project_id>/claim", ClaimApi.as_view()),
    path(_ONE, AssignmentApi.as_view()),
    path(f"{_ONE}/draft", DraftApi.as_view()),
    path(f"{_ONE}/heartbeat", HeartbeatApi.as_view()),
    path(f"{_ONE}/check", CheckApi.as_view()),
    path(f"{_ONE}/labels", LabelsApi.as_view()),
    path(f"{_ONE}/submit", SubmitApi.as_view()),
    path(f"{_ONE}/release", ReleaseApi.as_view()),
    path(f"{_ONE}/skip", SkipApi.as_view()),
    path(_HIT, HitApi.as_view()),
    path(f"{_HIT}/submit", HitSubmitApi.as_view()),
    path(f"{_HIT}/release", HitReleaseApi.as_view()),
    path("history", HistoryApi.as_view()),
    path("history/<int:assignment_id>", HistoryItemApi.as_view()),
    path("projects/<int:project_id>/samples", SamplesApi.as_view()),
    path("projects/<int:project_id>/samples/choices", SampleChoicesApi.as_view()),
    path(_SAMPLE, SampleApi.as_view()),
    path(f"{_SAMPLE}/neighbours", NeighboursApi.as_view()),
    path(f"{_SAMPLE}/withdraw", WithdrawApi.as_view()),
    path(f"{_SAMPLE}/restore", RestoreApi.as_view()),
    path(_BATCHES, BatchesApi.as_view()),
    path(f"{_BATCHES}/<int:batch_id>/close", BatchCloseApi.as_view()),
    path(f"{_BATCHES}/<int:batch_id>/open", BatchOpenApi.as_view()),
]
