"""A caption dataset is enriched beside itself, and no image is asked about twice."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.backends import runs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import FileText
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Sample
from tests.backends.standin.api import StandIn
from tests.evaluation.enriching_scene import (
    LONG,
    Json,
    act,
    address,
    base,
    begin,
    captions,
    lead,
    number_in,
    seen,
    standin,
    states,
    version,
    work,
)

__all__ = ["address", "base", "captions", "lead", "standin", "version"]

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """As a process that is killed: nothing in it is done any more."""


def lines(lead: APIClient, base: str, told: Json) -> list[Json]:
    answer: Any = lead.get(f"{base}/enrichments/{told['id']}/pairs.jsonl")
    assert answer.status_code == 200
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def test_each_caption_is_rewritten_once_and_the_original_stays(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn
) -> None:
    before = list(FileText.objects.filter(file=captions["file"]).values())
    told = begin(lead, base, captions, version)
    work(told)
    assert sorted(map(number_in, standin.chats)) == ["0", "1", "2", "3", "4"]
    done = seen(lead, base, told)
    assert (done["state"], done["counts"]["answered"]) == ("done", 5)
    assert list(FileText.objects.filter(file=captions["file"]).values()) == before
    written = FileText.objects.filter(file=done["file"])
    assert set(written.values_list("text", flat=True)) == {LONG}
    assert set(written.values_list("image", flat=True)) == {row["image_id"] for row in before}


def test_a_killed_run_goes_on_and_asks_about_no_image_twice(
    lead: APIClient,
    base: str,
    captions: Json,
    version: int,
    standin: StandIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = runs.caption_many

    def killed(*sent: Any) -> Any:
        ask(*sent)  # the server has heard and answered
        raise Killed

    told = begin(lead, base, captions, version, most_samples=1)
    work(told)
    act(lead, base, told, "continue")
    monkeypatch.setattr(runs, "caption_many", killed)
    told = seen(lead, base, told)
    with pytest.raises(Killed):
        work(told)
    lost = states(told).count("asked")
    assert lost > 0
    monkeypatch.setattr(runs, "caption_many", ask)
    Job.objects.filter(pk=told["job"]["id"]).update(state="queued")
    work(told)
    numbers = [number_in(chat) for chat in standin.chats]
    assert sorted(numbers) == sorted(set(numbers)) == ["0", "1", "2", "3", "4"]
    done = seen(lead, base, told)
    assert (done["state"], done["counts"]["interrupted"]) == ("done", lost)
    assert {each["message_code"] for each in done["failures"]} == {"enriching_interrupted"}


def test_what_was_lost_is_asked_again_when_the_lead_says_so(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn
) -> None:
    told = begin(lead, base, captions, version)
    standin.say = lambda chat: " " if number_in(chat) == "2" else LONG
    work(told)
    done = seen(lead, base, told)
    assert (done["counts"]["answered"], done["counts"]["failed"]) == (4, 1)
    assert [each["message_code"] for each in done["failures"]] == ["model_wrote_nothing"]
    refused = lead.post(f"{base}/enrichments/{told['id']}/continue", {}, format="json")
    assert (refused.status_code, refused.json()["error"]["message_code"]) == (
        409,
        "nothing_left_to_enrich",
    )
    standin.say = lambda chat: LONG
    standin.chats.clear()
    work(act(lead, base, told, "continue", again=True))
    assert list(map(number_in, standin.chats)) == ["2"]
    assert seen(lead, base, told)["counts"]["answered"] == 5


def test_a_limit_of_images_holds_for_all_runs_together(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn
) -> None:
    told = begin(lead, base, captions, version, most_samples=3)
    work(told)
    first = seen(lead, base, told)
    assert (len(standin.chats), first["state"], first["limit"]) == (3, "limited", "samples")
    assert first["figures"]["pairs"] == 3
    work(act(lead, base, told, "continue", most_samples=4))
    assert len(standin.chats) == 4
    work(act(lead, base, told, "continue"))
    assert (len(standin.chats), seen(lead, base, told)["state"]) == (5, "done")


def test_costs_are_told_and_a_limit_of_costs_is_not_overrun(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn
) -> None:
    told = begin(lead, base, captions, version, most_samples=1)
    work(told)
    one = seen(lead, base, told)["usage"]
    assert one["prompt_tokens"] > 85
    assert one["cost"] == pytest.approx(
        one["prompt_tokens"] / 1000 + one["completion_tokens"] * 2 / 1000
    )
    work(act(lead, base, told, "continue", most_cost=one["cost"] * 3))
    ended = seen(lead, base, told)
    assert (len(standin.chats), ended["state"], ended["limit"]) == (3, "limited", "cost")
    assert ended["usage"]["cost"] == pytest.approx(one["cost"] * 3)


def test_a_stopped_one_keeps_what_was_under_way_and_goes_on(
    lead: APIClient,
    base: str,
    captions: Json,
    version: int,
    standin: StandIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = begin(lead, base, captions, version)
    ask = runs.caption_many

    def stopped_meanwhile(*sent: Any) -> Any:
        act(lead, base, told, "stop")
        return ask(*sent)

    monkeypatch.setattr(runs, "caption_many", stopped_meanwhile)
    work(told)
    under_way, stopped = len(standin.chats), seen(lead, base, told)
    assert 0 < under_way < 5
    assert (stopped["state"], stopped["counts"]["answered"]) == ("stopped", under_way)
    assert stopped["figures"]["pairs"] == under_way
    again = lead.post(f"{base}/enrichments/{told['id']}/stop", {}, format="json")
    assert again.status_code == 409
    monkeypatch.setattr(runs, "caption_many", ask)
    work(act(lead, base, told, "continue"))
    assert (len(standin.chats), seen(lead, base, told)["state"]) == (5, "done")


def test_pairs_are_taken_away_with_all_that_is_known_of_them(
    lead: APIClient, base: str, captions: Json, version: int, project: Project
) -> None:
    told = begin(lead, base, captions, version, question="Rewrite at length: {captions}")
    work(told)
    rows = lines(lead, base, told)
    assert len(rows) == 5
    row = rows[0]
    assert row["enriched"] == LONG
    assert row["model"] == "Ours M0"
    assert row["original/source"] == "File: XM3600"
    (caption,) = row["original"]
    assert row["provenance"]["prompt"] == f"Rewrite at length: - {caption}"
    assert row["provenance"]["usage"]["cost"] == row["cost"] > 0
    assert row["provenance"]["model"] == "Ours M0"
    verbs = AuditEvent.objects.filter(project=project, verb__startswith="enrichment.")
    assert list(verbs.order_by("pk").values_list("verb", "target")) == [
        ("enrichment.started", "Longer"),
        ("enrichment.downloaded", "Longer"),
    ]


def test_what_was_withdrawn_is_neither_asked_about_nor_taken_away(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn, project: Project
) -> None:
    first, second, *_ = Sample.objects.filter(project=project).order_by("pk")
    told = begin(lead, base, captions, version)
    Sample.objects.filter(pk=first.pk).update(state=Sample.State.WITHDRAWN)
    work(told)
    assert len(standin.chats) == 4
    assert seen(lead, base, told)["counts"]["withdrawn"] == 1
    Sample.objects.filter(pk=second.pk).update(state=Sample.State.WITHDRAWN)
    keys = {row["image/key"] for row in lines(lead, base, told)}
    assert len(keys) == 3
    assert not keys & {first.image.external_id, second.image.external_id}
    shown = lead.get(f"{base}/enrichments/{told['id']}/pairs").json()["results"]
    assert len(shown) == 3
