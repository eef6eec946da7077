"""What an answer of somebody costs who has given many before, over all processes."""

import time
import uuid

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import PendingCheck
from annotate.quality.services.jobs import change_settings
from tests.load.annotators import answer_to
from tests.load.deployment import Deployment
from tests.load.wire import Connection

# The tenth and the thousandth answer stand in the middle of as many.
WINDOW = 20
_IDLE = 10.0  # seconds in which nobody works, to know what that takes
_MOST_WAITING = 90.0


def growth(deployment: Deployment, project: Project, actor: User, secret: str) -> dict[str, float]:
    """Processor ms of somebody's 10th and 1,000th answer, their checks among it, and the ratio.

    Nobody counts as new, so that the first answers are checked like the others.
    """
    change_settings(project=project, actor=actor, changes={"new_below": 0})
    connection = Connection(deployment.port, {"Authorization": f"Token {secret}"})
    idle = _idle(deployment)
    first = _cost(deployment, connection, project, idle)
    answer(connection, project, 1000 - WINDOW - WINDOW // 2)
    drained(project)
    last = _cost(deployment, connection, project, idle)
    connection.close()
    return {"ms_10": round(first, 1), "ms_1000": round(last, 1), "growth": round(last / first, 2)}


def _idle(deployment: Deployment) -> float:
    before = sum(deployment.processor_seconds().values())
    time.sleep(_IDLE)
    return (sum(deployment.processor_seconds().values()) - before) / _IDLE


def _cost(deployment: Deployment, connection: Connection, project: Project, idle: float) -> float:
    before, started = sum(deployment.processor_seconds().values()), time.monotonic()
    answer(connection, project, WINDOW)
    drained(project)
    used = sum(deployment.processor_seconds().values()) - before
    return 1000 * (used - idle * (time.monotonic() - started)) / WINDOW


def answer(connection: Connection, project: Project, number: int) -> None:
    """Claim and submit so many tasks, one after the other."""
    for place in range(number):
        _, body = connection.post(f"/api/v1/projects/{project.pk}/claim", {})
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
