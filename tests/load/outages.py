"""Twelve annotators work while Redis, PostgreSQL, a worker and web processes die, and a disk fills.

    .venv/bin/python -m tests.load.outages

Everything is private to the run and on 127.0.0.1: gunicorn with two processes, PostgreSQL with its
durable settings, Redis, a Celery worker, and a tmpfs of some megabytes as the disk, for which it
must run as root. Prints what was answered in each phase, and what the database holds afterwards.
"""

import io
import os
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import psycopg2
from PIL import Image

from tests.load.breaking import DISK_MEGABYTES, House, house
from tests.load.patient import Person, Seen
from tests.load.peopling import NAMES, PASSWORD, SAMPLES, set_up

ANNOTATORS = 12


class Lead:
    """Starts jobs and uploads, and says what the screen shows of them."""

    def __init__(self, house: House, project: int) -> None:
        self.seen = Seen()
        self._person, self._project = Person(house.port, self.seen), project
        assert self._person.sign_in("lead", PASSWORD) == 200

    def export(self) -> int:
        body = {"format": "iiw-jsonl", "with_unfinished": True}
        path = f"projects/{self._project}/exports"
        started = time.monotonic()
        status, made = self._person.ask("POST", path, json=body)
        print(f"    an export is answered {status} after {time.monotonic() - started:.1f} s")
        return int(made["job"]["id"]) if status < 300 and made else 0

    def upload(self) -> None:
        picture = io.BytesIO()
        Image.frombytes("RGB", (512, 512), os.urandom(512 * 512 * 3)).save(picture, "PNG")
        files = [("files", (f"{uuid.uuid4().hex}.png", picture.getvalue()))]
        status, body = self._person.ask("POST", f"projects/{self._project}/uploads", files=files)
        error = body.get("error") if isinstance(body, dict) else None
        print(f"    an upload is answered {status}", (error or {}).get("code", ""))

    def shows(self, job: int) -> None:
        status, told = self._person.ask("GET", f"projects/{self._project}/jobs/{job}")
        if status != 200:
            print(f"    its job cannot be seen: {status}")
            return
        waits, error = told["waiting"] or {}, told["error"] or {}
        words = [waits.get("message"), error.get("message"), error.get("remedy")]
        print(f"    its job is {told['state']}:", *filter(None, words))

    def waits_for(self, job: int, seconds: float = 150) -> None:
        started = time.monotonic()
        while time.monotonic() < started + seconds:
            _, told = self._person.ask("GET", f"projects/{self._project}/jobs/{job}")
            if told and told.get("state") in ("succeeded", "failed"):
                break
            time.sleep(0.5)
        else:
            told = {"state": "NOT OVER"}
        print(f"    it {told['state']} {time.monotonic() - started:.0f} s later")


def story(house: House, lead: Lead, phase: Callable[[str, float], None]) -> None:
    """Kill and bring back one after the other; the annotators never stop."""
    phase("all is well", 8)
    house.kill("redis")
    phase("Redis is gone", 2)
    job = lead.export()
    newcomer = Person(house.port, Seen()).sign_in(NAMES[-1], PASSWORD)
    print(f"    somebody who signs in is answered {newcomer}")
    phase("Redis is gone", 15)
    lead.shows(job)
    house.start("redis")
    phase("Redis is back", 0)
    lead.waits_for(job)
    house.kill("postgres")
    phase("PostgreSQL is gone", 10)
    house.start("postgres")
    phase("PostgreSQL is back", 8)
    job = lead.export()
    house.kill("worker")
    phase("the worker is killed", 35)
    lead.shows(job)
    house.start("worker")
    phase("the worker is back", 0)
    lead.waits_for(job)
    house.kill_web_process()
    phase("a web process is killed", 8)
    house.kill("web")
    phase("the web server is killed", 5)
    house.start("web")
    phase("the web server is back", 12)
    house.fill_disk()
    phase("the disk is full", 1)
    lead.upload()
    job = lead.export()
    phase("the disk is full", 8)
    lead.shows(job)
    house.empty_disk()
    phase("there is room again", 0)
    lead.upload()
    lead.waits_for(job)
    phase("all is well again", 5)


def report(house: House, project: int, seen: Seen) -> None:
    """Print what was answered, and recount what was acknowledged from the database."""
    print(f"\n{'phase':28}{'answers by status':60} codes")
    for phase, answers in seen.answers.items():
        by_status = ", ".join(f"{status}: {count}" for status, count in sorted(answers.items()))
        print(f"{phase:28}{by_status:60} {dict(seen.said[phase]) or ''}")
    with psycopg2.connect(house.server_url) as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.submit_key::text, n.value->>'text' FROM workflow_assignment a"
            " JOIN workflow_annotation n ON n.id = a.answer_id WHERE a.state = 'submitted'"
        )
        stored: dict[str, Any] = dict(cursor.fetchall())
        cursor.execute(
            "SELECT count(*) FROM (SELECT 1 FROM workflow_annotation"
            " WHERE project_id = %s AND origin = 'person'"
            " GROUP BY sample_id, stage_key, index HAVING count(*) > 1) twice",
            [project],
        )
        [twice] = cursor.fetchone() or [None]
    lost = [key for key, text in seen.acknowledged.items() if stored.get(key) != text]
    assert stored, "Nobody has answered: this run showed nothing."
    print(f"\nanswers acknowledged {len(seen.acknowledged)}, lost {len(lost)}, twice {twice}")
    print(f"answers in the database {len(stored)}; load of the machine {os.getloadavg()}")


def run(house: House) -> None:
    for name in ("redis", "worker"):
        house.start(name)
    project = set_up(house.variables)
    house.start("web")
    house.wait_until_it_answers()
    seen, over = Seen(), threading.Event()
    people = [Person(house.port, seen) for _ in range(ANNOTATORS)]
    for name, person in zip(NAMES, people, strict=False):
        assert person.sign_in(name, PASSWORD) == 200
    lead = Lead(house, project)
    threads = [threading.Thread(target=each.annotate, args=(project, over)) for each in people]
    for thread in threads:
        thread.start()

    def phase(name: str, seconds: float) -> None:
        if name != seen.phase:
            print(name, flush=True)
        seen.phase = name
        time.sleep(seconds)

    try:
        story(house, lead, phase)
    finally:
        over.set()
        for thread in threads:
            thread.join()
        report(house, project, seen)
    print(f"a disk of {DISK_MEGABYTES} MB, {ANNOTATORS} annotators, {SAMPLES} samples")


if __name__ == "__main__":
    with house() as made:
        run(made)
