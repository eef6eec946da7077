"""A caption project and its people, said briefly: five captions per image, one spammer."""

import re
from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

from annotate.core import clock
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.quality.models import Flag
from annotate.workflow.models import Annotation, Assignment, Batch, Hit, Sample, Task
from tests.conftest import add_samples
from tests.workflow.acts import use_recipe

CANNED = "Quality issues are too severe to recognize visual content."
STAGE = "caption"
_WORDS = re.findall(
    r"\w+",
    "red blue tall small wooden round kite dog lamp table river boat window garden letter street "
    "above below beside behind near with under over along across bright dark old empty narrow wide "
    "child woman man horse bird tree bridge tower shelf bottle jacket spoon clock ladder basket "
    "holds carries watches crosses leaves paints opens pushes lifts washes counts finds sells",
)


def sentence(*seed: object) -> str:
    """Return twelve words that depend on the seed: no two sentences are nearly the same."""
    return " ".join(Random(str(seed)).sample(_WORDS, 12)).capitalize() + "."


def caption_recipe(project: Project, people: int = 5, **settings: Any) -> None:
    """Ask for one caption per image from so many people."""
    use_recipe(
        project,
        {
            "key": STAGE,
            "title": "Captions",
            "kind": "caption.v1",
            "mode": "parallel",
            "rounds": people,
            "settings": settings,
        },
    )


def crew(project: Project, number: int) -> list[User]:
    """Make so many new annotators of the project."""
    start = User.objects.count()
    made = [User.objects.create(username=f"worker{start + at}") for at in range(number)]
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=Role.ANNOTATOR) for user in made
    )
    return made


def captioned(text: str, **changes: Any) -> dict[str, Any]:
    """A caption answer: no text in the image, nothing wrong with it."""
    plain = {
        "text": text,
        "canned": text == CANNED,
        "text_detected": False,
        "quality_issues": ["none"],
        "quality_other": "",
    }
    return plain | changes


def give(
    sample: Sample,
    user: User,
    answer: dict[str, Any],
    *,
    seconds: float = 60,
    stage: str = STAGE,
    about: Annotation | None = None,
    purpose: str = "work",
    hit: Hit | None = None,
    edits: int | None = None,
) -> Assignment:
    """Put one submitted answer into the database, whatever rules of the kind it breaks.

    Imported answers break rules that the submission of new ones would refuse.
    """
    at = clock.now()
    group = sample.project.recipe.exclusion_group(stage)
    task = Task.objects.filter(
        sample=sample, stage_key=stage, about=about, state=Task.State.OPEN
    ).order_by("index")[0]
    Task.objects.filter(pk=task.pk).update(state=Task.State.DONE)
    annotation = Annotation.objects.create(
        project=sample.project,
        sample=sample,
        stage_key=stage,
        index=task.index,
        kind=sample.project.recipe.stage(stage).kind,
        origin=Annotation.Origin.PERSON,
        purpose=purpose,
        about=about,
        author=user,
        value=answer,
        measures={"from_base": None if edits is None else {"edit_distance": edits}},
        active_seconds=seconds,
        created_at=at,
    )
    return Assignment.objects.create(
        project=sample.project,
        task=task,
        sample=sample,
        annotator=user,
        exclusion_group=group,
        hit=hit,
        state=Assignment.State.SUBMITTED,
        answer=annotation,
        active_seconds=seconds,
        submit_key=uuid4(),
        lease_expires_at=at,
        started_at=at - timedelta(seconds=2 * seconds),
        ended_at=at,
    )


def answer_all(
    samples: Iterable[Sample], users: Iterable[User], *, seconds: float = 60
) -> list[Assignment]:
    """Give each sample a plain caption by each of these people, at much the same pace."""
    made = []
    for sample in samples:
        for place, user in enumerate(users):
            answer = captioned(sentence(sample.pk, user.pk))
            made.append(give(sample, user, answer, seconds=seconds + place))
    return made


def new_samples(project: Project, number: int) -> list[Sample]:
    """Open so many samples of the project."""
    return add_samples(project, number)


def batched(project: Project) -> Batch:
    """Put all samples of a project into one batch, whatever their state."""
    batch = Batch.objects.create(project=project, number=1, created_by=project.created_by)
    Sample.objects.filter(project=project).update(batch=batch)
    return batch


def codes_of(assignment: Assignment, *states: str) -> set[str]:
    """Return the codes of an answer's flags, the open ones unless told otherwise."""
    rows = Flag.objects.filter(assignment=assignment, state__in=states or ["open"])
    return set(rows.values_list("code", flat=True))


def flag_of(assignment: Assignment, code: str) -> Flag:
    """Return the one flag of this code."""
    return Flag.objects.get(assignment=assignment, code=code)


def hit_of(project: Project, user: User, *, seconds: float) -> Hit:
    """Make a submitted HIT that took so long from start to end."""
    at = clock.now()
    return Hit.objects.create(
        project=project,
        stage_key=STAGE,
        annotator=user,
        state=Hit.State.SUBMITTED,
        deadline=at,
        started_at=at - timedelta(seconds=seconds),
        ended_at=at,
    )
