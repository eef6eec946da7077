"""Rules of retention: set, looked at before they act, and what they did."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Notice, Page
from annotate.messages import Message
from annotate.people.access import admin
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.privacy import models, schemas
from annotate.privacy.selectors import retention as selectors
from annotate.privacy.services import retention


def _outlook(kind: str, days: int) -> schemas.Outlook:
    return schemas.Outlook.from_row(selectors.outlook(kind, days))


def _shown(rule: models.RetentionRule) -> schemas.RetentionRule:
    return schemas.RetentionRule.from_row(
        rule,
        title=Notice.of(Message(f"retention_{rule.kind}_title")),
        about=Notice.of(Message(f"retention_{rule.kind}")),
        changed_by=Person.of(rule.changed_by) if rule.changed_by else None,
        changed_at=rule.changed_at if rule.changed_by else None,
        next_run=selectors.next_run(rule),
        would_remove=_outlook(rule.kind, rule.days) if rule.days is not None else None,
        at_once=retention.MOST.get(rule.kind, retention.MOST_ROWS),
    )


def _known(kind: str) -> str:
    if kind not in selectors.RULES:
        raise errors.NotFound(Message("retention_unknown_kind"))
    return kind


class RetentionApi(APIView):
    @operation("retentionList", allow=admin)
    def get(self, granted: User) -> list[schemas.RetentionRule]:
        return [_shown(rule) for rule in selectors.rules().values()]


class RetentionRuleApi(APIView):
    @operation("retentionOutlook", allow=admin)
    def get(self, granted: User, rule: str, query: schemas.OutlookQuery) -> schemas.Outlook:
        """What a rule of so many days would remove now; nothing is done."""
        return _outlook(_known(rule), query.days)

    @operation("retentionSet", allow=admin)
    def put(self, granted: User, rule: str, body: schemas.RetentionChange) -> schemas.RetentionRule:
        return _shown(retention.set_rule(kind=rule, days=body.days, actor=granted))


class RetentionRunsApi(APIView):
    @operation("retentionRunsList", allow=admin)
    def get(
        self, request: Request, granted: User, query: schemas.RunsQuery
    ) -> Page[schemas.RetentionRun]:
        rows = selectors.runs(query.kind)
        return paginate(request, rows, schemas.RetentionRun.from_row)


urlpatterns = [
    path("admin/retention", RetentionApi.as_view()),
    path("admin/retention/runs", RetentionRunsApi.as_view()),
    path("admin/retention/rules/<str:rule>", RetentionRuleApi.as_view()),
]
