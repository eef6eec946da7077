"""What changes after a release: withdrawals, later versions, and what leads write about it."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from annotate.exchange.exports.base import encode
from annotate.exchange.releases.datasheet import QUESTIONS, Material
from annotate.exchange.releases.merge import differences
from annotate.projects.models import AuditEvent, Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.conftest import Cast, Clock, NewProject, client_of
from tests.exchange.finished import ROUNDS, Finished, finished
from tests.exchange.released import files, released
from tests.workflow.acts import describe, mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def work(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def url(project: Project, rest: str = "") -> str:
    return f"/api/v1/projects/{project.pk}/releases{rest}"


def finish(project: Project, people: Cast, sample: Sample) -> None:
    workflow.open_samples(project=project, samples=[sample])
    mark(project, people.ada)
    for user, text in zip((people.ada, people.ben, people.cleo), ROUNDS, strict=True):
        describe(project, user, text, **({"scratch": "poor"} if text is ROUNDS[2] else {}))


def test_what_is_withdrawn_or_deleted_later_is_listed_and_its_release_stays(
    project: Project, people: Cast, work: Finished, time: Clock
) -> None:
    release = released(project, people.lead)
    before = files(release)
    client = client_of(people.lead)
    none = client.get(url(project, f"/{release.pk}/tombstones")).json()
    assert none == {"tombstones": []}
    at = time.forward(days=2)
    workflow.withdraw_sample(sample=work.done, actor=people.lead, reason="asked for by its owner")
    told = client.get(url(project, f"/{release.pk}/tombstones")).json()
    assert told == {
        "tombstones": [
            {
                "external_id": "key-0",
                "withdrawn_at": f"{at:%Y-%m-%dT%H:%M:%SZ}",
                "erased_at": None,
            }
        ]
    }
    assert client.get(url(project, f"/{release.pk}")).json()["withdrawn"] == 1
    assert files(release) == before
    packed: Any = client.get(url(project, f"/{release.pk}/archive"))
    with ZipFile(BytesIO(b"".join(packed.streaming_content))) as archive:
        assert archive.namelist()[-1] == "street-scenes-1.0.0/tombstones.json"
        assert json.loads(archive.read("street-scenes-1.0.0/tombstones.json")) == told
    later = time.forward(days=1)
    body = {"reason": "their wish"}
    client.post(f"/api/v1/samples/{work.done.pk}/erasure", body, format="json")
    [tombstone] = client.get(url(project, f"/{release.pk}/tombstones")).json()["tombstones"]
    assert tombstone["erased_at"] == f"{later:%Y-%m-%dT%H:%M:%SZ}"
    assert files(release) == before
    following = released(project, people.lead, "1.1.0")
    assert files(following)["records.jsonl"] == b""
    # What was withdrawn before a release is not in it, so it has no tombstone there.
    none = client.get(url(project, f"/{following.pk}/tombstones")).json()
    assert none == {"tombstones": []}


def test_two_releases_are_compared_sample_by_sample(
    project: Project, people: Cast, work: Finished
) -> None:
    first = released(project, people.lead)
    finish(project, people, work.waiting)
    workflow.withdraw_sample(sample=work.done, actor=people.lead, reason="blurred")
    second = released(project, people.lead, "1.1.0")
    client = client_of(people.reviewer)
    told = client.get(url(project, f"/{second.pk}/compare/{first.pk}")).json()
    counts = {name: told[name] for name in ("added", "removed", "changed", "unchanged")}
    assert counts == {"added": 1, "removed": 1, "changed": 0, "unchanged": 0}
    assert [told[side]["version"] for side in ("before", "after")] == ["1.0.0", "1.1.0"]
    assert [told[side]["statistics"]["samples"] for side in ("before", "after")] == [1, 1]
    samples = url(project, f"/{second.pk}/compare/{first.pk}/samples")
    page = client.get(samples, {"page_size": 1}).json()
    rest = client.get(samples, {"page_size": 1, "cursor": page["next"]}).json()
    found = [*page["results"], *rest["results"]]
    assert [(each["external_id"], each["change"]) for each in found] == [
        ("key-0", "removed"),
        ("key-1", "added"),
    ]
    assert rest["next"] is None
    only = client.get(samples, {"change": "added"}).json()
    assert [each["external_id"] for each in only["results"]] == ["key-1"]
    assert client.get(samples, {"cursor": "%%%"}).status_code == 404


def test_what_is_corrected_after_a_release_is_a_change(
    project: Project, people: Cast, work: Finished
) -> None:
    first = released(project, people.lead)
    work.done.image.split = "val"
    work.done.image.save()
    second = released(project, people.lead, "1.0.1")
    told = client_of(people.lead).get(url(project, f"/{second.pk}/compare/{first.pk}/samples"))
    assert told.json()["results"] == [
        {
            "external_id": "key-0",
            "change": "changed",
            "split_before": "train",
            "split_after": "val",
        }
    ]


def test_keys_of_every_script_meet_in_one_order() -> None:
    """Catches a merge that orders by another alphabet than the lists were sorted by."""
    keys = ["a", 'a"', "a!", "a\\", "A", "ä", "木", "🌳", "a b", "", "\n"]
    lines = [content_line(key) for key in keys]
    assert [each for each in differences(sorted(lines), sorted(lines)) if each] == []


def content_line(key: str) -> bytes:
    return b"%b" % encode({"key": key, "sha256": "0" * 64, "split": None})


def test_the_datasheet_is_drafted_and_the_leads_words_go_before_the_draft(
    project: Project, people: Cast, work: Finished
) -> None:
    client = client_of(people.lead)
    drafted = client.get(url(project, "/datasheet")).json()
    questions = {each["key"]: each for each in drafted["questions"]}
    assert {each["section"] for each in drafted["questions"]} == {
        *("Motivation", "Composition", "Collection", "Preprocessing and labelling", "Uses"),
        *("Distribution", "Maintenance"),
    }
    assert questions["composition.instances"]["draft"].startswith("1 image,")
    assert ".v1" not in questions["composition.labels"]["draft"]
    assert questions["collection.people"]["draft"].startswith("3 people")
    said = {"answers": {"uses.uses": "To describe streets.", "collection.people": ""}}
    written = client.put(url(project, "/datasheet"), said, format="json").json()
    answers = {each["key"]: each["answer"] for each in written["questions"]}
    assert (answers["uses.uses"], answers["collection.people"]) == ("To describe streets.", "")
    assert AuditEvent.objects.get(verb="datasheet.written").actor == people.lead
    release = released(project, people.lead)
    frozen = files(release)["datasheet.md"].decode()
    assert "To describe streets." in frozen
    assert "3 people, named by numbers alone." in frozen
    assert "- description, round 2: 0." in frozen
    client.put(url(project, "/datasheet"), {"answers": {}}, format="json")
    assert files(release)["datasheet.md"].decode() == frozen


@pytest.mark.parametrize(
    ("splits", "said"),
    [({"none": 3}, ""), ({"none": 2, "train": 1}, " Splits: without a split: 2, train: 1.")],
)
def test_the_datasheet_names_splits_where_there_are_some(splits: dict[str, int], said: str) -> None:
    known = Material(Project(), {"samples": 3, "splits": splits}, [], 0)
    (asked,) = (each for each in QUESTIONS if each.key == "composition.instances")
    assert asked.draft(known) == f"3 images, each with what was said about it in every round.{said}"


def test_the_datasheet_refuses_what_is_no_question(project: Project, people: Cast) -> None:
    answer = client_of(people.lead).put(
        url(project, "/datasheet"), {"answers": {"uses.abuse": "none"}}, format="json"
    )
    error = answer.json()["error"]
    assert (answer.status_code, error["fields"][0]["path"]) == (422, "answers.uses.abuse")
    assert error["remedy"]
    refused = client_of(people.reviewer).put(
        url(project, "/datasheet"), {"answers": {}}, format="json"
    )
    assert refused.status_code == 403
