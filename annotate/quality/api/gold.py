"""Gold, and what people agree to, practise and are tested by before they work."""

from django.urls import path
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors, limits
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access, Asker
from annotate.projects.models import Membership, Project
from annotate.quality.entry import EntryRules
from annotate.quality.schemas import gold as schemas
from annotate.quality.schemas.gold import HitFeedback
from annotate.quality.selectors import gold, qualification
from annotate.quality.selectors.works import stage_of
from annotate.quality.services import gold as services
from annotate.quality.services import qualification as entry
from annotate.quality.services.gold_import import import_gold
from annotate.workflow import models
from annotate.workflow.models import Assignment, Sample
from annotate.workflow.schemas.work import Hit
from annotate.workflow.selectors import assignment_of, hit_schema, own_hit

MAX_FILE_MB = 20


class GoldListApi(APIView):
    @operation("goldList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.Gold]:
        return paginate(
            request,
            gold.items(granted.project),
            lambda item: gold.as_schema(granted.project, item),
        )

    @operation("goldAdd", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewGold) -> schemas.Gold:
        project, actor = granted.project, granted.user
        if body.annotation is not None:
            item = services.mark_answer(
                project=project,
                actor=actor,
                stage_key=body.stage,
                annotation_id=body.annotation,
                expected=body.expected,
                is_good=body.is_good,
                uses=body.uses,
                note=body.note,
            )
        else:
            item = services.add_item(
                project=project,
                actor=actor,
                stage=stage_of(project, body.stage),
                sample=_sample(project, body.sample),
                expected=body.expected,
                is_good=body.is_good,
                uses=body.uses,
                note=body.note,
            )
        return gold.as_schema(project, item)


def _sample(project: Project, sample_id: int | None) -> Sample:
    if sample_id is None:
        raise errors.Invalid.field("sample", Message("nothing_named"))
    return errors.existing(Sample.objects.filter(project=project, pk=sample_id).first())


class GoldApi(APIView):
    @operation("goldChange", allow=access.lead)
    def patch(self, granted: Access, gold_id: int, body: schemas.GoldChanges) -> schemas.Gold:
        item = gold.active_item(granted.project, gold_id)
        services.change_item(item=item, actor=granted.user, changes=body.sent())
        return gold.as_schema(granted.project, gold.active_item(granted.project, gold_id))

    @operation("goldRetire", allow=access.lead)
    def delete(self, granted: Access, gold_id: int) -> None:
        services.retire_item(item=gold.active_item(granted.project, gold_id), actor=granted.user)


class GoldImportApi(APIView):
    parser_classes = (MultiPartParser,)

    @operation("goldImport", allow=access.lead, media_type="multipart/form-data")
    def post(self, granted: Access, body: schemas.GoldImportRequest) -> schemas.GoldImport:
        if (body.file.size or 0) > MAX_FILE_MB * 1_000_000:
            raise errors.TooLarge(Message("gold_file_too_large", limit=MAX_FILE_MB))
        account = import_gold(
            project=granted.project,
            actor=granted.user,
            file=body.file,
            # Judging comes last, and gold is mostly of what is judged.
            stage_key=body.stage or granted.project.recipe.stages[-1].key,
            dry_run=body.dry_run,
        )
        return schemas.GoldImport(
            dry_run=body.dry_run,
            counts=schemas.GoldCounts(
                total=account.total, added=account.added, failed=account.failed
            ),
            errors=account.errors,
        )


class GoldEvidenceApi(APIView):
    @operation("goldEvidence", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: schemas.EvidenceQuery
    ) -> Page[schemas.GoldEvidence]:
        rows = gold.evidence(granted.project, annotator=query.annotator, item=query.gold)
        return paginate(request, rows, gold.as_evidence)


def practising(asker: Asker, assignment_id: int) -> Assignment:
    """One's own assignment in a project where one may work."""
    assert isinstance(asker, User)  # noqa: S101 - nobody else gets here
    assignment = assignment_of(asker, assignment_id)
    access.worker(asker, assignment.project_id)
    return assignment


class PracticeCheckApi(APIView):
    """What was right of one image of a practice round, as soon as it is answered."""

    @operation("practiceCheck", allow=practising)
    def post(
        self, request: Request, granted: Assignment, body: schemas.PracticeAnswer
    ) -> schemas.PracticeChecked:
        limits.charge(granted.annotator_id, int(request.META.get("CONTENT_LENGTH") or 0))
        checked = services.check_practice(assignment=granted, answer=body.answer)
        return gold.practice_checked(granted.pk, checked.item, checked.results)


class EntryRulesApi(APIView):
    @operation("qualificationRead", allow=access.reader)
    def get(self, granted: Access) -> EntryRules:
        return qualification.rules_of(granted.project)

    @operation("qualificationSet", allow=access.lead)
    def put(self, granted: Access, body: EntryRules) -> EntryRules:
        return entry.set_rules(project=granted.project, rules=body, actor=granted.user)


class QualifiedPeopleApi(APIView):
    @operation("qualificationPeople", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.QualifiedPerson]:
        return qualification.people(granted.project)


class QualificationResetApi(APIView):
    @operation("qualificationReset", allow=access.lead)
    def post(self, granted: Access, user_id: int) -> None:
        members = Membership.objects.filter(project=granted.project)
        member = errors.existing(members.filter(user=user_id).first())
        entry.reset(project=granted.project, user=member.user, actor=granted.user)


class MyQualificationApi(APIView):
    @operation("qualificationMine", allow=access.member)
    def get(self, granted: Access) -> schemas.MyQualification:
        return qualification.mine(granted.project, granted.user)


class ConsentApi(APIView):
    @operation("consentList", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.ConsentVersion]:
        return [
            schemas.ConsentVersion.of(text)
            for text in qualification.consent_versions(granted.project)
        ]

    @operation("consentPublish", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewConsent) -> schemas.ConsentVersion:
        text = entry.publish_consent(project=granted.project, body=body.body, actor=granted.user)
        return schemas.ConsentVersion.of(text)


class AgreeApi(APIView):
    @operation("consentAgree", allow=access.member)
    def post(self, granted: Access, body: schemas.NewAgreement) -> None:
        entry.agree(project=granted.project, user=granted.user, version=body.version)


def _start(granted: Access, purpose: str, stage_key: str | None) -> Hit:
    hit = entry.start(
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
        return qualification.feedback_of(granted)


_P = "projects/<int:project_id>"
_GOLD = f"{_P}/gold"
urlpatterns = [
    path(_GOLD, GoldListApi.as_view()),
    path(f"{_GOLD}/import", GoldImportApi.as_view()),
    path(f"{_GOLD}/evidence", GoldEvidenceApi.as_view()),
    path(f"{_GOLD}/<int:gold_id>", GoldApi.as_view()),
    path("assignments/<int:assignment_id>/practice-check", PracticeCheckApi.as_view()),
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
