"""A release never changes: not by what it is read with, not by where, not by what happens later."""

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from annotate.exchange.models import Release
from annotate.exchange.releases import content, selectors
from annotate.exchange.releases.building import build
from annotate.exchange.releases.folder import Folder
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation
from tests.conftest import Cast, Clock, NewProject, client_of
from tests.exchange.files import Silent
from tests.exchange.finished import Finished, finished
from tests.exchange.released import digest_of, files, released
from tests.exchange.test_releases_compared import finish

pytestmark = pytest.mark.django_db

# Of the scene below, on every database. It changes when the bytes of a release change: with the
# recipe, with the words of the papers beside the data, with a new field. Then it is written anew
# here, from what the failing test says, and the same number must hold on both databases.
DIGEST = "e82ccda8248d9d9272158e111b625489eaf65ce957e1172b4e28254505ef83df"


@pytest.fixture
def project(new_project: NewProject, time: Clock) -> Project:
    # After the clock has stopped: a release names the day from which its guidelines are in force.
    return new_project(no_repeat="stage")


@pytest.fixture
def work(project: Project, people: Cast, time: Clock) -> Finished:
    """Work of three people, with the clock at rest, on pictures of digests that are given."""
    work = finished(project, people)
    for number, image in enumerate(Image.objects.order_by("external_id")):
        Image.objects.filter(pk=image.pk).update(sha256=f"{number:064x}")
    finish(project, people, work.waiting)
    return work


def taken(project: Project, people: Cast, release: Release) -> bytes:
    """The archive, as a lead downloads it."""
    address = f"/api/v1/projects/{project.pk}/releases/{release.pk}/archive"
    answer: Any = client_of(people.lead).get(address)
    return b"".join(answer.streaming_content)


def without_tombstones(archive: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive)) as packed:
        return {
            name: packed.read(name)
            for name in packed.namelist()
            if not name.endswith("/tombstones.json")
        }


def test_the_same_work_has_the_same_digest_on_every_database(
    project: Project, people: Cast, work: Finished
) -> None:
    assert digest_of(released(project, people.lead, licence="CC BY 4.0")) == DIGEST


def test_the_same_work_built_again_is_the_same_bytes(
    project: Project, people: Cast, work: Finished, time: Clock, tmp_path: Path
) -> None:
    release = released(project, people.lead)
    time.forward(days=30)
    again = build(release, Folder(tmp_path), Silent())
    assert again.manifest.sha256 == digest_of(release)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files(release)


def test_a_release_stays_through_a_rejection_more_work_and_a_withdrawal(
    project: Project, people: Cast, work: Finished, time: Clock
) -> None:
    release = released(project, people.lead)
    digest, before, archive = digest_of(release), files(release), taken(project, people, release)
    time.forward(days=1)
    last = Annotation.objects.filter(sample=work.done, origin="person").latest("id")
    workflow.set_verdict(
        annotation=last, verdict="rejected", actor=people.lead, reason="Other words."
    )
    assert taken(project, people, release) == archive
    workflow.withdraw_sample(sample=work.waiting, actor=people.lead, reason="asked for")
    assert (digest_of(release), files(release)) == (digest, before)
    later = taken(project, people, release)
    assert without_tombstones(later) == without_tombstones(archive)
    assert later == taken(project, people, release)
    following = released(project, people.lead, "1.1.0")
    assert digest_of(following) != digest
    assert b"key-1" not in files(following)["records.jsonl"]


def test_every_file_of_a_release_is_what_its_manifest_says(
    project: Project, people: Cast, work: Finished
) -> None:
    release = released(project, people.lead)
    for file in selectors.files_of(release):
        with content.opened(file.sha256) as stored:
            assert hashlib.sha256(stored.read()).hexdigest() == file.sha256
