"""What people do with HITs in tests, and a project that gives its work in them."""

import uuid
from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Hit
from annotate.workflow.schemas.work import HitAnswer
from tests.workflow.acts import use_recipe

SIZE = 3
MINUTES = 20
YES: dict[str, Any] = {"votes": {"good": True}, "comment": ""}
NO: dict[str, Any] = {"votes": {"good": False}, "comment": ""}
ONE_CRITERION = {"criteria": [{"key": "good", "title": "Is it good?"}]}


def give_hits(project: Project, *, rounds: int = 2, size: int = SIZE, **more: Any) -> None:
    """Let a project collect so many texts per image, in HITs."""
    hit = {"size": size, "minutes": MINUTES}
    stage = {"key": "text", "mode": "parallel", "rounds": rounds, "hit": hit}
    use_recipe(project, stage | more)


def give_votes(project: Project, *, texts: int = 2, votes: int = 3, **more: Any) -> None:
    """Let a project collect texts and have each of them judged."""
    use_recipe(
        project,
        {"key": "text", "mode": "parallel", "rounds": texts},
        {
            "key": "vote",
            "kind": "vote.v1",
            "mode": "parallel",
            "rounds": votes,
            "about": "text",
            "settings": ONE_CRITERION,
            **more,
        },
    )


def claim_hit(project: Project, user: User, stage: str | None = None) -> Hit:
    claimed = services.claim(project=project, annotator=user, stage_key=stage)
    assert claimed.hit is not None, f"{user} got no HIT: {claimed.reason}"
    return claimed.hit


def in_hit(hit: Hit) -> list[Assignment]:
    """Return the assignments of a HIT in their order, as they are now."""
    found = Assignment.objects.filter(hit=hit).select_related("project", "task", "sample__image")
    return list(found.order_by("position"))


def answers_to(hit: Hit, answer: dict[str, Any] | None = None) -> list[HitAnswer]:
    """Answer each task that is still held, with words of its own unless told otherwise."""
    return [
        HitAnswer(assignment=each.pk, answer=answer or {"text": f"Text number {each.pk}."})
        for each in in_hit(hit)
        if each.state not in ("skipped", "released")
    ]


def submit_hit(
    hit: Hit,
    answers: list[HitAnswer] | None = None,
    *,
    key: uuid.UUID | None = None,
) -> services.SubmittedHit:
    return services.submit_hit(
        hit=Hit.objects.select_related("project").get(pk=hit.pk),
        key=key or uuid.uuid4(),
        answers=answers_to(hit) if answers is None else answers,
    )


def work_hit(project: Project, user: User, answer: dict[str, Any] | None = None) -> Hit:
    """Claim the next HIT and submit it."""
    hit = claim_hit(project, user)
    submit_hit(hit, answers_to(hit, answer))
    hit.refresh_from_db()
    return hit
