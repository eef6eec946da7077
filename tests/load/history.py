"""What an answer of somebody costs who has given many before, over all processes."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import PendingCheck
from annotate.quality.services.jobs import change_settings
from tests.load.annotators import answer_to
from tests.load.deployment import Deployment
from tests.load.filled_history import add_answers
from tests.load.filling import Annotator
from tests.load.wire import Connection

# Somebody's tenth and thousandth answer stand in the middle of as many.
WINDOW = 20
# So many of the earlier answers were given, not filled in: what is kept of texts is of these.
GIVEN = 300
STAGE = "objects"
# What waits for others of its kind waits for a third of that: a shorter measurement.
LEASE_SECONDS = "30"
# Seconds in which nobody works, to know what that takes: what is done twice a minute is in them.
_IDLE = 30.0
# So often, of which the calmest counts: after thousands of rows were filled in the database cleans
# its tables for a while, and an answer would be made cheaper by all of that.
_IDLE_TIMES = 3
_MOST_WAITING = 120.0


@dataclass
class Curve:
    """Processor ms of an answer, by how many the person has given before, in each round."""

    rounds: dict[int, list[float]] = field(default_factory=dict)

    def as_json(self) -> dict[str, float]:
        """The medians over the rounds, and each over that of the fewest."""
        medians = {number: median(each) for number, each in self.rounds.items()}
        least = medians[min(medians)]
        return {
            **{f"ms_{number}": round(ms, 1) for number, ms in medians.items()},
            **{f"growth_{number}": round(ms / least, 2) for number, ms in medians.items()},
        }


def curve(
    deployment: Deployment,
    project: Project,
    people: Sequence[Annotator],
    numbers: Sequence[int],
    rounds: int,
) -> Curve:
    """Measure the answer after so many, for somebody who begins and for those who went on.

    The numbers take turns, so that a machine that others use as well is as slow for each. Nobody
    counts as new, so that the first answers are checked like the others. There must be as many
    people as rounds and numbers together.
    """
    changes = {"new_below": 0}
    change_settings(project=project, actor=people[0].user, changes=changes)
    least, *greater = sorted(numbers)
    fresh, others = people[:rounds], dict(zip(greater, people[rounds:], strict=False))
    for number, person in others.items():
        go_on(deployment, project, person, number - WINDOW // 2 * rounds)
    drained(project)
    idle, found = idle_share(deployment), Curve()
    for beginner in fresh:
        go_on(deployment, project, beginner, least - WINDOW // 2)
        drained(project)
        for number, person in {least: beginner, **others}.items():
            ms = _cost(deployment, project, person, idle)
            found.rounds.setdefault(number, []).append(ms)
    return found


def go_on(deployment: Deployment, project: Project, person: Annotator, number: int) -> None:
    """Let somebody give so many answers, most of many of them filled in."""
    connection = _connection(deployment, person)
    if number > GIVEN:
        answer(connection, project, 1)
        drained(project)
        add_answers(project, User.objects.get(pk=person.user.pk), number - GIVEN - 1)
        number = GIVEN
    answer(connection, project, number)
    connection.close()


def _connection(deployment: Deployment, person: Annotator) -> Connection:
    return Connection(deployment.port, {"Authorization": f"Token {person.secret}"})


def idle_share(deployment: Deployment) -> float:
    """What everything takes while nobody works, in seconds of processor time a second."""
    return min(_share(deployment) for _ in range(_IDLE_TIMES))


def _share(deployment: Deployment) -> float:
    before = sum(deployment.processor_seconds().values())
    time.sleep(_IDLE)
    return (sum(deployment.processor_seconds().values()) - before) / _IDLE


def _cost(deployment: Deployment, project: Project, person: Annotator, idle: float) -> float:
    connection = _connection(deployment, person)
    before, started = sum(deployment.processor_seconds().values()), time.monotonic()
    answer(connection, project, WINDOW)
    drained(project)
    used = sum(deployment.processor_seconds().values()) - before
    connection.close()
    return 1000 * (used - idle * (time.monotonic() - started)) / WINDOW


def answer(connection: Connection, project: Project, number: int) -> None:
    """Claim and submit so many tasks, one after the other."""
    for place in range(number):
        _, body = connection.post(f"/api/v1/projects/{project.pk}/claim", {"stage": STAGE})
        held = body["assignment"]
        sent = {"key": str(uuid.uuid4()), "answer": answer_to(held, place), "active_seconds": 1}
        status, body = connection.post(f"/api/v1/assignments/{held['id']}/submit", sent)
        if status != 200:
            raise RuntimeError(f"An answer was refused: {status} {body}")


def drained(project: Project) -> float:
    """Wait until everything that came in has been checked; return how many seconds that took."""
    started = time.monotonic()
    while PendingCheck.objects.filter(project=project).exists():
        if time.monotonic() - started > _MOST_WAITING:
            raise RuntimeError("The checks of what came in did not end.")
        time.sleep(0.5)
    return time.monotonic() - started
