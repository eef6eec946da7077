"""Whether a person may begin, and where they are on the way."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import PlatformRecord, User
from annotate.people.schemas import Person
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.projects.selectors import guideline
from annotate.quality.entry import EntryRules, Finished, TestStanding, stand
from annotate.quality.models import Agreement, Attempt, ConsentText, EntryConditions, GoldResult
from annotate.quality.schemas import gold as schemas
from annotate.quality.schemas.gold import HitFeedback, ItemFeedback
from annotate.quality.selectors import qualification
from annotate.quality.selectors.gold import items_behind, known_item, practice_checked, size_of
from annotate.workflow.models import Assignment, Hit, Purpose
from annotate.workflow.schemas.parts import StageOfWork
from annotate.workflow.schemas.work import Gate

MAX_PEOPLE = 1_000


def rules_of(project: Project) -> EntryRules:
    """What the project asks of newcomers; nothing unless a lead has said so."""
    stored = EntryConditions.objects.filter(project=project).first()
    return EntryRules.model_validate(stored.values) if stored else EntryRules()


def gate(membership: Membership, user: User, stage: StageSpec) -> Gate | None:
    """The first thing that keeps a person from a stage, in the order they meet them.

    Leads and reviewers are never kept: they try their project out.
    """
    project = membership.project
    if not project.is_gated and not project.version_to_read:
        return None
    if membership.role != Role.ANNOTATOR:
        return None
    rules = rules_of(project) if project.is_gated else EntryRules()
    return (
        _locale_gate(rules, user)
        or _history_gate(rules, user)
        or _consent_gate(rules, project, user)
        or _guidelines_gate(project, membership)
        or _practice_gate(rules, project, user, stage)
        or _test_gate(rules, project, user, stage)
    )


def _locale_gate(rules: EntryRules, user: User) -> Gate | None:
    if rules.admits_locale(user.locale):
        return None
    return Gate.of(
        Message("other_languages_asked", locales=list(rules.locales)),
        reason="locale",
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
    if any(rules.admits_history(*record) for record in known):
        return None
    return Gate.of(
        Message("history_needed", asked=_history_asked(rules), had=_history_had(approved, rate)),
        reason="history",
        data={
            "approved": approved,
            "approval_rate": rate,
            "min_approved": rules.min_approved,
            "min_approval_rate": rules.min_approval_rate,
        },
    )


def _history_asked(rules: EntryRules) -> list[Message]:
    parts = []
    if rules.min_approved:
        parts.append(Message("approved_answers_asked", count=rules.min_approved))
    if rules.min_approval_rate:
        parts.append(Message("approved_share_asked", share=round(100 * rules.min_approval_rate, 1)))
    return parts


def _history_had(approved: int, rate: float | None) -> Message:
    if rate is None:
        return Message("no_history_here")
    return Message("history_here", count=approved, share=round(100 * rate, 1))


def history_here(user: User) -> tuple[int, float | None]:
    """How many of a person's assignments leads approved, and their share of those judged."""
    verdicts = Assignment.Verdict
    counts = Assignment.objects.filter(annotator=user).aggregate(
        approved=Count("id", filter=Q(verdict=verdicts.APPROVED)),
        rejected=Count("id", filter=Q(verdict=verdicts.REJECTED)),
    )
    judged = counts["approved"] + counts["rejected"]
    return counts["approved"], counts["approved"] / judged if judged else None


def current_consent(project: Project) -> ConsentText | None:
    return ConsentText.objects.filter(project=project).order_by("-version").first()


def has_agreed(user: User, text: ConsentText) -> bool:
    return Agreement.objects.filter(text=text, user=user).exists()


def _consent_gate(rules: EntryRules, project: Project, user: User) -> Gate | None:
    text = current_consent(project) if rules.consent_required else None
    if text is None or has_agreed(user, text):
        return None
    return Gate.of(Message("consent_needed"), reason="consent", data={"version": text.version})


def _guidelines_gate(project: Project, membership: Membership) -> Gate | None:
    read, needed = membership.guidelines_read, project.version_to_read
    if read >= needed:
        return None
    message = Message("guidelines_changed" if read else "guidelines_needed")
    return Gate.of(message, reason="guidelines", data={"version": needed})


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


def size_of_round(rules: EntryRules, project: Project, stage: StageSpec, purpose: str) -> int:
    """How many tasks practice or a test has; 0 where none is asked for, or nothing known."""
    asked = rules.practice if purpose == Attempt.Purpose.PRACTICE else rules.test
    return size_of(project, stage, purpose, asked.size) if asked.enabled else 0


def _practice_gate(
    rules: EntryRules, project: Project, user: User, stage: StageSpec
) -> Gate | None:
    size = size_of_round(rules, project, stage, "practice")
    if not size or practice_done(project, user, stage):
        return None
    return Gate.of(
        Message("practice_needed", stage=stage.title),
        reason="practice",
        data={"stage": stage.key, "size": size},
    )


def standing(rules: EntryRules, project: Project, user: User, stage: StageSpec) -> TestStanding:
    """Where a person is with the test of a stage."""
    tests = _attempts(project, user, stage, Attempt.Purpose.TEST)
    return stand(rules.test, _finished(tests), clock.now())


def _finished(attempts: Iterable[Attempt]) -> list[Finished]:
    return [
        Finished(at=attempt.finished_at, score=attempt.score or 0.0, passed=attempt.passed)
        for attempt in attempts
        if attempt.finished_at is not None
    ]


def _test_gate(rules: EntryRules, project: Project, user: User, stage: StageSpec) -> Gate | None:
    size = size_of_round(rules, project, stage, "test")
    if not size:
        return None
    where = standing(rules, project, user, stage)
    if where.passed:
        return None
    data = {
        "stage": stage.key,
        "size": size,
        "pass_mark": rules.test.pass_mark,
        "attempts_left": where.attempts_left,
        "retry_at": where.retry_at.isoformat() if where.retry_at else None,
    }
    if where.may_start:
        message = Message("test_needed", stage=stage.title, share=rules.test.pass_mark)
        return Gate.of(message, reason="test", data=data)
    may_try_again = where.attempts_left > 0
    message = Message("test_failed" if may_try_again else "test_failed_for_good")
    return Gate.of(message, reason="test_failed", data=data)


def gates_of(
    project: Project, user: User, stages: Iterable[StageSpec]
) -> list[tuple[StageSpec, Gate | None]]:
    """What keeps a person from each of these stages; whoever is no member is kept from none.

    Nor is anything asked before a stage that asks for teams they are not in.
    """
    membership = _membership(project, user)
    if membership is None:
        return [(stage, None) for stage in stages]
    return [
        (stage, gate(membership, user, stage) if stage.is_for(membership.teams) else None)
        for stage in stages
    ]


def _membership(project: Project, user: User) -> Membership | None:
    return Membership.objects.select_related("project").filter(project=project, user=user).first()


def mine(project: Project, user: User) -> schemas.MyQualification:
    gates = gates_of(project, user, project.recipe.asked_stages)
    stage, kept_by = next((pair for pair in gates if pair[1] is not None), gates[0])
    rules = rules_of(project)
    return schemas.MyQualification(
        gate=kept_by,
        consent=_my_consent(rules, project, user),
        guidelines=_my_guidelines(project, user),
        practice=_my_practice(rules, project, user, stage),
        test=_my_test(rules, project, user, stage),
    )


def _my_consent(rules: EntryRules, project: Project, user: User) -> schemas.MyConsent | None:
    text = current_consent(project) if rules.consent_required else None
    if text is None:
        return None
    return schemas.MyConsent(version=text.version, body=text.body, agreed=has_agreed(user, text))


def _my_guidelines(project: Project, user: User) -> schemas.MyGuidelines | None:
    membership = _membership(project, user)
    if membership is None or not project.version_to_read:
        return None
    newest = guideline(project, project.version_to_read)
    read = membership.guidelines_read >= newest.version
    return schemas.MyGuidelines(version=newest.version, body=newest.body, read=read)


def _my_practice(
    rules: EntryRules, project: Project, user: User, stage: StageSpec
) -> schemas.MyPractice | None:
    size = size_of_round(rules, project, stage, "practice")
    if not size:
        return None
    return schemas.MyPractice(size=size, done=practice_done(project, user, stage))


def _my_test(
    rules: EntryRules, project: Project, user: User, stage: StageSpec
) -> schemas.MyTest | None:
    size = size_of_round(rules, project, stage, "test")
    if not size:
        return None
    where = standing(rules, project, user, stage)
    return schemas.MyTest.from_row(where, enabled=True, size=size, pass_mark=rules.test.pass_mark)


def people(project: Project) -> list[schemas.QualifiedPerson]:
    """How far each annotator of the project has come; at most a thousand, newest first."""
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR)
    members = members.select_related("user").order_by("-joined_at")[:MAX_PEOPLE]
    agreements = Agreement.objects.filter(text__project=project).select_related("text")
    newest = {agreement.user_id: agreement for agreement in agreements.order_by("pk")}
    attempts: dict[int, list[Attempt]] = defaultdict(list)
    finished = Attempt.objects.filter(project=project, finished_at__isnull=False, reset_at=None)
    for attempt in finished.order_by("finished_at", "pk"):
        attempts[attempt.user_id].append(attempt)
    rules = rules_of(project)
    return [
        _person(rules, member.user, newest.get(member.user_id), attempts[member.user_id])
        for member in members
    ]


def _person(
    rules: EntryRules, user: User, agreed: Agreement | None, attempts: list[Attempt]
) -> schemas.QualifiedPerson:
    practice = [row for row in attempts if row.purpose == Attempt.Purpose.PRACTICE]
    tests = [row for row in attempts if row.purpose == Attempt.Purpose.TEST]
    by_stage: dict[str, list[Attempt]] = defaultdict(list)
    for row in tests:
        by_stage[row.stage_key].append(row)
    where = [stand(rules.test, _finished(rows), clock.now()) for rows in by_stage.values()]
    ends = [row.expires_at for row in where if row.passed and row.expires_at is not None]
    return schemas.QualifiedPerson(
        user=Person.of(user),
        consent=schemas.Agreed(version=agreed.text.version, at=agreed.at) if agreed else None,
        practice=schemas.Practised(
            done=bool(practice), at=practice[-1].finished_at if practice else None
        ),
        test=schemas.Tested(
            attempts=len(tests),
            score=tests[-1].score if tests else None,
            # Each stage has a test of its own: here they count together.
            passed=bool(where) and all(row.passed for row in where),
            at=tests[-1].finished_at if tests else None,
            expires_at=min(ends, default=None),
        ),
    )


def consent_versions(project: Project) -> QuerySet[ConsentText]:
    """Every version of what people agree to, newest first, with how many agreed."""
    texts: QuerySet[ConsentText] = ConsentText.objects.filter(project=project)
    return texts.annotate(agreed=Count("agreements")).order_by("-version")


def feedback_of(hit: Hit) -> HitFeedback:
    stage = hit.project.recipe.stage(hit.stage_key)
    if hit.purpose == Purpose.WORK:
        return HitFeedback(purpose="work", stage=StageOfWork.of(stage))
    attempt = Attempt.objects.filter(hit=hit).first()
    if hit.state != Hit.State.SUBMITTED or attempt is None:
        raise errors.Conflict(Message("not_submitted"))
    if attempt.purpose == Attempt.Purpose.PRACTICE:
        return HitFeedback(
            purpose="practice",
            stage=StageOfWork.of(stage),
            items=_items(hit),
            score=attempt.score,
        )
    rules = qualification.rules_of(hit.project)
    standing = qualification.standing(rules, hit.project, hit.annotator, stage)
    return HitFeedback(
        purpose="test",
        stage=StageOfWork.of(stage),
        score=attempt.score,
        pass_mark=attempt.pass_mark,
        passed=attempt.passed,
        attempts_left=standing.attempts_left,
        retry_at=standing.retry_at,
    )


def _items(hit: Hit) -> list[ItemFeedback]:
    submitted = list(
        hit.assignments.filter(state=Assignment.State.SUBMITTED)
        .select_related("task", "answer")
        .order_by("position")
    )
    results: dict[int, list[GoldResult]] = defaultdict(list)
    for result in GoldResult.objects.filter(assignment__hit=hit).order_by("pk"):
        results[result.assignment_id].append(result)
    items = items_behind(submitted)
    return [
        ItemFeedback(
            **dict(practice_checked(row.pk, known_item(row, items), results[row.pk])),
            mine=row.answer.value if row.answer else None,
        )
        for row in submitted
    ]
