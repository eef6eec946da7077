"""Entry conditions over HTTP: leads set them, annotators agree, practise and are tested."""

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects import access
from annotate.projects.models import Membership
from annotate.quality import entry
from annotate.quality.models import ConsentText
from annotate.quality.schemas.gold import HitFeedback
from annotate.quality.selectors import hit_feedback
from annotate.quality.selectors import qualification as selectors
from annotate.quality.services import qualification as services
from annotate.workflow.models import Hit
from annotate.workflow.selectors import hit_json, own_hit
from annotate.workflow.serializers import GateSerializer, HitSerializer


class PracticeRulesSerializer(serializers.Serializer[Any]):
    enabled = serializers.BooleanField()
    size = serializers.IntegerField()


class TestRulesSerializer(PracticeRulesSerializer):
    __test__ = False  # its name is no test of ours

    pass_mark = serializers.FloatField()
    max_attempts = serializers.IntegerField()
    retry_hours = serializers.FloatField()
    valid_days = serializers.IntegerField()


class EntryRulesSerializer(serializers.Serializer[Any]):
    consent_required = serializers.BooleanField()
    min_approved = serializers.IntegerField()
    min_approval_rate = serializers.FloatField()
    locales = serializers.ListField(child=serializers.CharField())
    practice = PracticeRulesSerializer()
    test = TestRulesSerializer()


class AgreedSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    at = serializers.DateTimeField()


class PractisedSerializer(serializers.Serializer[Any]):
    done = serializers.BooleanField()
    at = serializers.DateTimeField(allow_null=True)


class TestedSerializer(serializers.Serializer[Any]):
    __test__ = False

    attempts = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True)
    passed = serializers.BooleanField()
    at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)


class QualifiedPersonSerializer(serializers.Serializer[Any]):
    user = PersonSerializer()
    consent = AgreedSerializer(allow_null=True)
    practice = PractisedSerializer()
    test = TestedSerializer()


class ConsentVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    body = serializers.CharField()
    created_at = serializers.DateTimeField()
    agreed = serializers.IntegerField()


class ConsentRequestSerializer(serializers.Serializer[Any]):
    body = serializers.CharField(max_length=100_000)


class AgreeRequestSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class MyConsentSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    body = serializers.CharField()
    agreed = serializers.BooleanField()


class MyPracticeSerializer(PracticeRulesSerializer):
    done = serializers.BooleanField()


class MyTestSerializer(PracticeRulesSerializer):
    pass_mark = serializers.FloatField()
    attempts_left = serializers.IntegerField()
    passed = serializers.BooleanField()
    score = serializers.FloatField(allow_null=True)
    retry_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)


class MyQualificationSerializer(serializers.Serializer[Any]):
    gate = GateSerializer(allow_null=True)
    consent = MyConsentSerializer(allow_null=True)
    practice = MyPracticeSerializer(allow_null=True)
    test = MyTestSerializer(allow_null=True)


class StartRequestSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(max_length=50, required=False, allow_null=True)


def _person(request: Request) -> User:
    return cast(User, request.user)


class EntryRulesApi(APIView):
    @extend_schema(operation_id="qualificationRead", responses=EntryRulesSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(selectors.rules_of(project).written())

    @extend_schema(
        operation_id="qualificationSet",
        request=EntryRulesSerializer,
        responses=EntryRulesSerializer,
    )
    def put(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        rules = entry.parse(request.data)
        saved = services.set_rules(project=found.project, rules=rules, actor=found.user)
        return Response(saved.written())


class QualifiedPeopleApi(APIView):
    @extend_schema(
        operation_id="qualificationPeople", responses=QualifiedPersonSerializer(many=True)
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(selectors.people(project))


class QualificationResetApi(APIView):
    @extend_schema(operation_id="qualificationReset", request=None, responses={204: None})
    def post(self, request: Request, project_id: int, user_id: int) -> Response:
        found = access.lead(request.user, project_id)
        member = Membership.objects.filter(project=found.project, user=user_id).first()
        if member is None:
            raise errors.NotFound
        services.reset(project=found.project, user=member.user, actor=found.user)
        return Response(status=204)


class MyQualificationApi(APIView):
    @extend_schema(operation_id="qualificationMine", responses=MyQualificationSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.member(request.user, project_id).project
        mine = selectors.mine(project, _person(request))
        return Response(MyQualificationSerializer(mine).data)


class ConsentApi(APIView):
    @extend_schema(operation_id="consentList", responses=ConsentVersionSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response([_consent_json(text) for text in selectors.consent_versions(project)])

    @extend_schema(
        operation_id="consentPublish",
        request=ConsentRequestSerializer,
        responses={201: ConsentVersionSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ConsentRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        text = services.publish_consent(
            project=found.project, body=sent.validated_data["body"], actor=found.user
        )
        return Response(_consent_json(text), status=201)


def _consent_json(text: ConsentText) -> dict[str, Any]:
    return {
        "version": text.version,
        "body": text.body,
        "created_at": text.created_at,
        "agreed": getattr(text, "agreed", 0),
    }


class AgreeApi(APIView):
    @extend_schema(
        operation_id="consentAgree", request=AgreeRequestSerializer, responses={204: None}
    )
    def post(self, request: Request, project_id: int) -> Response:
        project = access.member(request.user, project_id).project
        sent = AgreeRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        services.agree(
            project=project, user=_person(request), version=sent.validated_data["version"]
        )
        return Response(status=204)


class _StartApi(APIView):
    purpose: str

    def _start(self, request: Request, project_id: int) -> Response:
        found = access.worker(request.user, project_id)
        sent = StartRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        hit = services.start(
            project=found.project,
            user=found.user,
            purpose=self.purpose,
            stage_key=sent.validated_data.get("stage"),
        )
        return Response(hit_json(hit))


class PracticeApi(_StartApi):
    purpose = "practice"

    @extend_schema(
        operation_id="practiceStart", request=StartRequestSerializer, responses=HitSerializer
    )
    def post(self, request: Request, project_id: int) -> Response:
        return self._start(request, project_id)


class TestApi(_StartApi):
    __test__ = False
    purpose = "test"

    @extend_schema(
        operation_id="testStart", request=StartRequestSerializer, responses=HitSerializer
    )
    def post(self, request: Request, project_id: int) -> Response:
        return self._start(request, project_id)


class HitFeedbackApi(APIView):
    @operation("hitsFeedback", allow=own_hit)
    def get(self, granted: Hit) -> HitFeedback:
        return hit_feedback.feedback_of(granted)


_P = "projects/<int:project_id>"
urlpatterns = [
    path(f"{_P}/qualification", EntryRulesApi.as_view()),
    path(f"{_P}/qualification/me", MyQualificationApi.as_view()),
    path(f"{_P}/qualification/people", QualifiedPeopleApi.as_view()),
    path(f"{_P}/qualification/people/<int:user_id>/reset", QualificationResetApi.as_view()),
    path(f"{_P}/consent", ConsentApi.as_view()),
    path(f"{_P}/consent/agree", AgreeApi.as_view()),
    path(f"{_P}/practice", PracticeApi.as_view()),
    path(f"{_P}/test", TestApi.as_view()),
    path("hits/<int:hit_id>/feedback", HitFeedbackApi.as_view()),
]
