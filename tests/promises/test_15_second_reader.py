"""What a second reader says is evidence: it is shown as said, and no text is read twice."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.backends import runs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import ReadText
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.conftest import Cast, client_of
from tests.evaluation.enriching_scene import base, lead
from tests.evaluation.reading_scene import (
    DOG,
    Json,
    act,
    answers,
    begin,
    evidence,
    kite,
    number_in,
    seen,
    states,
    verdicts,
    version,
    work,
)
from tests.evaluation.texts_scene import source_of, text_file

__all__ = ["address", "answers", "base", "lead", "standin", "version"]

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """As a process that is killed: nothing in it is done any more."""


def test_each_sentence_is_told_as_the_reader_said_with_its_box_and_what_nobody_mentions(
    lead: APIClient, base: str, answers: list[Annotation], version: int, standin: StandIn
) -> None:
    told = begin(lead, base, version)
    work(told)
    assert sorted(map(number_in, standin.chats)) == [0, 1, 2, 3, 4, 5]
    done = seen(lead, base, told)
    assert (done["state"], done["counts"]["answered"]) == ("done", 6)
    assert done["said"] == {
        "seen": 8,
        "not_seen": 1,
        "contradicted": 2,
        "invalid": 1,
        "not_mentioned": 6,
        "objects": 12,
    }
    (said,) = evidence(lead, base, answers[1])
    assert [(each["text"], each["verdict"]) for each in said["sentences"]] == [
        (kite(1), "seen"),
        (DOG, "contradicted"),
    ]
    # The right half of the upper half of a picture of 64 by 48 pixels.
    assert said["sentences"][1]["box"] == {"x": 32, "y": 0, "width": 32, "height": 24}
    assert [thing["label"] for thing in said["not_mentioned"]] == ["tree"]
    assert said["version"]["connection"]["name"] == "Second"
    assert verdicts(evidence(lead, base, answers[5])[0]) == ["seen", "invalid"]


def test_a_reply_that_is_none_counts_as_invalid_and_is_shown_as_that(
    lead: APIClient, base: str, answers: list[Annotation], version: int, standin: StandIn
) -> None:
    standin.say = lambda chat: "I would say that all of it is fine."
    told = begin(lead, base, version)
    work(told)
    done = seen(lead, base, told)
    assert (done["said"]["invalid"], done["said"]["seen"], done["said"]["objects"]) == (12, 0, 0)
    (said,) = evidence(lead, base, answers[0])
    assert (verdicts(said), said["not_mentioned"]) == (["invalid", "invalid"], None)


def test_a_killed_run_goes_on_and_reads_no_text_twice(
    lead: APIClient,
    base: str,
    answers: list[Annotation],
    version: int,
    standin: StandIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = runs.caption_many

    def killed(*sent: Any) -> Any:
        ask(*sent)  # the server has heard and answered
        raise Killed

    told = begin(lead, base, version, most_samples=1)
    work(told)
    told = act(lead, base, told, "continue")
    monkeypatch.setattr(runs, "caption_many", killed)
    with pytest.raises(Killed):
        work(told)
    lost = states(told).count("asked")
    assert lost > 0
    monkeypatch.setattr(runs, "caption_many", ask)
    Job.objects.filter(pk=told["job"]["id"]).update(state="queued")
    work(told)
    assert sorted(map(number_in, standin.chats)) == [0, 1, 2, 3, 4, 5]
    done = seen(lead, base, told)
    assert (done["state"], done["counts"]["interrupted"]) == ("done", lost)
    work(act(lead, base, told, "continue", again=True))
    assert len(standin.chats) == 6 + lost
    assert seen(lead, base, told)["counts"]["answered"] == 6


def test_another_run_of_the_same_version_reads_only_what_is_new(
    lead: APIClient, base: str, answers: list[Annotation], version: int, standin: StandIn
) -> None:
    work(begin(lead, base, version))
    again = begin(lead, base, version)
    work(again)
    assert len(standin.chats) == 6
    failed = seen(lead, base, again)
    assert (failed["state"], failed["job"]["error"]["message_code"]) == (
        "failed",
        "nothing_to_read_again",
    )


def test_limits_of_texts_and_costs_hold_for_all_runs_together(
    lead: APIClient, base: str, answers: list[Annotation], version: int, standin: StandIn
) -> None:
    told = begin(lead, base, version, most_samples=1)
    work(told)
    first = seen(lead, base, told)
    assert (len(standin.chats), first["state"], first["limit"]) == (1, "limited", "samples")
    cost = first["usage"]["cost"]
    assert cost > 0
    work(act(lead, base, told, "continue", most_cost=cost * 3.5))
    ended = seen(lead, base, told)
    assert (ended["state"], ended["limit"]) == ("limited", "cost")
    assert ended["usage"]["cost"] == pytest.approx(sum(spent(told)))
    assert len(standin.chats) < 6


def spent(told: Json) -> list[float]:
    return list(ReadText.objects.filter(reading=told["id"]).values_list("cost", flat=True))


def test_nobody_who_annotates_gets_any_of_it_and_no_verdict_comes_of_it(
    lead: APIClient,
    base: str,
    answers: list[Annotation],
    version: int,
    people: Cast,
    project: Project,
) -> None:
    told = begin(lead, base, version)
    before = list(Assignment.objects.order_by("pk").values())
    work(told)
    assert list(Assignment.objects.order_by("pk").values()) == before
    assert Annotation.objects.filter(project=project).count() == 12
    ada, rita = client_of(people.ada), client_of(people.reviewer)
    one = f"{base}/second-readings/{told['id']}"
    for place in (
        f"{base}/second-readings",
        f"{base}/second-readings/precision",
        f"{base}/second-readings/answers/{answers[1].pk}",
        one,
        f"{one}/texts",
        f"{one}/texts.jsonl",
    ):
        assert ada.get(place).status_code == 403, place
        assert rita.get(place).status_code == 200, place
    body = {"source": {"type": "final", "stage": "description"}, "version": version}
    for asker in (ada, rita):
        refused = asker.post(f"{base}/second-readings", body, format="json")
        assert refused.status_code == 403


def test_what_is_not_finished_or_was_withdrawn_is_not_read(
    lead: APIClient, base: str, answers: list[Annotation], version: int, standin: StandIn
) -> None:
    Sample.objects.filter(pk=answers[0].sample_id).update(state=Sample.State.OPEN)
    told = begin(lead, base, version, most_samples=1)
    work(told)
    read = number_in(standin.chats[0])
    assert seen(lead, base, told)["counts"]["total"] == 5
    others = [place for place in (1, 2) if place != read]
    gone = Sample.objects.filter(pk__in=[answers[place].sample_id for place in others])
    gone.update(state=Sample.State.WITHDRAWN)
    work(act(lead, base, told, "continue"))
    asked = set(map(number_in, standin.chats))
    assert asked == set(range(1, 6)) - set(others)
    assert seen(lead, base, told)["counts"]["withdrawn"] == len(others)
    Sample.objects.filter(pk=answers[read].sample_id).update(state=Sample.State.WITHDRAWN)
    assert evidence(lead, base, answers[read]) == []


def test_texts_of_a_file_and_versions_that_are_not_asked_in_words_are_refused(
    lead: APIClient, base: str, answers: list[Annotation], version: int, project: Project
) -> None:
    file = text_file(project, list(Sample.objects.filter(project=project)))
    body = {"source": source_of(file), "version": version}
    refused = lead.post(f"{base}/second-readings", body, format="json")
    assert (refused.status_code, refused.json()["error"]["message_code"]) == (
        422,
        "file_not_read_again",
    )
    choices = lead.get(f"{base}/second-readings/choices").json()
    assert [each["version"]["id"] for each in choices["versions"]] == [version]
    assert choices["sources"][0]["source"]["type"] == "final"
    classical = project.model_versions.get(connection__name="classical")
    body = {"source": {"type": "final", "stage": "description"}, "version": classical.pk}
    refused = lead.post(f"{base}/second-readings", body, format="json")
    assert refused.json()["error"]["message_code"] == "version_not_asked_in_words"


def test_it_is_taken_away_with_all_that_is_known_of_it(
    lead: APIClient, base: str, answers: list[Annotation], version: int, project: Project
) -> None:
    told = begin(lead, base, version)
    work(told)
    file: Any = lead.get(f"{base}/second-readings/{told['id']}/texts.jsonl")
    rows = [json.loads(line) for line in b"".join(file.streaming_content).splitlines()]
    assert {row["annotation"] for row in rows} == {answer.pk for answer in answers}
    row = next(row for row in rows if row["annotation"] == answers[1].pk)
    assert [each["verdict"] for each in row["sentences"]] == ["seen", "contradicted"]
    assert row["model"] == row["provenance"]["model"] == "Second M0"
    assert kite(1) in row["provenance"]["prompt"]
    assert [thing["label"] for thing in row["not_mentioned"]] == ["tree"]
    verbs = AuditEvent.objects.filter(project=project, verb__startswith="second_reading.")
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == [
        "second_reading.started",
        "second_reading.downloaded",
    ]
