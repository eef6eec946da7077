"""Three web servers behind one address and four workers behind PgBouncer, restarted as they work.

People claim, give back and hand in at the one address, the workers seed and check meanwhile, and
the web servers are restarted one after the other. What was acknowledged is there once, word for
word.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.images import services as images
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.quality.models import PendingCheck
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.backends.standin.requests import MODEL
from tests.conftest import PASSWORD, Cast
from tests.faults.conftest import broker
from tests.faults.evidence import seeded_twice, seeds_without_a_record
from tests.images.pictures import jpeg
from tests.load.models import standin
from tests.race import evidence
from tests.race.scaled_out import WORKERS, ScaledOut, scaled_out
from tests.race.visitors import Told, Visitor
from tests.waiting import eventually
from tests.workflow.acts import use_recipe

__all__ = ["broker"]

pytestmark = [
    pytest.mark.race,
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]

SAMPLES, ROUNDS, PEOPLE = 80, 3, 8
WITHDRAWN = 3
EXPORTS = 3 * WORKERS
# What the model server takes for an answer.
SECONDS = 0.05


@pytest.fixture
def names(project: Project) -> list[str]:
    """People who annotate, beside the lead `leo`."""
    made = []
    for number in range(PEOPLE):
        user = User(username=f"visitor-{number}")
        user.set_password(PASSWORD)
        user.save()
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
        made.append(user.username)
    return made


def prepare(project: Project) -> None:
    """Pictures that wait for seeds; of each, three people improve one text."""
    use_recipe(project, {"key": "description", "rounds": ROUNDS, "seeded": True})
    data = [jpeg(24, 16, seed=number) for number in range(SAMPLES)]
    added = [images.add_image(project=project, data=each, name="p.jpg") for each in data]
    workflow.add_samples(project=project, image_ids=[image.pk for image in added])


def seed(lead: Visitor, project: Project, host: str) -> None:
    """Connect the model server and have the workers ask it."""
    base = f"projects/{project.pk}"
    settings = {"base_url": f"http://{host}/v1", "model": MODEL}
    body = {"name": "Ours", "backend": "openai", "settings": settings, "secrets": {}}
    status, made = lead.ask("POST", f"{base}/connections", json=body)
    assert status == 201, made
    chosen = {"detector": made["id"], "captioner": made["id"]}
    assert lead.ask("PUT", f"{base}/model-assignment", json=chosen)[0] == 200
    status, run = lead.ask("POST", f"{base}/seeding", json={})
    assert status == 201, run


def withdraw(lead: Visitor, project: Project) -> set[int]:
    """Take a few samples out of people's hands, whoever is at work on them."""
    known = Sample.objects.filter(project=project, state=Sample.State.OPEN)
    chosen = list(known.order_by("pk").values_list("pk", flat=True)[:WITHDRAWN])
    for pk in chosen:
        body = {"reason": "private"}
        status, said = lead.insist("POST", f"samples/{pk}/withdraw", threading.Event(), json=body)
        assert status in (200, 204), said
    return set(chosen)


def check_sessions(house: ScaledOut) -> None:
    """Whoever signs in at one web server is signed in at all, and signed out at all."""
    first, second, third = (f"http://127.0.0.1:{web.port}/api/v1/session" for web in house.web)
    with httpx.Client(trust_env=False, timeout=30) as client:
        client.get(first)
        token = {"X-CSRFToken": client.cookies["csrftoken"]}
        body = {"username": "leo", "password": PASSWORD}
        assert client.post(first, json=body, headers=token).status_code == 200
        for address in (second, third):
            assert client.get(address).json()["user"]["username"] == "leo"
        token = {"X-CSRFToken": client.cookies["csrftoken"]}
        kept = client.cookies["sessionid"]
        assert client.delete(second, headers=token).status_code == 200
        client.cookies.set("sessionid", kept, domain="127.0.0.1")
        for address in (third, first):
            assert client.get(address).json()["user"] is None


def share_work(lead: Visitor, project: Project) -> None:
    """Ask for more exports at once than a worker does while the others look on."""
    body = {"format": "iiw-jsonl", "with_unfinished": True}
    for _ in range(EXPORTS):
        assert lead.ask("POST", f"projects/{project.pk}/exports", json=body)[0] < 300
    done = Job.objects.filter(name="exchange.export", state=Job.State.SUCCEEDED)
    eventually(lambda: done.count() == EXPORTS, "the exports")


@contextmanager
def people_at_work(house: ScaledOut, project: Project, names: list[str]) -> Iterator[Told]:
    """Everybody signs in at the one address and works until the block ends."""
    told, over = Told(), threading.Event()
    visitors = [Visitor(house.address.port, told) for _ in names]
    for visitor, name in zip(visitors, names, strict=True):
        assert visitor.sign_in(name, PASSWORD) == 200
    threads = [
        threading.Thread(target=visitor.work, args=(project.pk, over, number), daemon=True)
        for number, visitor in enumerate(visitors)
    ]
    for thread in threads:
        thread.start()
    try:
        yield told
    finally:
        over.set()
        for thread in threads:
            thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def is_done(project: Project) -> bool:
    left = (Sample.State.WAITING, Sample.State.OPEN)
    return not Sample.objects.filter(project=project, state__in=left).exists()


def check_answers(told: Told, project: Project, withdrawn: set[int]) -> None:
    """Every acknowledged answer is there once, in the words that were sent, and no other is."""
    answered = Assignment.objects.filter(project=project, state=Assignment.State.SUBMITTED)
    stored: dict[str, Any] = {
        str(key): value["text"]
        for key, value in answered.values_list("submit_key", "answer__value")
    }
    assert stored == told.answers
    texts = Annotation.objects.filter(project=project, origin=Annotation.Origin.PERSON)
    assert texts.count() == len(stored)
    # A lease that ended with its sample; nothing else was refused.
    assert len(told.refused) <= 2 * WITHDRAWN, told.refused
    assert told.wrong == []
    assert evidence.double_leases(project) == []
    assert evidence.broken_histories(project) == []
    assert evidence.broken_lineages(project) == []
    assert evidence.figures_that_differ(project) == []
    unfinished = evidence.incomplete_samples(project, {"description": ROUNDS})
    assert {int(line.split()[1]) for line in unfinished} == withdrawn, unfinished


def statuses(told: Told) -> dict[str, int]:
    counts: dict[str, int] = {}
    for answers in told.seen.answers.values():
        for status, number in answers.items():
            counts[status] = counts.get(status, 0) + number
    return counts


def test_several_servers_are_one_product_also_while_they_are_restarted(
    project: Project,
    people: Cast,
    names: list[str],
    broker: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    prepare(project)
    with (
        standin(SECONDS) as host,
        scaled_out(broker, tmp_path, FETCH_PRIVATE_HOSTS=host) as house,
    ):
        check_sessions(house)
        eventually(lambda: jobs.workers().alive >= WORKERS, "all workers are heard of")
        lead = Visitor(house.address.port, Told())
        assert lead.sign_in(people.lead.username, PASSWORD) == 200
        seed(lead, project, host)
        started = time.monotonic()
        with people_at_work(house, project, names) as told:
            eventually(lambda: len(told.answers) > PEOPLE, "people have begun")
            withdrawn = withdraw(lead, project)
            before = dict(house.address.served)
            house.restart()
            restarted = time.monotonic() - started
            eventually(lambda: is_done(project), "all samples are done")
        eventually(lambda: not PendingCheck.objects.filter(project=project).exists(), "checks")
        seconds = time.monotonic() - started
        share_work(lead, project)

    assert len(before) == len(house.web), "somebody served nobody"
    assert all(house.address.served[port] > number for port, number in before.items())
    answered = statuses(told)
    bad = {status for status in answered if status.isdigit() and int(status) >= 500}
    assert bad <= {"503"}, told.seen.said
    check_answers(told, project, withdrawn)
    assert seeded_twice(project) == []
    assert seeds_without_a_record(project) == 0
    # One worker at a time asks a model server; exports are anybody's.
    done = Job.objects.filter(state=Job.State.SUCCEEDED).exclude(worker="")
    busy = set(done.values_list("worker", flat=True))
    assert len(busy) > 1, "one worker did it all"
    with capsys.disabled():
        print(
            f"\n  scaled out: {len(told.answers)} answers by {PEOPLE} people in {seconds:.1f} s,"
            f" restarted within {restarted:.1f} s; answered {answered}; refused {told.refused};"
            f" {len(busy)} workers had jobs; load {os.getloadavg()[0]:.1f}."
        )
