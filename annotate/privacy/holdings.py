"""Where the product keeps something about a person, and what becomes of it at a deletion.

One row per column that refers to an account: a test finds a column that is in no row, so nothing
new can be forgotten by the file of somebody's data, by the preview, or by the deletion.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from annotate.people.models import User

# What tells of any row when it was made, without saying more than the person may know.
USUAL = ("id", "project_id", "created_at", "at", "joined_at", "started_at")


@dataclass(frozen=True)
class Holding:
    """Rows of one model that one column makes somebody's.

    Attributes:
        topic: what people call it; a code of the catalogue, `held_<topic>`.
        goes: whether a deletion removes the rows. Others stay, under a name that says nothing.
        shown: columns of the person's file, besides `USUAL`. Never secrets; nor what the product
            hides from them for a reason, such as which of their tasks were gold.
    """

    model: str
    column: str
    topic: str
    goes: bool = False
    shown: tuple[str, ...] = ()

    @property
    def table(self) -> type[Model]:
        return apps.get_model(self.model)

    def of(self, user: User) -> "QuerySet[Model]":
        return self.table._base_manager.filter(**{self.column: user})


_NOTICE = ("kind", "key", "data", "count", "read_at", "mailed_at")
_ANSWER = ("sample_id", "stage_key", "kind", "value", "scratch_reason", "active_seconds")
_HELD = (
    "sample_id",
    "state",
    "draft",
    "scratch_reason",
    "active_seconds",
    "skip_reason",
    "comment",
    "verdict",
    "verdict_reason",
    "ended_at",
)

GO = (
    Holding(
        "people.PlatformRecord",
        "user",
        "profile",
        True,
        ("platform", "external_id", "approved", "approval_rate"),
    ),
    Holding(
        "people.ApiToken", "user", "tokens", True, ("name", "prefix", "expires_at", "last_used_at")
    ),
    Holding("people.AccountMail", "user", "mail", True, ("purpose",)),
    Holding("people.PasswordLink", "user", "mail", True, ("expires_at", "used_at")),
    Holding("people.AddressLink", "user", "mail", True, ("address", "expires_at")),
    Holding("people.Totp", "user", "sign_ins", True, ("last_used_at",)),
    Holding("people.Passkey", "user", "sign_ins", True, ("name", "host", "last_used_at")),
    Holding("people.RecoveryCode", "user", "sign_ins", True, ("used_at",)),
    Holding("people.WrongCode", "user", "sign_ins", True),
    Holding("people.Challenge", "user", "sign_ins", True, ("purpose", "expires_at")),
    Holding(
        "sso.Identity", "user", "sign_ins", True, ("provider", "issuer", "subject", "shown_as")
    ),
    Holding("sso.GivenRole", "user", "memberships", True, ("provider", "role", "teams")),
    Holding(
        "people.SignIn",
        "user",
        "sign_ins",
        True,
        ("user_agent", "address", "how", "second_factor", "seen_at"),
    ),
    Holding(
        "projects.Membership",
        "user",
        "memberships",
        True,
        ("role", "teams", "is_blocked", "guidelines_read"),
    ),
    Holding("notifications.Notification", "user", "notifications", True, _NOTICE),
    Holding("notifications.Choice", "user", "preferences", True, ("kind", "is_shown", "mail")),
    Holding("workflow.SampleView", "owner", "preferences", True, ("name", "query", "columns")),
    Holding("privacy.DataFile", "user", "data_files", True, ("size_bytes", "finished_at")),
)

STAY = (
    Holding("workflow.Annotation", "author", "answers", shown=_ANSWER),
    Holding("workflow.Assignment", "annotator", "assignments", shown=_HELD),
    Holding("workflow.Hit", "annotator", "assignments", shown=("state", "deadline", "ended_at")),
    Holding(
        "workflow.Comment",
        "author",
        "comments",
        shown=("sample_id", "body", "edited_at", "deleted_at"),
    ),
    Holding("workflow.Mention", "user", "comments", shown=("comment_id",)),
    Holding("quality.Feedback", "annotator", "comments", shown=("message", "reply")),
    Holding("evaluation.GroupAnswer", "person", "answers", shown=("sample_id", "value")),
    Holding("quality.Agreement", "user", "consents", shown=("text_id",)),
    Holding("quality.Attempt", "user", "tests", shown=("stage_key", "score", "passed")),
    Holding(
        "workflow.DailyStats",
        "annotator",
        "figures",
        shown=("stage_key", "day", "submissions", "tokens", "active_seconds"),
    ),
    Holding("quality.PersonFigures", "annotator", "figures", shown=("stage_key",)),
    Holding("quality.Flag", "annotator", "ratings", shown=("code", "state")),
    Holding("quality.Block", "user", "ratings", shown=("scope", "reason", "lift_reason")),
    Holding("quality.OutcomeNotice", "annotator", "ratings", shown=("sample_id", "occasion")),
    Holding(
        "crowd.Participation",
        "user",
        "payments",
        shown=("external_person", "external_session", "state", "outcome", "arrived_at", "ended_at"),
    ),
    Holding("privacy.Deletion", "user", "requests", shown=("state", "asked_at")),
)

# Rows that say who did something. They stay as they are: the account behind them has no name.
ACTS = [
    "projects.Project.created_by",
    "projects.Invitation.created_by",
    "projects.NamedInvitation.created_by",
    "projects.Guideline.author",
    "projects.AuditEvent.actor",
    "projects.WebhookEndpoint.created_by",
    "workflow.Batch.created_by",
    "workflow.BatchBlock.user",
    "workflow.Assignment.verdict_by",
    "workflow.JudgeBar.user",
    "workflow.Comment.resolved_by",
    "workflow.Transition.actor",
    "seeding.SharedConnection.created_by",
    "seeding.Connection.created_by",
    "seeding.ModelVersion.created_by",
    "seeding.Trial.created_by",
    "seeding.Ordering.created_by",
    "seeding.SeedingRun.created_by",
    "seeding.Budget.changed_by",
    "learning.TrainingRun.created_by",
    "learning.LoopEvent.actor",
    "learning.Comparison.created_by",
    "quality.ReviewAct.actor",
    "quality.ReviewAct.undone_by",
    "quality.GoldItem.created_by",
    "quality.GoldResult.annotator",
    "quality.EntryConditions.changed_by",
    "quality.ConsentText.author",
    "quality.StoredSettings.changed_by",
    "quality.GoldShare.annotator",
    "quality.GoldShortfall.annotator",
    "quality.Flag.settled_by",
    "quality.PendingCheck.annotator",
    "quality.TextPrint.annotator",
    "quality.Feedback.sent_by",
    "quality.Block.created_by",
    "quality.Block.lifted_by",
    "quality.SampleAct.actor",
    "quality.Suggestion.decided_by",
    "quality.Correction.made_by",
    "crowd.Channel.created_by",
    "crowd.MagicLink.created_by",
    "crowd.Payment.approved_by",
    "crowd.PaymentEvent.actor",
    "exchange.Import.created_by",
    "exchange.Export.created_by",
    "exchange.Release.created_by",
    "exchange.Datasheet.updated_by",
    "exchange.HubAccess.given_by",
    "exchange.HubPush.created_by",
    "evaluation.GroupScheme.created_by",
    "evaluation.GroupReading.person",
    "evaluation.HarmRun.created_by",
    "evaluation.HarmCase.decided_by",
    "evaluation.HarmAct.by",
    "evaluation.LeftOutOfTraining.by",
    "evaluation.MentionRun.created_by",
    "evaluation.QuestionFile.created_by",
    "evaluation.SecondReading.created_by",
    "evaluation.TextFile.created_by",
    "evaluation.Study.created_by",
    "evaluation.StudyAuthor.user",
    "evaluation.TextReport.created_by",
    "evaluation.Enrichment.created_by",
    "evaluation.ReasoningSet.created_by",
    "evaluation.ReasoningRun.created_by",
    "dashboards.Report.created_by",
    "privacy.DataFile.asked_by",
    "privacy.Deletion.ordered_by",
    "privacy.ImageErasure.by",
    "privacy.RetentionRule.changed_by",
]


def holdings() -> Iterator[Holding]:
    """Every row of the table, what people would ask for first."""
    yield from GO
    yield from STAY
    for name in ACTS:
        model, _, column = name.rpartition(".")
        yield Holding(model, column, "acts")


def references() -> Iterator[str]:
    """Every column of the product that refers to an account, as `app.Model.column`."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is User:
                yield f"{model._meta.label}.{field.name}"


def shown_fields(holding: Holding) -> list["Field[object, object]"]:
    """The columns of a holding that its person is given."""
    wanted = {*USUAL, *holding.shown}
    return [f for f in holding.table._meta.concrete_fields if f.attname in wanted]
