import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction

from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.models import FrozenRelease, Release, ReleaseFile
from annotate.exchange.releases import content, selectors, services
from annotate.exchange.releases.records import RecordsWriter
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject
from tests.exchange.finished import Finished, finished
from tests.exchange.released import begun, digest_of, files, lines, released, released_here

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """The process ends here; nothing after this line runs."""


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def work(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def test_a_release_holds_whole_samples_and_says_what_is_left_out(
    project: Project, people: Cast, work: Finished
) -> None:
    release = released(project, people.lead)
    frozen = selectors.frozen_of(release)
    assert frozen is not None
    assert frozen.samples == 1
    assert frozen.left_out["unfinished_samples"] == frozen.left_out["withdrawn_samples"] == 1
    (record,) = lines(files(release)["records.jsonl"])
    assert record["image/key"] == work.done.image.external_id
    assert {row["origin"] for row in record["rounds"]} == {"model", "person"}


def test_the_manifest_names_every_file_with_its_digest(
    project: Project, people: Cast, work: Finished
) -> None:
    release = released(project, people.lead)
    found = files(release)
    manifest = json.loads(found.pop("manifest.json"))
    assert {each["path"]: each["sha256"] for each in manifest["files"]} == {
        path: hashlib.sha256(data).hexdigest() for path, data in found.items()
    }
    assert digest_of(release) == hashlib.sha256(files(release)["manifest.json"]).hexdigest()
    assert {"coco.json", "records.jsonl", "README.md", "recipe.json"} <= found.keys()


def test_files_name_nobody_and_no_row_of_the_database(
    project: Project, people: Cast, work: Finished
) -> None:
    found = files(released(project, people.lead))
    everything = b"".join(found.values()).decode().casefold()
    for user in (people.ada, people.ben, people.cleo, people.lead):
        assert not re.search(rf"\b{user.username}\b", everything)
    (record,) = lines(found["records.jsonl"])
    by = [row["annotator"] for row in record["rounds"] if row["origin"] == "person"]
    assert by == ["p-1", "p-1", "p-2", "p-3"]
    coco = json.loads(found["coco.json"])
    assert [image["id"] for image in coco["images"]] == [1]


def test_a_list_of_digests_names_each_line_of_the_records(
    project: Project, people: Cast, work: Finished
) -> None:
    found = files(released(project, people.lead))
    (line,) = found["records.jsonl"].splitlines()
    assert lines(found["samples.jsonl"]) == [
        {"key": "key-0", "sha256": hashlib.sha256(line).hexdigest(), "split": "train"}
    ]


def test_the_figures_are_of_what_is_in_it(project: Project, people: Cast, work: Finished) -> None:
    figures = json.loads(files(released(project, people.lead))["statistics.json"])
    assert (figures["samples"], figures["people"], figures["splits"]) == (1, 3, {"train": 1})
    assert figures["answers"] == {"model": 2, "person": 4}
    rounds = {(row["stage"], row["index"]): row for row in figures["rounds"]}
    assert rounds["description", 2]["jaccard_to_round_before_mean"] > 0
    assert rounds["description", 3]["from_scratch"] == 1
    assert figures["objects"] == {"different_labels": 2, "objects": 2}


def test_images_are_counted_by_category_and_split_where_any_names_one(
    project: Project, people: Cast, work: Finished
) -> None:
    plain = files(released(project, people.lead))
    assert "categories" not in json.loads(plain["statistics.json"])
    Image.objects.filter(project=project).update(metadata={"category": ["Food", "Art"]})
    found = files(released(project, people.lead, "1.1.0"))
    assert json.loads(found["statistics.json"])["categories"] == {
        "train": {
            "images": 1,
            "none_given": 0,
            "top": [
                {"category": "Art", "images": 1, "share": 1.0},
                {"category": "Food", "images": 1, "share": 1.0},
            ],
        }
    }
    assert "train (1 images): Art 1, Food 1, none given 0" in found["README.md"].decode()


def test_the_field_that_a_lead_chose_names_the_categories(
    project: Project, people: Cast, work: Finished
) -> None:
    Image.objects.filter(project=project).update(metadata={"category": "x", "Subject": "Art"})
    project.category_field = "Subject"
    project.save()
    found = files(released(project, people.lead))
    figures = json.loads(found["statistics.json"])
    assert figures["category_field"] == "Subject"
    assert [row["category"] for row in figures["categories"]["train"]["top"]] == ["Art"]
    assert "name them (“Subject”)" in found["README.md"].decode()


def test_a_version_must_be_higher_than_the_last_of_its_name(project: Project, people: Cast) -> None:
    begun(project, people.lead, "1.9.0")
    for version in ("1.9.0", "1.2.0", "1.9.0-rc.1"):
        with pytest.raises(errors.Invalid) as refused:
            begun(project, people.lead, version)
        (field,) = refused.value.fields
        assert (field.path, field.code) == ("version", "release_version_not_higher")
        assert "1.9.0" in refused.value.message
        assert refused.value.remedy
    begun(project, people.lead, "1.10.0-rc.1")
    begun(project, people.lead, "1.10.0")
    begun(project, people.lead, "0.1.0", name="Another")


@pytest.mark.parametrize(
    "version", ["1", "1.0", "v1.0.0", "01.0.0", "1.0.0+linux", "1.0.0-01", "x"]
)
def test_what_is_no_semantic_version_is_refused_with_a_remedy(
    project: Project, people: Cast, version: str
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        begun(project, people.lead, version)
    assert [field.path for field in refused.value.fields] == ["version"]
    assert "1.0.0" in (refused.value.remedy or "")
    assert not Release.objects.exists()
    assert not Job.objects.exists()


def test_no_format_that_does_not_apply(project: Project, people: Cast) -> None:
    with pytest.raises(errors.Invalid) as refused:
        begun(project, people.lead, formats=["coco", "vizwiz-captions"])
    assert [field.path for field in refused.value.fields] == ["formats[1]"]


def test_the_database_itself_refuses_to_change_a_release(
    project: Project, people: Cast, work: Finished
) -> None:
    release = released(project, people.lead)
    for model in (Release, FrozenRelease, ReleaseFile):
        table = model._meta.db_table
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE {table} SET id = id")
    assert selectors.releases(project).get(pk=release.pk).version == "1.0.0"


@pytest.mark.parametrize("at", ["first batch", "last file", "before it is known"])
def test_a_killed_release_shows_nothing_and_is_made_by_the_next_worker(
    project: Project, people: Cast, work: Finished, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    release = begun(project, people.lead)
    assert release.job is not None

    def killed(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        if at == "first batch":
            patched.setattr(RecordsWriter, "add", killed)
        elif at == "last file":
            patched.setattr(content, "keep", killed)
        else:
            patched.setattr(ReleaseFile.objects, "bulk_create", killed)
        with pytest.raises(Killed):
            job_services.run(release.job.pk)
    seen = selectors.describe_one(selectors.releases(project).get(pk=release.pk))
    assert (seen.digest, seen.files, seen.url) == ("", [], None)
    Job.objects.update(lease_expires_at=clock.now())
    job_services.run(release.job.pk)
    seen = selectors.describe_one(selectors.releases(project).get(pk=release.pk))
    assert seen.state == "succeeded"
    assert seen.digest
    # A message that came twice changes nothing.
    services.run_release({}, job_services._JobProgress(release.job))
    assert FrozenRelease.objects.count() == 1


def test_a_killed_command_is_gone_on_with_by_the_same_command(
    project: Project, work: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(content, "keep", killed)
        with pytest.raises(Killed):
            released_here(project)
    assert digest_of(released_here(project))
    with pytest.raises(errors.Invalid):
        released_here(project)
    assert Release.objects.count() == 1


def test_equal_content_is_stored_once(project: Project, people: Cast, work: Finished) -> None:
    first, second = (released(project, people.lead, each) for each in ("1.0.0", "1.1.0"))
    by_path = [
        {file.path: file.sha256 for file in selectors.files_of(each)} for each in (first, second)
    ]
    differing = {path for path in by_path[0] if by_path[0][path] != by_path[1][path]}
    assert differing == {"manifest.json", "README.md", "croissant.json"}
    stored = [name for name in Path(default_storage.path("releases")).rglob("*") if name.is_file()]
    mine = {sha256 for files in by_path for sha256 in files.values()}
    assert len([name for name in stored if name.name in mine]) == len(mine)


def test_an_empty_project_can_be_frozen(project: Project, people: Cast) -> None:
    found = files(released(project, people.lead))
    assert (found["records.jsonl"], found["samples.jsonl"]) == (b"", b"")
