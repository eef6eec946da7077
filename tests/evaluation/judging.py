"""People judge in a study: what they think of an item, whichever way round it is shown to them."""

from collections.abc import Callable, Mapping
from typing import Any

from annotate.evaluation.models import Study, StudyItem
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Clock
from tests.evaluation.texts_scene import shown_sources
from tests.workflow.acts import claim, fresh, submit

# Returns what somebody thinks of an item by metric: below 0 for the first source.
Opinion = Callable[[StudyItem], Mapping[str, int]]


def address(study: Study) -> str:
    return f"/api/v1/projects/{study.project_id}/studies/{study.pk}"


def work_of(study: Study) -> Project:
    assert study.work is not None
    return study.work


def judge(
    study: Study, rater: User, opinion: Opinion, *, time: Clock | None = None, times: int = 0
) -> list[Assignment]:
    """Judge everything there is for one person (or so many); return the submissions."""
    number = times or StudyItem.objects.filter(study=study).count()
    return [_judge_one(study, rater, opinion, time) for _ in range(number)]


def _judge_one(study: Study, rater: User, opinion: Opinion, time: Clock | None) -> Assignment:
    held = claim(work_of(study), rater, "rating")
    item = StudyItem.objects.get(study=study, presentation=held.task.about_id)
    thought = opinion(item)
    sign = -1 if shown_sources(study, held) == [1, 0] else 1
    scores: dict[str, Any] = {
        metric: {"score": sign * score, "justification": f"It reads so: {score}."}
        for metric, score in thought.items()
    }
    seconds = 0.0
    if time is not None:
        seconds = 60.0 + 10 * max(thought.values())
        time.forward(seconds=seconds)
    submit(held, {"scores": scores}, seconds=seconds)
    return fresh(held)
