"""How long words take to be found over all projects that somebody may read.

    tests/services/with_services.sh .venv/bin/python -m tests.load.everywhere
    DATABASE_URL=sqlite:////tmp/everywhere.sqlite3 .venv/bin/python -m tests.load.everywhere

Makes ten projects of 10,000 samples each with a sentence of some twenty words about every one, and
asks as an admin, who may read all, and as a lead of a single project. The requests go through the
whole product in this process, without HTTP. Prints one line of JSON for each search.
"""

import json
import os
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from tests.load.database import Database

if TYPE_CHECKING:
    from annotate.projects.models import Project

PROJECTS, SAMPLES, TIMES = 10, 10_000, 40
WORDS = [f"{first}{last}" for first in ("bar", "kel", "mon", "tor", "vis") for last in range(400)]
SEARCHES = {
    "a name": "image-004217",
    "a rare word": "kel399",
    "two words": "bar12 tor31",
    "how a word begins": "mon2",
    "a word that all have": "photograph",
    "nothing": "xyzzy",
}


def prepared() -> None:
    """Make the database and set Django up on it."""
    server = os.environ["DATABASE_URL"]
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "WARNING"})
    os.environ.setdefault("SECRET_KEY", "only-for-measuring-" + "0123456789" * 5)
    if server.startswith("postgres"):
        database = Database(server, "annotate_everywhere")
        database.make()
        os.environ["DATABASE_URL"] = database.url
    else:
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(migrate, check=True)
    import django

    django.setup()


def fill() -> "list[Project]":
    """Make the projects; the lead of the first leads no other."""
    from django.db import connection

    from annotate.people.models import User
    from annotate.projects.services import create_project

    rng = random.Random(7)
    lead = User.objects.create(username="lead", password="!")
    admin = User.objects.create(username="admin", password="!", is_staff=True)
    projects = []
    for number in range(PROJECTS):
        project = create_project(
            name=f"Project {number}",
            description="",
            recipe_name="iiw",
            changes={},
            creator=lead if number == 0 else admin,
            seed=number,
        )
        projects.append(project)
        _samples(project, rng)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return projects


def _samples(project: "Project", rng: random.Random) -> None:
    from annotate.images.models import Image
    from annotate.workflow.models import Sample, SampleDocument
    from annotate.workflow.selectors.words import document_words

    images = Image.objects.bulk_create(
        Image(
            project=project,
            name=f"image-{number:06}.jpg",
            external_id=f"{project.pk}-{number}",
            sha256=f"{project.pk:032}{number:032}",
            format="jpeg",
            width=1,
            height=1,
            bytes=1,
        )
        for number in range(SAMPLES)
    )
    samples = Sample.objects.bulk_create(Sample(project=project, image=image) for image in images)
    texts = [" ".join(["A photograph of", *rng.choices(WORDS, k=20)]) for _ in samples]
    SampleDocument.objects.bulk_create(
        SampleDocument(
            sample=sample,
            project=project,
            words=document_words([sample.image.name, sample.image.external_id, text]),
            text=text,
        )
        for sample, text in zip(samples, texts, strict=True)
    )


def asked(username: str, search: str) -> dict[str, Any]:
    """Ask so many times as somebody; times in milliseconds."""
    from django.db import connection
    from django.test import Client

    from annotate.people.authentication import BACKEND
    from annotate.people.models import User
    from tests.load.measuring import percentiles

    client = Client()
    client.force_login(User.objects.get(username=username), backend=BACKEND)
    seconds, found = [], 0
    started = time.process_time()
    for _ in range(TIMES):
        begun = time.perf_counter()
        answer = client.get("/api/v1/search", {"search": search})
        seconds.append(time.perf_counter() - begun)
        found = sum(len(group["samples"]) for group in answer.json()["samples"])
    own = 1000 * (time.process_time() - started) / TIMES
    shown = {"database": connection.vendor, "as": username, "search": search, "samples": found}
    return {**shown, **percentiles(seconds), "processor_ms": round(own, 1)}


def main() -> None:
    """Fill, ask and print."""
    prepared()
    fill()
    for username in ("admin", "lead"):
        for name, search in SEARCHES.items():
            print(json.dumps({"what": name, **asked(username, search)}), flush=True)


if __name__ == "__main__":
    main()
