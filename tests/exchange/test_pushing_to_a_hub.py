"""A release on a hub: what lies there, what a second push does, and what is never sent."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from annotate.core.jobs import services as job_services
from annotate.exchange.models import HubPush, Release
from annotate.projects.models import AuditEvent, Project
from annotate.workflow import services as workflow
from tests.conftest import Cast, client_of
from tests.crowd.stand_ins.server import Asked, Said
from tests.exchange.finished import ROUNDS, Finished
from tests.exchange.hub_scene import NAME, hub, of, project, pushed, release, token, work
from tests.exchange.hub_stand_in import TOKEN, Repository, StandInHub
from tests.exchange.released import digest_of, files, released
from tests.exchange.test_releases_compared import finish

__all__ = ["hub", "project", "release", "token", "work"]

pytestmark = pytest.mark.django_db
KEPT = ("manifest.json", "statistics.json", "recipe.json", "guidelines.md", "datasheet.md")


def front(repository: Repository) -> dict[str, Any]:
    return dict(yaml.safe_load(repository.files["README.md"].decode().split("---\n")[1]))


def test_a_release_lies_on_the_hub_as_a_private_dataset_with_card_and_papers(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    told = pushed(release, people)
    repository = hub.repositories[NAME]
    assert repository.private
    assert (told["state"], told["is_new"], told["private"]) == ("succeeded", True, True)
    assert told["commit"] == repository.head
    assert told["url"] == f"{hub.url}/datasets/{NAME}"
    frozen = files(release)
    assert {path: repository.files[path] for path in KEPT} == {path: frozen[path] for path in KEPT}
    digest = hashlib.sha256(repository.files["manifest.json"]).hexdigest()
    assert digest == digest_of(release)
    card = repository.files["README.md"].decode()
    head = front(repository)
    assert (head["license"], head["pretty_name"]) == ("cc-by-4.0", "Street scenes")
    assert head["configs"][0]["data_files"] == [{"split": "train", "path": "data/train-*"}]
    assert digest in card
    assert "@misc{streets}" in card
    assert 'load_dataset("lab/streets")' in card
    assert repository.messages[-1]["summary"] == "Street scenes 1.0.0"
    assert json.loads(repository.files["tombstones.json"]) == {"tombstones": []}


def test_what_lies_on_the_hub_loads_with_its_texts_and_objects(
    hub: StandInHub, token: str, release: Release, people: Cast, tmp_path: Path
) -> None:
    from datasets import load_dataset

    pushed(release, people)
    folder = hub.repositories[NAME].write_to(tmp_path / "streets")
    data = load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    record = json.loads(files(release)["records.jsonl"])
    row = data["train"][0]
    assert data.num_rows == {"train": 1}
    assert row["text"] == record["IIW"] == ROUNDS[-1]
    assert [each["label"] for each in row["objects"]] == ["Oak – “old”", "kite"]


def test_the_same_release_pushed_twice_is_one_commit_and_says_so(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    first = pushed(release, people)
    sent = len(hub.paths("PUT"))
    second = pushed(release, people)
    assert (second["state"], second["is_new"]) == ("succeeded", False)
    assert second["commit"] == first["commit"]
    assert len(hub.repositories[NAME].commits) == 2
    assert len(hub.paths("PUT")) == sent == 1


def test_the_next_version_replaces_its_files_and_leaves_those_of_others(
    hub: StandInHub, token: str, release: Release, people: Cast, project: Project, work: Finished
) -> None:
    pushed(release, people)
    repository = hub.repositories[NAME]
    repository.commits.append(
        repository.files
        | {"data/unsplit-00000-of-00001.parquet": b"of before", "data/mine.parquet": b"mine"}
    )
    finish(project, people, work.waiting)
    following = released(project, people.lead, "1.1.0", formats=["parquet"])
    assert pushed(following, people)["is_new"]
    there = repository.files
    assert {path for path in there if path.startswith("data/")} == {
        "data/train-00000-of-00001.parquet",
        "data/mine.parquet",
    }
    assert hashlib.sha256(there["manifest.json"]).hexdigest() == digest_of(following)


def test_a_sample_withdrawn_later_is_named_on_the_hub_by_the_next_push(
    hub: StandInHub, token: str, release: Release, people: Cast, work: Finished
) -> None:
    pushed(release, people)
    workflow.withdraw_sample(sample=work.done, actor=people.lead, reason="asked for")
    assert pushed(release, people)["is_new"]
    told = json.loads(hub.repositories[NAME].files["tombstones.json"])["tombstones"]
    assert [each["external_id"] for each in told] == ["key-0"]


def test_a_large_file_goes_in_the_parts_that_the_hub_asks_for(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    hub.part_size = 10_000
    assert pushed(release, people)["state"] == "succeeded"
    (path,) = (path for path in hub.repositories[NAME].files if path.endswith(".parquet"))
    parts = [path for path in hub.paths("PUT") if "?part=" in path]
    assert len(parts) == -(-len(hub.repositories[NAME].files[path]) // 10_000) > 1


def test_a_push_that_broke_off_sends_what_is_missing_alone(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    def no_commits(asked: Asked) -> Said | None:
        return Said({"error": "Disk full"}, 500) if "/commit/" in asked.path else None

    hub.instead = no_commits
    told = pushed(release, people)
    assert (told["state"], told["commit"]) == ("failed", "")
    assert told["job"]["error"]["message_code"] == "hub_fails"
    hub.instead = lambda asked: None
    again = HubPush.objects.get()
    assert again.job is not None
    job_services.retry(again.job)
    job_services.run(again.job.pk)
    again.refresh_from_db()
    assert again.commit == hub.repositories[NAME].head
    assert len(hub.paths("PUT")) == 1


def test_a_name_alone_is_one_of_the_tokens_account(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    assert pushed(release, people, repository="streets", private=False)["repository"] == NAME
    assert not hub.repositories[NAME].private


def test_pushes_and_the_token_are_in_the_audit_without_the_token(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    told = pushed(release, people)
    lead = client_of(people.lead)
    lead.delete(f"{of(release.project)}/hub")
    events = AuditEvent.objects.filter(project=release.project).order_by("id")
    verbs = [event.verb for event in events if event.verb.startswith(("hub.", "release.push"))]
    assert verbs == [
        "hub.token_given",
        "release.push_started",
        "release.pushed",
        "hub.token_removed",
    ]
    last = events.get(verb="release.pushed")
    assert (last.actor, last.data["commit"]) == (people.lead, told["commit"])
    assert last.data["repository"] == NAME
    assert TOKEN not in str([(event.target, event.data) for event in events])
