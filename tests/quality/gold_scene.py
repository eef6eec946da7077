"""A project of captions in HITs, with gold beside the work, said briefly."""

from collections.abc import Collection
from typing import Any

from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.quality.entry import EntryRules
from annotate.quality.models import GoldItem
from annotate.quality.services import gold, qualification
from annotate.workflow.models import Hit, Sample, Task
from annotate.workflow.schemas.work import HitAnswer
from tests.conftest import add_samples, client_of
from tests.quality.scene import captioned, sentence
from tests.workflow.acts import use_recipe
from tests.workflow.hit_acts import MINUTES, ONE_CRITERION, in_hit, submit_hit

STAGE = "caption"
HAS_TEXT = {"text_detected": True}


def caption_hits(project: Project, *, size: int = 3, gold_rate: float = 0.0, **more: Any) -> None:
    """Ask for one caption per image, in HITs."""
    use_recipe(project, caption_stage(size=size, gold_rate=gold_rate, **more))


def caption_stage(*, size: int = 3, **more: Any) -> dict[str, Any]:
    plain = {
        "key": STAGE,
        "title": "Captions",
        "kind": "caption.v1",
        "mode": "parallel",
        "rounds": 1,
        "hit": {"size": size, "minutes": MINUTES},
    }
    return plain | more


def captions_and_votes(project: Project, **more: Any) -> None:
    """Ask for one caption per image and one vote on each."""
    vote = {
        "key": "vote",
        "title": "Votes",
        "kind": "vote.v1",
        "mode": "parallel",
        "about": STAGE,
        "settings": ONE_CRITERION,
        "hit": {"size": 2, "minutes": MINUTES},
    }
    use_recipe(project, caption_stage(), vote | more)


def done_samples(project: Project, number: int) -> list[Sample]:
    """Samples on which all work is done, as those of gold mostly are."""
    samples = add_samples(project, number)
    keys = [each.pk for each in samples]
    Task.objects.filter(sample__in=keys).update(state="cancelled")
    Sample.objects.filter(pk__in=keys).update(state="done")
    return samples


def put_gold(
    project: Project,
    actor: User,
    number: int = 1,
    *,
    uses: Collection[str] = ("mixed",),
    expected: dict[str, Any] | None = None,
    note: str = "",
) -> list[GoldItem]:
    """Make new images gold: there is text in each of them, unless told otherwise."""
    return [
        gold.add_item(
            project=project,
            actor=actor,
            stage=project.recipe.stage(STAGE),
            sample=sample,
            expected=expected or HAS_TEXT,
            uses=uses,
            note=note,
        )
        for sample in done_samples(project, number)
    ]


def says(*, text: bool, key: object = "") -> dict[str, Any]:
    """A caption that says whether there is text in the image."""
    return captioned(sentence("gold", key), text_detected=text)


def answers(hit: Hit, *, right: int | None = None) -> list[HitAnswer]:
    """Say of the first `right` tasks that there is text, of the others that there is none."""
    live = [each for each in in_hit(hit) if each.state in ("live", "expired")]
    wanted = len(live) if right is None else right
    return [
        HitAnswer(assignment=each.pk, answer=says(text=place < wanted, key=each.pk))
        for place, each in enumerate(live)
    ]


def do(hit: Hit, *, right: int | None = None) -> Hit:
    """Submit a HIT of which so many answers are right, or all."""
    submit_hit(hit, answers(hit, right=right))
    hit.refresh_from_db()
    return hit


def purposes(hit: Hit) -> list[str]:
    """Return what each task of a HIT is given for, in their order."""
    return [each.task.purpose for each in in_hit(hit)]


def ask(project: Project, actor: User, **rules: Any) -> EntryRules:
    """Set the conditions of entry."""
    wanted = EntryRules.model_validate(rules)
    return qualification.set_rules(project=project, rules=wanted, actor=actor)


def newcomer(project: Project, name: str = "nora", **values: Any) -> User:
    """Make somebody who has just joined."""
    user = User.objects.create(username=name, **values)
    Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    return user


def shape(value: Any) -> Any:
    """Return the keys and the types of a JSON value, without what the values are."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value).__name__


def post(project: Project, user: User, what: str, **body: Any) -> Any:
    return client_of(user).post(f"/api/v1/projects/{project.pk}/{what}", body, format="json")


def begin(project: Project, user: User, what: str) -> Hit:
    answered = post(project, user, what)
    assert answered.status_code == 200, answered.json()
    return Hit.objects.select_related("project").get(pk=answered.json()["id"])


def code(answered: Any) -> tuple[int, str]:
    return answered.status_code, answered.json()["error"]["code"]


def feedback(hit: Hit) -> Any:
    return client_of(hit.annotator).get(f"/api/v1/hits/{hit.pk}/feedback").json()


def me(project: Project, user: User) -> Any:
    return client_of(user).get(f"/api/v1/projects/{project.pk}/qualification/me").json()


def reason(project: Project, user: User) -> str | None:
    gate = me(project, user)["gate"]
    return gate["reason"] if gate else None
