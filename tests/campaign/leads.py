"""The others of a campaign: they upload, export, look at dashboards, start seeds and sign in."""

import hashlib
import random
from itertools import count
from typing import Any

from tests.campaign.asking import Person
from tests.campaign.faults import FULL
from tests.campaign.ledger import NO_ROOM
from tests.campaign.scene import PASSWORD, Scene
from tests.images.pictures import jpeg

DASHBOARDS = (
    "overview",
    "rounds",
    "annotators",
    "stopping",
    "samples?order=-changed",
    "samples?search=kite",
    "seed-quality",
    "jobs",
    "capacity",
)
_LONGEST_JOB = 240
# Pictures of those who upload are told apart by where they begin to count.
_FIRST, _FIRST_ON_A_FULL_DISK = 1_000, 500_000


async def upload(person: Person, scene: Scene) -> None:
    """Send one picture after the other, each until it is taken; look at it afterwards."""
    for number in count(_FIRST):
        if person.over.is_set():
            return
        for image in await _send(person, scene, number):
            await person.ask("picture", "GET", f"images/{image}/content")
        await person.rest(2)


async def upload_on_a_full_disk(person: Person, scene: Scene) -> None:
    """Send pictures while the disk is full, each again and again until it is taken."""
    numbers = count(_FIRST_ON_A_FULL_DISK)
    while not person.over.is_set():
        if person.ledger.phase == FULL:
            await _send(person, scene, next(numbers))
        await person.rest(0.2)


async def _send(person: Person, scene: Scene, number: int) -> list[int]:
    """Send one picture until it is taken; return the numbers of the images it became."""
    data = jpeg(160, 120, seed=number)
    digest = hashlib.sha256(data).hexdigest()
    files = {"files": (f"picture-{number}.jpg", data, "image/jpeg")}
    path = f"projects/{scene.projects['seeded']}/uploads"
    before = len(person.ledger.asked)
    status, body = await person.insist("upload", "POST", path, files=files)
    taken = [int(each["image_id"]) for each in body["accepted"]] if status == 200 else []
    for image in taken:
        person.ledger.uploaded[digest] = image
    mine = [each for each in person.ledger.asked[before:] if each.kind == "upload"]
    if any(each.status == NO_ROOM for each in mine):
        person.ledger.refused_for_room[digest] = bool(taken)
    return taken


async def export(person: Person, scene: Scene, chance: random.Random) -> None:
    """Start exports one after the other and watch each until it has ended."""
    names = ("objects", "seeded")
    while not person.over.is_set():
        project = scene.projects[chance.choice(names)]
        body = {"format": "iiw-jsonl", "with_unfinished": True}
        status, made = await person.insist(
            "export", "POST", f"projects/{project}/exports", json=body
        )
        if status < 300 and made:
            await _watch(person, project, int(made["job"]["id"]))
        await person.rest(8)


async def _watch(person: Person, project: int, job: int) -> None:
    for _ in range(_LONGEST_JOB):
        status, told = await person.ask("job", "GET", f"projects/{project}/jobs/{job}")
        if person.over.is_set() or (status == 200 and told["state"] not in ("queued", "running")):
            return
        await person.rest(1)


async def look(person: Person, scene: Scene, chance: random.Random) -> None:
    """Look at one page of figures after the other."""
    while not person.over.is_set():
        project = chance.choice(scene.working)
        await person.insist("dashboard", "GET", f"projects/{project}/{chance.choice(DASHBOARDS)}")
        await person.rest(chance.uniform(0.5, 1.5))


async def seed(person: Person, scene: Scene) -> None:
    """Start seeds for whatever waits for them, again and again."""
    project = scene.projects["seeded"]
    while not person.over.is_set():
        await person.insist("seeding", "POST", f"projects/{project}/seeding", json={})
        await person.rest(10)


async def sign_in(person: Person) -> None:
    """Sign in by name and password, as those do who come in the morning."""
    body: dict[str, Any] = {"username": "lead-0", "password": PASSWORD}
    while not person.over.is_set():
        headers = await person.token_of_a_form()
        await person.insist("sign in", "POST", "session", json=body, headers=headers)
        await person.rest(20)
