"""An annotator's history: what they have submitted, and what became of it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.people.models import User
from annotate.workflow import answers, hooks, selectors
from annotate.workflow.models import Assignment
from annotate.workflow.selectors import outcome
from annotate.workflow.selectors.views import image_json
from annotate.workflow.serializers import HistoryDetailSerializer, HistoryItemSerializer

Remarks = Mapping[int, tuple[int, int]]


def _person(request: Request) -> User:
    return cast(User, request.user)


def _remarks_on(page: Sequence[Assignment]) -> Remarks:
    return hooks.remarks_on([each.answer_id for each in page if each.answer_id is not None])


def _item_json(assignment: Assignment, remarks: Remarks) -> dict[str, Any]:
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    number, unread = remarks.get(assignment.answer_id or 0, (0, 0))
    return {
        "assignment_id": assignment.pk,
        "project": {"id": assignment.project_id, "name": assignment.project.name},
        "stage": {"key": stage.key, "title": stage.title, "kind": stage.kind},
        "image": image_json(assignment.sample.image),
        "hit": assignment.hit_id,
        "submitted_at": assignment.ended_at,
        "active_seconds": assignment.active_seconds,
        "feedback": {"count": number, "unread": unread},
    }


class HistoryPage(CursorPage):
    ordering = ("-ended_at", "-id")


class HistoryApi(APIView):
    @extend_schema(
        operation_id="historyList",
        parameters=PAGE_PARAMETERS,
        responses=page_of(HistoryItemSerializer),
    )
    def get(self, request: Request) -> Response:
        pages = HistoryPage()
        found = selectors.history(_person(request))
        page: list[Assignment] = pages.paginate_queryset(found, request, view=self) or []
        states, remarks = outcome.states_of(page), _remarks_on(page)
        return pages.get_paginated_response(
            [{**_item_json(each, remarks), "became": states[each.pk]} for each in page]
        )


class HistoryItemApi(APIView):
    @extend_schema(operation_id="historyRead", responses=HistoryDetailSerializer)
    def get(self, request: Request, assignment_id: int) -> Response:
        assignment = selectors.submitted_of(_person(request), assignment_id)
        stage = assignment.project.recipe.stage(assignment.task.stage_key)
        kind = answers.kind_of(stage)
        start, order = answers.typed(assignment.base), assignment.arrangement
        return Response(
            {
                **_item_json(assignment, _remarks_on([assignment])),
                "settings": stage.settings,
                "about": answers.arranged(kind, assignment.task.about, order),
                "mine": answers.as_given(kind, assignment.answer.value, order)
                if assignment.answer
                else {},
                "start": kind.dump(kind.seed_from(start)) if start is not None else None,
                "became": outcome.outcome_json(assignment),
            }
        )


urlpatterns = [
    path("history", HistoryApi.as_view()),
    path("history/<int:assignment_id>", HistoryItemApi.as_view()),
]
