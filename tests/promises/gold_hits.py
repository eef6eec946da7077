"""A project of votes with gold among them, worked through with every byte written down."""

import random
import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.services import gold
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Clock, client_of
from tests.promises.guessing import Row, features
from tests.promises.test_03_blindness import finish, people_of, samples_of, text_of
from tests.workflow.acts import use_recipe
from tests.workflow.hit_acts import MINUTES, ONE_CRITERION, YES

SIZE, RATE = 10, 0.3
# Each text is met some six times, gold or not. Were they of many lengths, how long the few that
# are gold happen to be would be learned from the repetitions, though no reader could guess it.
LENGTH = 40


@dataclass
class Told:
    """What people were told of each task of a HIT, and which were gold."""

    rows: list[Row] = field(default_factory=list)
    golden: list[bool] = field(default_factory=list)
    hits: list[int] = field(default_factory=list)


def votes_to_give(project: Project, time: Clock, images: int, **vote: Any) -> list[Sample]:
    """Images with four texts each, every one of which waits for votes."""
    stage = {
        "key": "vote",
        "kind": "vote.v1",
        "mode": "parallel",
        "rounds": 20,
        "about": "text",
        "settings": ONE_CRITERION,
        "hit": {"size": SIZE, "minutes": MINUTES},
        "gold_rate": RATE,
        **vote,
    }
    use_recipe(project, {"key": "text", "mode": "parallel", "rounds": 4}, stage)
    samples = samples_of(project, images)
    services.open_samples(project=project, samples=samples)
    chance = random.Random(7)
    for writer in people_of(project, 4, "writer"):
        texts = [(sample, {"text": text_of(chance)[: LENGTH - 1] + "."}) for sample in samples]
        finish(project, writer, time, "text", texts)
    return samples


def mark_gold(project: Project, actor: User, samples: list[Sample]) -> None:
    """One answer of each of these images is known to be good."""
    chance = random.Random(2)
    for sample in samples:
        texts = Annotation.objects.filter(sample=sample, stage_key="text").order_by("pk")
        gold.mark_answer(
            project=project,
            actor=actor,
            stage_key="vote",
            annotation_id=chance.choice(list(texts)).pk,
            expected={"votes.good": True},
        )


class Reader:
    """Somebody who reads every byte, HIT after HIT."""

    def __init__(self, project: Project, user: User, time: Clock, chance: random.Random) -> None:
        self.project, self.user, self.time, self.chance = project, user, time, chance
        self.client = client_of(user)
        self.number = 0
        self.met: dict[int, list[int]] = defaultdict(list)

    def hit(self, told: Told, *, closely: bool) -> None:
        """Claim a HIT, look at everything of every task, and hand it in."""
        self.time.forward(seconds=self.chance.randint(20, 300))
        path = f"/api/v1/projects/{self.project.pk}/claim"
        hit = self.client.post(path, {}, format="json").json()["hit"]
        self.number += 1
        rows: list[Row] = self._beside(hit["assignments"])
        for row, held in zip(rows, hit["assignments"], strict=True):
            row |= features("hit", held, self.time.at)
            if closely:
                self._look(row, held)
        answers = [
            {"assignment": held["id"], "answer": YES, "active_seconds": 3}
            for held in hit["assignments"]
        ]
        key = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        body = {"key": key, "answers": answers}
        done = self.client.post(f"/api/v1/hits/{hit['id']}/submit", body, format="json")
        assert done.status_code == 200, done.content
        for row, held in zip(rows, hit["assignments"], strict=True):
            if closely:
                self._note(row, "history", self.client.get(f"/api/v1/history/{held['id']}"))
            self.met[held["image"]["id"]].append(self.number)
        ids = [held["id"] for held in hit["assignments"]]
        known = Assignment.objects.filter(pk__in=ids, task__purpose="gold")
        gold_ids = set(known.values_list("pk", flat=True))
        told.rows += rows
        told.golden += [pk in gold_ids for pk in ids]
        told.hits += [hit["id"]] * len(ids)

    def _beside(self, tasks: list[Any]) -> list[Row]:
        """What can be read off the tasks of one HIT together: places, neighbours, repetitions."""
        images = [held["image"]["id"] for held in tasks]
        times = Counter(images)
        rows: list[Row] = []
        for place, held in enumerate(tasks):
            image = images[place]
            around = images[max(place - 1, 0) : place] + images[place + 1 : place + 2]
            text = held["about"]["answer"]["text"]
            row: Row = {
                "place": float(place),
                "place from the end": float(len(tasks) - place),
                "tasks on the image": float(times[image]),
                "image is a neighbour's": float(image in around),
                "size of the HIT": float(len(tasks)),
                "number of the HIT": float(self.number),
                "times met": float(len(self.met[image])),
                "met last": float(self.number - max(self.met[image], default=0)),
                "rank of its id": float(sum(other["id"] < held["id"] for other in tasks)),
                "rank of its image": float(sum(other < image for other in images)),
                "length of the text": float(len(text)),
            }
            row["rises"] = float(place > 0 and images[place - 1] < image)
            others = [abs(other - image) for other in images if other != image]
            row["nearest image"] = float(min(others, default=0))
            rows.append(row)
        return rows

    def _look(self, row: Row, held: Any) -> None:
        one = f"/api/v1/assignments/{held['id']}"
        self._note(row, "assignment", self.client.get(one))
        self._note(row, "image", self.client.get(f"/api/v1/images/{held['image']['id']}"))
        self._note(row, "pixels", self.client.get(held["image"]["urls"]["thumb"]))
        draft = {"version": 0, "answer": YES, "active_seconds": 1}
        self._note(row, "draft", self.client.put(f"{one}/draft", draft, format="json"))

    def _note(self, row: Row, name: str, answer: Any) -> None:
        assert answer.status_code == 200, (name, answer.content)
        row[f"{name} headers"] = " ".join(answer.headers)
        for header, value in answer.headers.items():
            row.update(features(f"{name} header {header}", value, self.time.at))
        if not answer.streaming:
            row[f"{name} size"] = float(len(answer.content))
            row.update(features(name, answer.json(), self.time.at))


def read_through(
    project: Project, time: Clock, *, people: int, hits: int, closely: bool = True
) -> Told:
    """So many people work through so many HITs each, in turn; `closely` asks for all there is."""
    chance = random.Random(5)
    readers = [Reader(project, user, time, chance) for user in people_of(project, people)]
    told = Told()
    for _ in range(hits):
        for reader in readers:
            reader.hit(told, closely=closely)
    return told
