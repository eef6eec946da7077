"""One process full of annotators, started by the race test and killed by it without warning.

What a client would remember goes to the output line by line *before* and *after* each submission:
`sent KEY ASSIGNMENT USER`, then `done KEY`, `repeated KEY` or `refused KEY CODE`. A key that was
sent and has no outcome is tried again, with the same key, by the process that follows.
"""

import json
import os
import random
import sys
import threading
import uuid
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402

from annotate.core import errors  # noqa: E402
from annotate.people.models import User  # noqa: E402
from annotate.projects.models import Project  # noqa: E402
from annotate.workflow import selectors, services  # noqa: E402
from tests.race.answers import answer_of  # noqa: E402

stop = threading.Event()


def tell(*words: object) -> None:
    """Write one line at once; a line this short is never torn, even by a kill."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def send(user: User, assignment_id: int, key: str) -> bool:
    """Submit with this key; return whether it was accepted, now or before."""
    try:
        assignment = selectors.assignment_of(user, assignment_id)
        submitted = services.submit(
            assignment=assignment,
            key=uuid.UUID(key),
            answer=answer_of(assignment.task.stage_key, key),
            active_seconds=0,
        )
    except errors.AppError as refused:
        tell("refused", key, refused.error_code)
        return False
    tell("repeated" if submitted.repeated else "done", key)
    return True


def annotate(project: Project, user: User, pending: list[tuple[int, str]], seed: int) -> None:
    """Finish what an earlier process began, then claim and submit until told to stop."""
    chance = random.Random(seed)
    for assignment_id, key in pending:
        send(user, assignment_id, key)
    while not stop.is_set():
        claimed = services.claim(project=project, annotator=user).assignment
        if claimed is None:
            stop.wait(0.05)
            continue
        key = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        tell("sent", key, claimed.pk, user.pk)
        accepted = send(user, claimed.pk, key)
        if accepted and chance.random() < 0.1:
            send(user, claimed.pk, key)  # the answer got lost on its way to the browser


def guarded(*arguments: Any) -> None:
    """Report what must not happen; the test fails by it."""
    try:
        annotate(*arguments)
    except Exception as fault:
        tell("fault", type(fault).__name__, str(fault).replace("\n", " ")[:300])
    finally:
        connection.close()


def main() -> None:
    """Work until the input ends."""
    plan = json.loads(sys.stdin.readline())
    project = Project.objects.get(pk=plan["project"])
    people = [User.objects.get(pk=each["user"]) for each in plan["threads"]]
    connection.close()
    threads = [
        threading.Thread(
            target=guarded, args=(project, user, each["pending"], each["seed"]), daemon=True
        )
        for user, each in zip(people, plan["threads"], strict=True)
    ]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    stop.set()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
