"""Gold over HTTP: what is known to be right, and how people did on it."""

from dataclasses import asdict
from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.people.serializers import PersonSerializer
from annotate.projects import access
from annotate.projects.models import Project
from annotate.quality.models import GoldItem
from annotate.quality.selectors import known
from annotate.quality.selectors.queue import number_in
from annotate.quality.services import gold as services
from annotate.quality.services.gold_import import import_gold
from annotate.workflow.models import Sample
from annotate.workflow.serializers import (
    AnswerField,
    KindAnswerSerializer,
    ShownImageSerializer,
    StageNameSerializer,
)

MAX_FILE_BYTES = 20_000_000
_LARGEST = 2**63 - 1


class GoldSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    stage = StageNameSerializer()
    sample = serializers.IntegerField()
    image = ShownImageSerializer()
    value = AnswerField(allow_null=True)
    about = KindAnswerSerializer(allow_null=True)
    expected = serializers.DictField(child=serializers.BooleanField())
    is_good = serializers.BooleanField()
    uses = serializers.ListField(child=serializers.ChoiceField(choices=services.USES))
    note = serializers.CharField(allow_blank=True)
    is_active = serializers.BooleanField()
    right = serializers.IntegerField()
    total = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class GoldChangesSerializer(serializers.Serializer[Any]):
    expected = serializers.DictField(child=serializers.JSONField(), required=False)
    is_good = serializers.BooleanField(required=False)
    uses = serializers.ListField(
        child=serializers.ChoiceField(choices=services.USES), required=False, min_length=1
    )
    note = serializers.CharField(max_length=2000, allow_blank=True, required=False)


class NewGoldSerializer(GoldChangesSerializer):
    stage = serializers.CharField(max_length=50)
    annotation = serializers.IntegerField(required=False, min_value=1, max_value=_LARGEST)
    sample = serializers.IntegerField(required=False, min_value=1, max_value=_LARGEST)


class GoldRowErrorSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    field = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(allow_null=True)


class GoldCountsSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    added = serializers.IntegerField()
    failed = serializers.IntegerField()


class GoldImportSerializer(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField()
    counts = GoldCountsSerializer()
    errors = GoldRowErrorSerializer(many=True)  # type: ignore[assignment]


class GoldImportRequestSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()
    dry_run = serializers.BooleanField(default=False)
    stage = serializers.CharField(max_length=50, required=False)


class GoldEvidenceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    annotator = PersonSerializer()
    gold = serializers.IntegerField()
    stage = StageNameSerializer()
    assignment = serializers.IntegerField()
    image = ShownImageSerializer()
    path = serializers.CharField()
    expected = serializers.BooleanField()
    given = serializers.BooleanField(allow_null=True)
    right = serializers.BooleanField()
    at = serializers.DateTimeField()


class GoldListApi(APIView):
    @extend_schema(
        operation_id="goldList", parameters=PAGE_PARAMETERS, responses=page_of(GoldSerializer)
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        pages = CursorPage()
        page = pages.paginate_queryset(known.items(project), request, view=self)
        return pages.get_paginated_response([_json(project, item) for item in page or []])

    @extend_schema(
        operation_id="goldAdd", request=NewGoldSerializer, responses={201: GoldSerializer}
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = NewGoldSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = {"expected": {}, **sent.validated_data}
        stage_key = values.pop("stage")
        annotation, sample = values.pop("annotation", None), values.pop("sample", None)
        if annotation is not None:
            item = services.mark_answer(
                project=found.project,
                actor=found.user,
                stage_key=stage_key,
                annotation_id=annotation,
                **values,
            )
        else:
            item = services.add_item(
                project=found.project,
                actor=found.user,
                stage=services.stage_of(found.project, stage_key),
                sample=_sample(found.project, sample),
                **values,
            )
        return Response(_json(found.project, item), status=201)


def _sample(project: Project, sample_id: int | None) -> Sample:
    if sample_id is None:
        raise errors.Invalid.field(
            "annotation", "nothing_named", "Name the answer, or the sample, that is known."
        )
    found = Sample.objects.filter(project=project, pk=sample_id).first()
    if found is None:
        raise errors.NotFound
    return found


def _json(project: Project, item: GoldItem) -> dict[str, Any]:
    item.project = project
    return known.item_json(item)


def _item(project: Project, gold_id: int) -> GoldItem:
    found = known.items(project).filter(pk=gold_id).first()
    if found is None:
        raise errors.NotFound
    found.project = project
    return found


class GoldApi(APIView):
    @extend_schema(
        operation_id="goldChange", request=GoldChangesSerializer, responses=GoldSerializer
    )
    def patch(self, request: Request, project_id: int, gold_id: int) -> Response:
        found = access.lead(request.user, project_id)
        item = _item(found.project, gold_id)
        sent = GoldChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        services.change_item(item=item, actor=found.user, changes=sent.validated_data)
        return Response(_json(found.project, _item(found.project, gold_id)))

    @extend_schema(operation_id="goldRetire", responses={204: None})
    def delete(self, request: Request, project_id: int, gold_id: int) -> Response:
        found = access.lead(request.user, project_id)
        services.retire_item(item=_item(found.project, gold_id), actor=found.user)
        return Response(status=204)


class GoldImportApi(APIView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="goldImport",
        request=GoldImportRequestSerializer,
        responses=GoldImportSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = GoldImportRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        if values["file"].size > MAX_FILE_BYTES:
            raise errors.TooLarge(
                f"The file is larger than {MAX_FILE_BYTES / 1e6:.0f} MB.",
                remedy="Divide it into smaller files.",
            )
        account = import_gold(
            project=found.project,
            actor=found.user,
            file=values["file"],
            stage_key=values.get("stage") or _only_stage(found.project),
            dry_run=values["dry_run"],
        )
        counts = {"total": account.total, "added": account.added, "failed": account.failed}
        rows = [asdict(each) for each in account.errors]
        return Response({"dry_run": values["dry_run"], "counts": counts, "errors": rows})


def _only_stage(project: Project) -> str:
    """Return the last stage, for files that name none: judging comes last."""
    return project.recipe.stages[-1].key


class GoldEvidenceApi(APIView):
    @extend_schema(
        operation_id="goldEvidence",
        parameters=[
            *PAGE_PARAMETERS,
            OpenApiParameter("annotator", int),
            OpenApiParameter("gold", int),
        ],
        responses=page_of(GoldEvidenceSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        asked = {name: request.query_params.get(name, "") for name in ("annotator", "gold")}
        found = known.evidence(
            project,
            annotator=number_in(asked, "annotator") if asked["annotator"] else None,
            item=number_in(asked, "gold") if asked["gold"] else None,
        )
        pages = CursorPage()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response([known.evidence_json(row) for row in page or []])


_GOLD = "projects/<int:project_id>/gold"
urlpatterns = [
    path(_GOLD, GoldListApi.as_view()),
    path(f"{_GOLD}/import", GoldImportApi.as_view()),
    path(f"{_GOLD}/evidence", GoldEvidenceApi.as_view()),
    path(f"{_GOLD}/<int:gold_id>", GoldApi.as_view()),
]
