"""What enrichments refuse, what they tell, and models that read no captions."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.backends.rewriting import QUESTION
from annotate.config.operation_commands.found import operations
from annotate.evaluation.models import EnrichedImage, Enrichment, TextFile
from annotate.evaluation.services import asking, enriching
from annotate.projects.models import Project
from tests.backends.standin.api import StandIn
from tests.backends.standin.wire import Said
from tests.conftest import Cast, client_of
from tests.evaluation.enriching_scene import (
    LONG,
    Json,
    act,
    address,
    base,
    begin,
    captions,
    lead,
    seen,
    standin,
    version,
    work,
)
from tests.evaluation.texts_scene import text_file

__all__ = ["address", "base", "captions", "lead", "standin", "version"]

pytestmark = pytest.mark.django_db


def classical(lead: APIClient, base: str) -> int:
    listed = lead.get(f"{base}/connections").json()
    return next(int(each["serving"]["id"]) for each in listed if each["name"] == "classical")


def refusal(lead: APIClient, base: str, **body: Any) -> tuple[int, str, str]:
    """The status, the field that was refused and the code of its message."""
    answer = lead.post(f"{base}/enrichments", {"name": "Longer", **body}, format="json")
    error = answer.json()["error"]
    (field,) = error["fields"]
    return answer.status_code, field["path"], field["message_code"]


def test_figures_stand_before_and_after_with_how_many_and_how_sure(
    lead: APIClient, base: str, captions: Json, version: int
) -> None:
    told = begin(lead, base, captions, version)
    assert told["figures"] is None
    work(told)
    figures = seen(lead, base, told)["figures"]
    assert figures["pairs"] == 5
    described, readable = (
        next(table for table in figures["tables"] if table["key"] == key)
        for key in ("describe", "readability")
    )
    before, after = described["rows"]
    assert (before["title"], after["title"]) == ("File: XM3600", "Longer")
    # "A kite, number 3." by hand: a, kite, the comma, number, 3 and the full stop.
    assert before["figures"]["tokens"] == 6
    assert (before["texts"], before["intervals"]["tokens"]["n"]) == (5, 5)
    assert after["figures"]["sentences"] == 2
    (difference,) = described["differences"]
    gained = difference["figures"]["tokens"]
    assert gained["mean"] == after["figures"]["tokens"] - 6
    assert gained["low"] <= gained["mean"] <= gained["high"]
    # What the short captions are too few for says why.
    short, long = readable["rows"]
    assert (short["figures"]["ari"], "ari" in short["undefined"]) == (None, True)
    assert long["figures"]["ari"] > 0


def test_a_model_that_reads_no_captions_describes_the_image_alone(
    lead: APIClient, base: str, captions: Json
) -> None:
    told = begin(lead, base, captions, classical(lead, base), question="Unread {captions}")
    assert told["question"] == ""
    work(told)
    done = seen(lead, base, told)
    assert (done["state"], done["counts"]["answered"], done["usage"]["cost"]) == ("done", 5, None)
    pair = lead.get(f"{base}/enrichments/{told['id']}/pairs").json()["results"][0]
    assert len(pair["text"]) > len(pair["captions"][0])


def test_what_can_be_chosen_is_told(
    lead: APIClient, base: str, captions: Json, version: int
) -> None:
    told = lead.get(f"{base}/enrichments/choices").json()
    assert [each["title"] for each in told["sources"]] == ["File: XM3600"]
    by_name = {each["version"]["connection"]["name"]: each for each in told["versions"]}
    assert (by_name["Ours"]["asked_in_words"], by_name["Ours"]["priced"]) == (True, True)
    assert (by_name["classical"]["asked_in_words"], by_name["classical"]["priced"]) == (False,) * 2
    assert "tesseract" not in by_name
    assert told["question"] == QUESTION


def test_what_cannot_be_done_is_refused_and_leaves_nothing(
    lead: APIClient, base: str, captions: Json, version: int, project: Project
) -> None:
    wish = {"source": captions, "version": version}
    assert refusal(lead, base, **{**wish, "version": 10**6}) == (422, "version", "unknown_version")
    listed = lead.get(f"{base}/connections").json()
    reader = next(each["serving"]["id"] for each in listed if each["name"] == "tesseract")
    without_role = (422, "version", "version_without_role")
    assert refusal(lead, base, **{**wish, "version": reader}) == without_role
    nowhere = {"type": "file", "file": 10**6}
    unknown_file = (422, "source.file", "unknown_text_file")
    assert refusal(lead, base, **{**wish, "source": nowhere}) == unknown_file
    elsewhere = text_file(project, [], "elsewhere")
    elsewhere.texts.create(position=1, key="of no image here", text="A boat.")
    no_images = (422, "source", "no_captions_of_images")
    source = {"type": "file", "file": elsewhere.pk}
    assert refusal(lead, base, **{**wish, "source": source}) == no_images
    unknown_place = (422, "question", "unknown_place")
    assert refusal(lead, base, **wish, question="Rewrite {caption}") == unknown_place
    cheap = {**wish, "version": classical(lead, base)}
    assert refusal(lead, base, **cheap, most_cost=5) == (422, "most_cost", "costs_not_known")
    taken = refusal(lead, base, **wish, name="XM3600")
    assert taken == (409, "name", "text_file_name_taken")
    assert not Enrichment.objects.exists()
    assert not TextFile.objects.filter(name="Longer").exists()


def test_a_server_that_refuses_everything_is_not_asked_to_the_end(
    lead: APIClient,
    base: str,
    captions: Json,
    version: int,
    standin: StandIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "MOST_FAILURES", 2)
    standin.faults.extend([Said(400, {"error": {"message": "No credit."}})] * 5)
    told = begin(lead, base, captions, version)
    work(told)
    failed = seen(lead, base, told)
    assert failed["state"] == "failed"
    assert failed["job"]["error"]["message_code"] == "enriching_fails"
    assert "No credit." in failed["job"]["error"]["message"]
    assert failed["counts"]["pending"] > 0
    standin.faults.clear()
    work(act(lead, base, told, "continue", again=True))
    assert seen(lead, base, told)["counts"]["answered"] == 5


def test_nothing_runs_twice_at_once(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn
) -> None:
    told = begin(lead, base, captions, version)
    refused = lead.post(f"{base}/enrichments/{told['id']}/continue", {}, format="json")
    assert refused.json()["error"]["message_code"] == "enrichment_under_way"
    act(lead, base, told, "stop")
    act(lead, base, told, "continue")
    work(told)  # the job before: somebody repeated it on the page of jobs
    assert standin.chats == []
    work(seen(lead, base, told))
    assert len(standin.chats) == 5


def test_an_answer_of_a_worker_that_was_given_up_is_kept(
    lead: APIClient, base: str, captions: Json, version: int
) -> None:
    told = begin(lead, base, captions, version, most_samples=1)
    work(told)
    enrichment = Enrichment.objects.select_related("project", "output", "version__connection").get(
        pk=told["id"]
    )
    late = enriching.Enriching.of(enrichment)
    late.run.most_samples = None
    some = late.next()
    EnrichedImage.objects.filter(pk=some[0].pk).update(state="interrupted")
    late._keep(some[0], _answer())
    some[0].refresh_from_db()
    assert (some[0].state, some[0].problem) == ("answered", None)
    assert some[0].text is not None


def _answer() -> Any:
    from annotate.backends import Caption, Provenance
    from annotate.backends.runs import CaptionRun

    signed = Provenance(backend="openai", version="1", parameters={}, latency_seconds=1)
    return CaptionRun(caption=Caption(text=LONG), provenance=signed)


def test_what_was_written_is_a_file_of_texts_that_stays_while_it_is_in_use(
    lead: APIClient, base: str, captions: Json, version: int
) -> None:
    told = begin(lead, base, captions, version)
    work(told)
    titles = [each["title"] for each in lead.get(f"{base}/text-sources").json()]
    assert titles == ["File: Longer", "File: XM3600"]
    refused = lead.delete(f"{base}/text-files/{told['file']}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "in_use")
    assert lead.delete(f"{base}/text-files/{captions['file']}").status_code == 204
    assert seen(lead, base, told)["source_title"] == "File: XM3600"


def test_reviewers_look_and_annotators_do_not(
    people: Cast, lead: APIClient, base: str, captions: Json, version: int
) -> None:
    told = begin(lead, base, captions, version)
    one = f"{base}/enrichments/{told['id']}"
    reviewer, annotator = client_of(people.reviewer), client_of(people.ada)
    assert reviewer.get(one).status_code == 200
    assert reviewer.post(f"{one}/stop").status_code == 403
    assert annotator.get(one).status_code == 403


def test_the_commands_are_the_operations() -> None:
    from annotate.config.management.commands.enrichments import Command

    named = {operation for operation, _ in Command.verbs.values()}
    assert named == {name for name in operations() if name.startswith("enrichments")}
