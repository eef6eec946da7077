"""The demo's photographs, described by three people, published: as whoever gets it meets it."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from datasets import load_dataset
from django.conf import settings

from annotate.config import demo
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.models import Release
from annotate.exchange.releases.building import build
from annotate.exchange.releases.folder import Folder
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import read_guidelines
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation
from tests.conftest import Clock, client_of
from tests.exchange.files import Silent
from tests.exchange.released import digest_of, files, released
from tests.workflow.acts import submit, thing

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PHOTOS = settings.BASE_DIR / "deploy" / "demo" / "photos"
FORMATS = ["coco", "csv", "parquet"]


@pytest.fixture
def project(tmp_path: Path, time: Clock) -> Project:
    """Seeds by the demo's own models; Ada, Ben and Cleo finish every photograph."""
    project = demo.prepare(data_dir=tmp_path, photos=PHOTOS).projects[0]
    while queued := list(Job.objects.filter(state=Job.State.QUEUED, scope=project.scope)):
        for job in queued:
            job_services.run(job.pk)
    for name in ("ada", "ben", "cleo"):
        membership = project.memberships.get(user__username=name)
        read_guidelines(membership=membership, version=project.guidelines_version)
    work(project)
    return project


def work(project: Project) -> None:
    """Everybody does whatever there is for them; what they say follows from the photograph."""
    for place, name in enumerate(("ada", "ben", "cleo")):
        person = User.objects.get(username=name)
        while (held := workflow.claim(project=project, annotator=person).assignment) is not None:
            submit(held, said(held.sample.image.name, held.task.stage_key, place), seconds=60)


def said(photo: str, stage: str, place: int) -> dict[str, Any]:
    subject = Path(photo).stem
    if stage == "objects":
        return {"objects": [thing("o1", label=subject, description=f"The {subject}.")]}
    words = ("stands alone", "seen in soft light from the left", "with nothing else around it")
    return {"text": f"One {subject} {', '.join(words[: place + 1])}."}


def unpacked(project: Project, release: Release, folder: Path) -> Path:
    address = f"/api/v1/projects/{project.pk}/releases/{release.pk}/archive"
    answer: Any = client_of(User.objects.get(username="lena")).get(address)
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        archive.extractall(folder)
    (whole,) = folder.iterdir()
    with ZipFile(whole / "parquet.zip") as packed:
        packed.extractall(whole / "parquet")
    return whole


@contextmanager
def taking(figures: dict[str, float], what: str) -> Iterator[None]:
    began = time.process_time()
    yield
    figures[what] = round(time.process_time() - began, 2)


def test_a_release_of_the_demo_is_what_papers_can_cite(
    project: Project, tmp_path: Path, time: Clock
) -> None:
    lena = User.objects.get(username="lena")
    figures: dict[str, float] = {}
    about: dict[str, Any] = {"licence": "CC BY 4.0", "citation": "Lena (2026).", "formats": FORMATS}
    with taking(figures, "freeze"):
        release = released(project, lena, **about)
    digest, frozen = digest_of(release), files(release)
    (tmp_path / "again").mkdir()
    assert build(release, Folder(tmp_path / "again"), Silent()).manifest.sha256 == digest

    whole = unpacked(project, release, tmp_path / "taken")
    checked = subprocess.run(
        [Path(sys.executable).with_name("mlcroissant"), "validate", "--jsonld", "croissant.json"],
        cwd=whole,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stderr
    data = load_dataset(str(whole / "parquet"), cache_dir=str(tmp_path / "cache"))
    rows = {row["external_id"]: row for split in data.values() for row in split}
    records = [json.loads(line) for line in frozen["records.jsonl"].splitlines()]
    told = {each["image/key"]: (each["IIW"], len(each["rounds"])) for each in records}
    assert len(told) >= 10
    assert {key: (row["text"], len(row["rounds"])) for key, row in rows.items()} == told

    time.forward(days=1)
    last = Annotation.objects.filter(project=project, origin="person").latest("id")
    workflow.set_verdict(annotation=last, verdict="rejected", actor=lena, reason="Say more.")
    workflow.withdraw_sample(
        sample=last.project.samples.exclude(pk=last.sample_id)[0], actor=lena, reason="asked for"
    )
    work(project)
    assert (digest_of(release), files(release)) == (digest, frozen)

    with taking(figures, "freeze_next"):
        following = released(project, lena, "1.1.0", **about)
    address = f"/api/v1/projects/{project.pk}/releases/{following.pk}/compare/{release.pk}"
    with taking(figures, "compare"):
        compared = client_of(lena).get(address).json()
    counts = {name: compared[name] for name in ("added", "removed", "changed", "unchanged")}
    assert counts == {"added": 0, "removed": 1, "changed": 1, "unchanged": len(records) - 2}
    sizes = {path: len(content) for path, content in sorted(frozen.items())}
    print(json.dumps({"digest": digest, **counts, "processor_s": figures, "bytes": sizes}))
