"""SIMULATED work: whoever has a task writes what was prepared for it. No time is of a person.

How long a task takes is a model with round numbers: looking, reading a word, writing a word,
setting a box, give or take a fifth by a seed.
"""

import random
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Min

from annotate.analysis.overlap import edit_distance
from annotate.analysis.tokens import words
from annotate.config.demo.photos import PreparedObject, PreparedPhoto, photos
from annotate.core.clock import Simulated
from annotate.evaluation.models import Study, StudyItem
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Purpose, Task
from annotate.workflow.selectors.annotations import annotations_of, standing
from annotate.workflow.shown_ids import shown_id

OBJECTS, DESCRIPTION, RATING = "objects", "description", "rating"
# What the spammer hands in about everything.
SPAM = (
    "A very nice picture with beautiful colors and a good view, it is really worth looking at it."
)
SPAM_SECONDS = 8.0
SCRATCH = "The text says nothing about this image."

LOOK, READ, WRITE, BOX, BREAK = 15.0, 0.3, 1.6, 20.0, 150.0

Json = dict[str, Any]


def work(
    project: Project,
    time: Simulated,
    people: Sequence[User],
    *,
    stage: str,
    most: int = 1_000,
    until_round: int = 0,
) -> None:
    """Let people take turns.

    Args:
        most: how many tasks they do, unless nothing is left for them before.
        until_round: they stop where this is the earliest round that is still to be done.
    """
    done, waiting = 0, list(people)
    while waiting and done < most and not 0 < until_round <= _earliest_round(project, stage):
        user = waiting.pop(0)
        held = services.claim(project=project, annotator=user, stage_key=stage).assignment
        if held is None:
            continue
        _hand_in(held, time)
        done += 1
        waiting.append(user)


def _earliest_round(project: Project, stage: str) -> int:
    """The lowest round of which a task is open; 0 where none is."""
    waiting = Task.objects.filter(
        project=project, stage_key=stage, state=Task.State.OPEN, purpose=Purpose.WORK
    )
    return waiting.aggregate(lowest=Min("index"))["lowest"] or 0


def spam(project: Project, time: Simulated, user: User, *, tasks: int) -> None:
    """Hand in the same sentence about whatever comes, within seconds."""
    for _ in range(tasks):
        held = services.claim(project=project, annotator=user, stage_key=DESCRIPTION).assignment
        if held is not None:
            time.forward(SPAM_SECONDS + 3)
            _submit(held, {"text": SPAM}, SPAM_SECONDS)


def judge(project: Project, time: Simulated, study: Study, raters: Sequence[User]) -> None:
    """Let each rater compare all there is; the n-th one's opinions are the n-th prepared."""
    for place, rater in enumerate(raters):
        while True:
            held = services.claim(project=project, annotator=rater, stage_key=RATING).assignment
            if held is None:
                break
            item = StudyItem.objects.get(study=study, presentation=held.task.about_id)
            seconds = _about(95.0, f"{item.image_name} {place}")
            time.forward(seconds + 20)
            _submit(held, _opinion(photos()[item.image_name], place, held), seconds)


def _opinion(photo: PreparedPhoto, place: int, held: Assignment) -> Json:
    """What a rater says, the right way round for how the two texts were shown to them."""
    rating = photo.ratings[place]
    texts = held.task.about.value["texts"] if held.task.about else []
    *_, right = [texts[position] for position in held.arrangement or range(len(texts))]
    sign = 1 if right in photo.rounds else -1
    reasons: Mapping[str, str] = {
        "comprehensiveness": rating.comprehensiveness,
        "hallucination": rating.hallucination,
    }
    scores = {
        metric: {"score": sign * score, "justification": reasons.get(metric, "")}
        for metric, score in rating.scores.items()
    }
    return {"scores": scores}


def _hand_in(held: Assignment, time: Simulated) -> None:
    photo = photos()[held.sample.image.name]
    base = held.base.value if held.base else {}
    answer: Json
    scratch = ""
    if held.task.stage_key == OBJECTS:
        answer = {"objects": _objects(photo, held)}
        seconds = LOOK + BOX * len(photo.objects)
        seconds += WRITE * sum(len(words(each.description)) for each in photo.objects)
    else:
        text = photo.rounds[_rounds_that_stand(held)]
        answer, seconds = {"text": text}, _writing(base.get("text", ""), text)
        scratch = SCRATCH if base.get("text") == SPAM else ""
    seconds = _about(seconds, f"{photo.photo} {held.task.stage_key} {held.task.index}")
    time.forward(seconds)
    _submit(held, answer, seconds, scratch)
    time.forward(_about(BREAK, f"break {photo.photo} {held.task.index}"))


def _rounds_that_stand(held: Assignment) -> int:
    """How many people have gone on from one another so far; what was rejected is none of them."""
    stage = DESCRIPTION
    known = [each for each in annotations_of(held.sample_id) if each.stage_key == stage]
    return sum(each.index > 0 and each.value["text"] != SPAM for each in standing(known))


def _writing(before: str, after: str) -> float:
    """Reading what is there, then changing it word by word."""
    old, new = words(before), words(after)
    return LOOK + READ * (len(old) + len(new)) + WRITE * min(edit_distance(old, new), len(new))


def _objects(photo: PreparedPhoto, held: Assignment) -> list[Json]:
    """The objects as people leave them, each with what of the seed it was made of."""
    shown = [each["id"] for each in held.base.value["objects"]] if held.base else []
    return [
        {
            "id": uuid.uuid5(uuid.NAMESPACE_OID, f"{held.pk} {place}").hex[:12],
            "label": each.label,
            "box": _sides(each),
            "description": each.description,
            "derived_from": [shown_id(held.ids_key, shown[parent]) for parent in each.parents],
        }
        for place, each in enumerate(photo.objects)
    ]


def _sides(each: PreparedObject) -> Json:
    return dict(zip(("x", "y", "width", "height"), each.box, strict=True))


def _submit(held: Assignment, answer: Json, seconds: float, scratch: str = "") -> None:
    services.submit(
        assignment=held,
        key=uuid.uuid5(uuid.NAMESPACE_OID, f"assignment {held.pk}"),
        answer=answer,
        active_seconds=seconds,
        scratch_reason=scratch,
    )


def _about(seconds: float, seed: str) -> float:
    """Give or take a fifth, the same for the same seed."""
    return round(seconds * random.Random(seed).uniform(0.8, 1.2), 1)  # noqa: S311 - no secret
