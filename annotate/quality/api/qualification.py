"""Entry conditions over HTTP: leads set them, annotators agree, practise and are tested."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Membership
from annotate.quality.entry import EntryRules
from annotate.quality.schemas import qualification as schemas
from annotate.quality.schemas.gold import HitFeedback
from annotate.quality.selectors import hit_feedback
from annotate.quality.selectors import qualification as selectors
from annotate.quality.services import qualification as services
from annotate.workflow import models
from annotate.workflow.schemas.work import Hit
from annotate.workflow.selectors import hit_schema, own_hit


class EntryRulesApi(APIView):
    @operation("qualificationRead", allow=access.reader)
    def get(self, granted: Access) -> EntryRules:
        return selectors.rules_of(granted.project)

    @operation("qualificationSet", allow=access.lead)
    def put(self, granted: Access, body: EntryRules) -> EntryRules:
        return services.set_rules(project=granted.project, rules=body, actor=granted.user)


class QualifiedPeopleApi(APIView):
    @operation("qualificationPeople", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.QualifiedPerson]:
        return selectors.people(granted.project)


class QualificationResetApi(APIView):
    @operation("qualificationReset", allow=access.lead)
    def post(self, granted: Access, user_id: int) -> None:
        member = Membership.objects.filter(project=granted.project, user=user_id).first()
        if member is None:
            raise errors.NotFound
        services.reset(project=granted.project, user=member.user, actor=granted.user)


class MyQualificationApi(APIView):
    @operation("qualificationMine", allow=access.member)
    def get(self, granted: Access) -> schemas.MyQualification:
        return selectors.mine(granted.project, granted.user)


class ConsentApi(APIView):
    @operation("consentList", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.ConsentVersion]:
        return [
            schemas.ConsentVersion.of(text) for text in selectors.consent_versions(granted.project)
        ]

    @operation("consentPublish", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewConsent) -> schemas.ConsentVersion:
        text = services.publish_consent(project=granted.project, body=body.body, actor=granted.user)
        return schemas.ConsentVersion.of(text)


class AgreeApi(APIView):
    @operation("consentAgree", allow=access.member)
    def post(self, granted: Access, body: schemas.NewAgreement) -> None:
        services.agree(project=granted.project, user=granted.user, version=body.version)


def _start(granted: Access, purpose: str, stage_key: str | None) -> Hit:
    hit = services.start(
        project=granted.project, user=granted.user, purpose=purpose, stage_key=stage_key
    )
    return hit_schema(hit)


class PracticeApi(APIView):
    @operation("practiceStart", allow=access.worker)
    def post(self, granted: Access, body: schemas.RoundStart) -> Hit:
        return _start(granted, "practice", body.stage)


class TestApi(APIView):
    __test__ = False  # its name is no test of ours

    @operation("testStart", allow=access.worker)
    def post(self, granted: Access, body: schemas.RoundStart) -> Hit:
        return _start(granted, "test", body.stage)


class HitFeedbackApi(APIView):
    @operation("hitsFeedback", allow=own_hit)
    def get(self, granted: models.Hit) -> HitFeedback:
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
