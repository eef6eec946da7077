"""A whole project: pictures in, seeds, work, training, better seeds, until everything is done."""

import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.simulation.office import Caller, Office
from tests.simulation.people import Annotator, Json, Truth
from tests.waiting import eventually

PEOPLE = 6
WAIT_SECONDS = 3600


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is simulated: how many pictures, after how many of them a training, and of what."""

    name: str
    samples: int
    batch: int
    detector: str
    captioner: str
    training: Json = field(default_factory=dict)
    # A connection that is made first, where the captioner is not built in.
    connection: Json | None = None
    seed: int = 1


class Campaign:
    """One project from its first picture to its last, all of it over HTTP."""

    def __init__(self, office: Office, plan: Plan, say: Callable[[str], None]) -> None:
        self.plan = plan
        self._say = say
        names = [f"person{number}" for number in range(PEOPLE)]
        callers = office.people(["lead", *names], admin="lead")
        self.lead = callers["lead"]
        self.people = [
            (callers[name], Annotator(plan.seed * 100 + number))
            for number, name in enumerate(names)
        ]
        # Seconds of the model by picture and stage.
        self.seconds: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.project = self._project(office)
        self.base = f"/projects/{self.project}"

    def _project(self, office: Office) -> int:
        stages = {"description": {"rounds": 2}}
        made = {
            "name": self.plan.name,
            "recipe": "iiw",
            "guidelines_required": False,
            "settings": {"stages": stages},
        }
        project = int(self.lead.call("POST", "/projects", made)["id"])
        names = [f"person{number}" for number in range(PEOPLE)]
        office.manage("add_member", str(project), *names)
        return project

    def prepare(self, office: Office, pictures: Path) -> None:
        """Bring the pictures in, connect the model, seed everything, and turn the loop on."""
        office.manage("import_images", str(self.project), str(pictures), "--verbosity", "0")
        if self.plan.connection is not None:
            self.lead.call("POST", f"{self.base}/connections", self.plan.connection)
        ids = {each["name"]: each["id"] for each in self._connections()}
        model_assignment = {
            "detector": ids[self.plan.detector],
            "captioner": ids[self.plan.captioner],
        }
        self.lead.call(
            "PUT",
            f"{self.base}/model-assignment",
            {**model_assignment, "ocr": None, "unseeded_share": 0},
        )
        self.lead.call("POST", f"{self.base}/seeding", {})
        self._until(lambda: self._seeding_ended(), "seeding")
        loop = self.lead.call("GET", f"{self.base}/loop")
        wanted = {
            "connection": ids[self.plan.captioner],
            "is_on": True,
            "batch_size": self.plan.batch,
            "promotion": "better",
            "training": self.plan.training,
            "fewest_held_out": 1,
        }
        kept = ("metric", "margin", "held_out_share")
        self.lead.call("PUT", f"{self.base}/loop", {name: loop[name] for name in kept} | wanted)

    def work(self, truths: Mapping[str, Truth]) -> None:
        """Let everybody work until nothing is left.

        They are far faster than people, so they wait while the model learns: otherwise all would
        be done before the first version came.
        """
        done = 0
        while True:
            answered = sum(self._one(caller, person, truths) for caller, person in self.people)
            if not answered:
                break
            done += answered
            if done % 30 < PEOPLE:
                self._until(self._loop_rests, "the loop")
        self._until(self._loop_rests, "the loop")

    def _one(self, caller: Caller, person: Annotator, truths: Mapping[str, Truth]) -> int:
        task = caller.call("POST", f"{self.base}/claim", {}).get("assignment")
        if task is None:
            return 0
        name = task["image"]["name"]
        work = person.answer(task, truths[name])
        self.seconds[name][task["stage"]["key"]] += work.seconds
        sent = {"key": task_key(task), "answer": work.answer, "active_seconds": work.seconds}
        caller.call("POST", f"/assignments/{task['id']}/submit", sent)
        return 1

    def _loop_rests(self) -> bool:
        """Whether no training or refresh is due or under way."""
        loop = self.lead.call("GET", f"{self.base}/loop")
        due = loop["is_on"] and loop["finished"] >= loop["next_at"]
        return loop["state"] in ("off", "collecting") and not due and self._seeding_ended()

    def _seeding_ended(self) -> bool:
        run = self.lead.call("GET", f"{self.base}/seeding")["run"]
        if run is None or run["job"]["state"] in ("succeeded", "cancelled"):
            return True
        if run["job"]["state"] == "failed":
            raise RuntimeError(f"Seeding failed: {run['job']['error']} {run['failures'][:3]}")
        return False

    def _connections(self) -> list[Json]:
        return list(self.lead.call("GET", f"{self.base}/connections"))

    def _until(self, is_so: Callable[[], bool], what: str) -> None:
        started = time.monotonic()
        eventually(is_so, f"the end of {what}", WAIT_SECONDS)
        if (spent := time.monotonic() - started) > 2:
            self._say(f"  waited {spent:.0f} s for {what}")


def task_key(task: Json) -> str:
    """Return a key for a submission that is the same however often it is sent."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"assignment {task['id']}"))


def pages(caller: Caller, path: str) -> list[Any]:
    """Return all results of a list that comes in pages."""
    found: list[Any] = []
    cursor = ""
    while True:
        page = caller.call("GET", f"{path}?page_size=100&cursor={cursor}")
        found += page["results"]
        if page["next"] is None:
            return found
        cursor = page["next"]
