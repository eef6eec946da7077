"""Annotators of a campaign: they claim, save a draft and hand in, each until it is acknowledged."""

import random
import uuid
from collections.abc import Sequence
from typing import Any

from tests.campaign.asking import Person
from tests.campaign.reckoning import essence

# Of the seconds that an answer takes somebody, those before anything is typed.
LOOKING = 0.45
NOTHING_TO_DO = 3.0
OFTEN = 4  # one task of so many has its draft saved and its picture looked at once more
_WORDS = "A red kite with a long tail flies over the wide green field"


def answer_to(given: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an answer of the kind that is asked for, to be known again by its key where it can."""
    kind, words = given["stage"]["kind"], key.replace("-", " ")
    if kind == "objects.v1":
        box = {"x": 10, "y": 10, "width": 12, "height": 6}
        thing = {"id": "a", "label": "kite", "box": box, "derived_from": []}
        return {"objects": [thing | {"description": f"{_WORDS} {words}."}]}
    if kind == "caption.v1":
        return {"text": f"{_WORDS} {words}."}
    if kind == "vote.v1":
        criteria = given["stage"]["settings"]["criteria"]
        return {"votes": {each["key"]: True for each in criteria}}
    if kind == "ranking.v1":
        number = len(given["about"]["answer"]["texts"])
        return {"ranks": list(range(1, number + 1)), "justification": f"The first: {words}."}
    return {"text": f"{given['start'].get('text', '')} {_WORDS} {words}.".strip()}


async def annotate(
    person: Person, projects: Sequence[int], chance: random.Random, pace: float
) -> None:
    """Work in one project after another until the campaign is over.

    Args:
        pace: seconds from a task to its answer, on average; each is drawn between half and half as
            much again.
    """
    await person.rest(chance.uniform(0, pace))
    while not person.over.is_set():
        project = chance.choice(projects)
        status, body = await person.insist("claim", "POST", f"projects/{project}/claim", json={})
        given = body.get("assignment") if status == 200 else None
        if given is None:
            await person.rest(NOTHING_TO_DO)
            continue
        await _do(person, given, chance, pace * chance.uniform(0.5, 1.5))


async def _do(person: Person, given: dict[str, Any], chance: random.Random, seconds: float) -> None:
    await person.rest(LOOKING * seconds)
    key = str(uuid.uuid4())
    answer, work = answer_to(given, key), f"assignments/{given['id']}"
    if chance.randrange(OFTEN) == 0:
        sent = {"version": given["draft_version"], "answer": answer, "active_seconds": 1}
        await person.insist("draft", "PUT", f"{work}/draft", json=sent)
    await person.rest((1 - LOOKING) * seconds)
    sent = {"key": key, "answer": answer, "active_seconds": 2}
    status, body = await person.insist("submit", "POST", f"{work}/submit", json=sent)
    if status == 200:
        person.ledger.acknowledged[key] = essence(given["stage"]["kind"], answer)
        person.ledger.repeated[key] += bool(body["repeated"])
