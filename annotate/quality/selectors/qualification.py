"""Whether a person may begin, and where they are on the way."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from annotate.core import clock
from annotate.people.models import PlatformRecord, User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.quality.entry import EntryRules, Finished, TestStanding, stand
from annotate.quality.models import Agreement, Attempt, ConsentText, EntryConditions
from annotate.quality.selectors.gold import in_use
from annotate.workflow.hooks import Gate
from annotate.workflow.models import Assignment

MAX_PEOPLE = 1_000


def rules_of(project: Project) -> EntryRules:
    """Return what the project asks of newcomers; nothing unless a lead has said so."""
    stored = EntryConditions.objects.filter(project=project).first()
    return EntryRules.model_validate(stored.values) if stored else EntryRules()


def gate(project: Project, user: User, stage: StageSpec) -> Gate | None:
    """Return the first thing that keeps a person from a stage, in the order they meet them.

    Leads and reviewers are never kept: they try their project out.
    """
    if not project.is_gated:
        return None
    if not Membership.objects.filter(project=project, user=user, role=Role.ANNOTATOR).exists():
        return None
    rules = rules_of(project)
    return (
        _locale_gate(rules, user)
        or _history_gate(rules, user)
        or _consent_gate(rules, project, user)
        or _practice_gate(rules, project, user, stage)
        or _test_gate(rules, project, user, stage)
    )


def _locale_gate(rules: EntryRules, user: User) -> Gate | None:
    if rules.admits_locale(user.locale):
        return None
    return Gate(
        reason="locale",
        message=f"This project is for people who speak {', '.join(rules.locales)}.",
        remedy="Ask a lead if your language is not the one we have for you.",
        data={"locales": list(rules.locales), "yours": user.locale or None},
    )


def _history_gate(rules: EntryRules, user: User) -> Gate | None:
    if not rules.asks_history:
        return None
    approved, rate = history_here(user)
    elsewhere = PlatformRecord.objects.filter(user=user).first()
    known = [(approved, rate)]
    if elsewhere is not None:
        known.append((elsewhere.approved or 0, elsewhere.approval_rate))
    if any(rules.admits_history(*each) for each in known):
        return None
    return Gate(
        reason="history",
        message=(
            f"This project asks for at least {rules.min_approved:,} approved assignments"
            f" and {rules.min_approval_rate:.0%} of yours approved."
        ),
        remedy="Work on other projects first.",
        data={
            "approved": approved,
            "approval_rate": rate,
            "min_approved": rules.min_approved,
            "min_approval_rate": rules.min_approval_rate,
        },
    )


def history_here(user: User) -> tuple[int, float | None]:
    """Return how many of a person's assignments leads approved, and their share of those judged."""
    verdicts = Assignment.Verdict
    counts = Assignment.objects.filter(annotator=user).aggregate(
        approved=Count("id", filter=Q(verdict=verdicts.APPROVED)),
        rejected=Count("id", filter=Q(verdict=verdicts.REJECTED)),
    )
    judged = counts["approved"] + counts["rejected"]
    return counts["approved"], counts["approved"] / judged if judged else None


def current_consent(project: Project) -> ConsentText | None:
    """Return the newest text people agree to."""
    return ConsentText.objects.filter(project=project).order_by("-version").first()


def has_agreed(user: User, text: ConsentText) -> bool:
    """Whether a person has agreed to this very version."""
    return Agreement.objects.filter(text=text, user=user).exists()


def _consent_gate(rules: EntryRules, project: Project, user: User) -> Gate | None:
    text = current_consent(project) if rules.consent_required else None
    if text is None or has_agreed(user, text):
        return None
    return Gate(
        reason="consent",
        message="Before you begin, read what you agree to.",
        remedy="Read the text and agree to it.",
        data={"version": text.version},
    )


def practice_done(project: Project, user: User, stage: StageSpec) -> bool:
    """Whether a person has finished a practice round of the stage."""
    return _attempts(project, user, stage, Attempt.Purpose.PRACTICE).exists()


def _attempts(project: Project, user: User, stage: StageSpec, purpose: str) -> QuerySet[Attempt]:
    return Attempt.objects.filter(
        project=project,
        user=user,
        stage_key=stage.key,
        purpose=purpose,
        finished_at__isnull=False,
        reset_at=None,
    ).order_by("finished_at", "pk")


def has_practice(rules: EntryRules, project: Project, stage: StageSpec) -> bool:
    """Whether the stage asks for practice: it is on, and there is something to practise on."""
    return rules.practice.enabled and in_use(project, stage).filter(is_practice=True).exists()


def has_test(rules: EntryRules, project: Project, stage: StageSpec) -> bool:
    """Whether the stage asks for a test: it is on, and there is something to ask."""
    return rules.test.enabled and in_use(project, stage).filter(is_test=True).exists()


def _practice_gate(
    rules: EntryRules, project: Project, user: User, stage: StageSpec
) -> Gate | None:
    if not has_practice(rules, project, stage) or practice_done(project, user, stage):
        return None
    return Gate(
        reason="practice",
        message=f"Begin {stage.title} with a practice round; you see afterwards what was right.",
        remedy="Start the practice round.",
        data={"stage": stage.key, "size": rules.practice.size},
    )


def standing(rules: EntryRules, project: Project, user: User, stage: StageSpec) -> TestStanding:
    """Return where a person is with the test of a stage."""
    finished = [
        Finished(at=each.finished_at, score=each.score or 0.0, passed=each.passed)
        for each in _attempts(project, user, stage, Attempt.Purpose.TEST)
        if each.finished_at is not None
    ]
    return stand(rules.test, finished, clock.now())


def _test_gate(rules: EntryRules, project: Project, user: User, stage: StageSpec) -> Gate | None:
    if not has_test(rules, project, stage):
        return None
    where = standing(rules, project, user, stage)
    if where.passed:
        return None
    data = {
        "stage": stage.key,
        "size": rules.test.size,
        "pass_mark": rules.test.pass_mark,
        "attempts_left": where.attempts_left,
        "retry_at": where.retry_at.isoformat() if where.retry_at else None,
    }
    if where.may_start:
        mark = f"{rules.test.pass_mark:.0%}"
        return Gate(
            reason="test",
            message=f"{stage.title} begins with a test; {mark} must be right.",
            remedy="Start the test when you have time for it.",
            data=data,
        )
    later = where.attempts_left > 0
    return Gate(
        reason="test_failed",
        message="You have not passed the test."
        if later
        else "You have not passed the test, and no attempts are left.",
        remedy="Try again later." if later else "Ask a lead whether you may try again.",
        data=data,
    )


def mine(project: Project, user: User, stage: StageSpec | None = None) -> dict[str, Any]:
    """Return where a person is on the way into the project, or into one stage of it."""
    stages = [stage] if stage else list(project.recipe.stages)
    found = [(each, gate(project, user, each)) for each in stages]
    where, met = next(((each, g) for each, g in found if g is not None), (stages[0], None))
    rules = rules_of(project)
    text = current_consent(project) if rules.consent_required else None
    return {
        "gate": met,
        "consent": None
        if text is None
        else {"version": text.version, "body": text.body, "agreed": has_agreed(user, text)},
        "practice": {
            "enabled": True,
            "size": rules.practice.size,
            "done": practice_done(project, user, where),
        }
        if has_practice(rules, project, where)
        else None,
        "test": _test_json(rules, project, user, where)
        if has_test(rules, project, where)
        else None,
    }


def _test_json(rules: EntryRules, project: Project, user: User, stage: StageSpec) -> dict[str, Any]:
    where = standing(rules, project, user, stage)
    return {
        "enabled": True,
        "size": rules.test.size,
        "pass_mark": rules.test.pass_mark,
        "attempts_left": where.attempts_left,
        "passed": where.passed,
        "score": where.score,
        "retry_at": where.retry_at,
        "expires_at": where.expires_at,
    }


def people(project: Project) -> list[dict[str, Any]]:
    """Return how far each annotator of the project has come; at most a thousand, newest first."""
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR)
    users = [
        each.user for each in members.select_related("user").order_by("-joined_at")[:MAX_PEOPLE]
    ]
    agreed: dict[int, Agreement] = {}
    for each in (
        Agreement.objects.filter(text__project=project).select_related("text").order_by("pk")
    ):
        agreed[each.user_id] = each
    attempts: dict[int, list[Attempt]] = {}
    finished = Attempt.objects.filter(project=project, finished_at__isnull=False, reset_at=None)
    for attempt in finished.order_by("pk"):
        attempts.setdefault(attempt.user_id, []).append(attempt)
    rules = rules_of(project)
    return [_person(rules, user, agreed.get(user.pk), attempts.get(user.pk, [])) for user in users]


def _person(
    rules: EntryRules, user: User, agreed: Agreement | None, attempts: list[Attempt]
) -> dict[str, Any]:
    practice = [each for each in attempts if each.purpose == Attempt.Purpose.PRACTICE]
    tests = [each for each in attempts if each.purpose == Attempt.Purpose.TEST]
    finished = [
        Finished(at=each.finished_at, score=each.score or 0.0, passed=each.passed)
        for each in tests
        if each.finished_at is not None
    ]
    where = stand(rules.test, finished, clock.now())
    return {
        "user": PersonSerializer(user).data,
        "consent": {"version": agreed.text.version, "at": agreed.at} if agreed else None,
        "practice": {
            "done": bool(practice),
            "at": practice[-1].finished_at if practice else None,
        },
        "test": {
            "attempts": len(tests),
            "score": where.score,
            "passed": where.passed,
            "at": finished[-1].at if finished else None,
            "expires_at": where.expires_at,
        },
    }


def consent_versions(project: Project) -> QuerySet[ConsentText]:
    """Return every version of what people agree to, newest first, with how many agreed."""
    found: QuerySet[ConsentText] = ConsentText.objects.filter(project=project)
    return found.annotate(agreed=Count("agreements")).order_by("-version")
