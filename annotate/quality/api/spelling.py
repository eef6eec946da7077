"""Spelling over HTTP: leads run it and decide, reviewers read along."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.serializers import JobSerializer
from annotate.projects import access
from annotate.quality.models import Suggestion
from annotate.quality.selectors import spelling as selectors
from annotate.quality.services import spell_checking
from annotate.quality.services import spelling as services
from annotate.quality.services.spelling import Accepted
from annotate.workflow.serializers import ShownImageSerializer

MAX_AT_ONCE = 500
STATES = [*Suggestion.State.values, "all"]


class SpellingRunRequestSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(max_length=50)


class SpellingFilterSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=STATES, default="open")
    min_confidence = serializers.FloatField(min_value=0, max_value=1, default=0)
    word = serializers.CharField(max_length=100, default="", allow_blank=True)


class TextSpanSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField(help_text="Code points.")
    end = serializers.IntegerField()


class SpellingOptionSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    confidence = serializers.FloatField()


class SuggestionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    annotation = serializers.IntegerField()
    image = ShownImageSerializer()
    path = serializers.CharField()
    text = serializers.CharField(help_text="As it was typed.")
    span = TextSpanSerializer()
    word = serializers.CharField()
    suggestions = SpellingOptionSerializer(many=True)
    state = serializers.ChoiceField(choices=Suggestion.State.choices)
    replacement = serializers.CharField(allow_null=True, help_text="What it was replaced by.")


class AcceptedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    replacement = serializers.CharField(
        max_length=100, required=False, allow_null=True, default=None
    )


class SpellingAcceptSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=AcceptedSerializer(), allow_empty=False, max_length=MAX_AT_ONCE
    )


class _Ids(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(), allow_empty=False, max_length=MAX_AT_ONCE
    )


class SpellingRejectSerializer(_Ids):
    add_to_words = serializers.BooleanField(default=False)


class SpellingUndoSerializer(_Ids):
    pass


class SpellingFailureSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()


class SpellingOutcomeSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    failed = SpellingFailureSerializer(many=True)


class WordsSerializer(serializers.Serializer[Any]):
    words = serializers.ListField(
        child=serializers.CharField(max_length=200), max_length=services.MAX_WORDS
    )


class _ByConfidence(CursorPage):
    ordering = ("-confidence", "-id")


class SpellingApi(APIView):
    @extend_schema(
        operation_id="spellingList",
        parameters=[
            *PAGE_PARAMETERS,
            OpenApiParameter("state", str, enum=STATES),
            OpenApiParameter("min_confidence", float),
            OpenApiParameter("word", str, description="A part of the doubtful word."),
        ],
        responses=page_of(SuggestionSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List doubtful words, the surest suggestions first."""
        project = access.reader(request.user, project_id).project
        names = ("state", "min_confidence", "word")
        asked = {name: request.query_params[name] for name in names if name in request.query_params}
        sent = SpellingFilterSerializer(data=asked)
        sent.is_valid(raise_exception=True)
        pages = _ByConfidence()
        found = selectors.suggestions(project, **sent.validated_data)
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(selectors.suggestions_json(list(page or [])))


class SpellingRunApi(APIView):
    @extend_schema(
        operation_id="spellingRun",
        request=SpellingRunRequestSerializer,
        responses={201: JobSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = SpellingRunRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        job = spell_checking.start_run(
            project=found.project, actor=found.user, stage_key=sent.validated_data["stage"]
        )
        return Response(jobs.as_dict(job, worker_alive=jobs.workers().alive > 0), status=201)


class SpellingAcceptApi(APIView):
    @extend_schema(
        operation_id="spellingAccept",
        request=SpellingAcceptSerializer,
        responses=SpellingOutcomeSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Correct texts; the answers themselves stay as they were submitted."""
        found = access.lead(request.user, project_id)
        sent = SpellingAcceptSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        items = [Accepted(**item) for item in sent.validated_data["items"]]
        return Response(services.accept(project=found.project, actor=found.user, items=items))


class SpellingRejectApi(APIView):
    @extend_schema(
        operation_id="spellingReject",
        request=SpellingRejectSerializer,
        responses=SpellingOutcomeSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = SpellingRejectSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        outcome = services.reject(project=found.project, actor=found.user, **sent.validated_data)
        return Response(outcome)


class SpellingUndoApi(APIView):
    @extend_schema(
        operation_id="spellingUndo",
        request=SpellingUndoSerializer,
        responses=SpellingOutcomeSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Take decisions back; the words are open again."""
        found = access.lead(request.user, project_id)
        sent = SpellingUndoSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        outcome = services.undo(project=found.project, actor=found.user, **sent.validated_data)
        return Response(outcome)


class WordsApi(APIView):
    @extend_schema(operation_id="wordsRead", responses=WordsSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response({"words": selectors.words_of(project)})

    @extend_schema(operation_id="wordsWrite", request=WordsSerializer, responses=WordsSerializer)
    def put(self, request: Request, project_id: int) -> Response:
        """Say which words are right in this project, such as brands."""
        found = access.lead(request.user, project_id)
        sent = WordsSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        words = services.set_words(
            project=found.project, actor=found.user, words=sent.validated_data["words"]
        )
        return Response({"words": words})


_PROJECT = "projects/<int:project_id>"

urlpatterns = [
    path(f"{_PROJECT}/spelling", SpellingApi.as_view()),
    path(f"{_PROJECT}/spelling/run", SpellingRunApi.as_view()),
    path(f"{_PROJECT}/spelling/accept", SpellingAcceptApi.as_view()),
    path(f"{_PROJECT}/spelling/reject", SpellingRejectApi.as_view()),
    path(f"{_PROJECT}/spelling/undo", SpellingUndoApi.as_view()),
    path(f"{_PROJECT}/words", WordsApi.as_view()),
]
