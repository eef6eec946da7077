import hashlib
import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from annotate.analysis.geometry import Box, from_normalised, repair_normalised
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.batches import batches
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.iiw import IiwWriter
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Scope, Selection
from annotate.exchange.exports.writing import Written, write
from annotate.projects.models import Project
from annotate.workflow.models import Annotation
from tests.conftest import Cast, NewProject
from tests.exchange.files import Silent
from tests.exchange.finished import OBJECTS, ROUNDS, SEED_OBJECTS, Finished, finished

RELEASED = {"IIW", "image/key", "objects"}


def exported(project: Project, name: str = "iiw-jsonl", **options: Any) -> tuple[bytes, Written]:
    out = BytesIO()
    written = write(
        out,
        project=project,
        format_=FORMATS[name],
        selection=Selection(**{"with_unfinished": True} | options),
        watcher=Silent(),
    )
    return out.getvalue(), written


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def cast_done(project: Project, people: Cast) -> Finished:
    return finished(project, people)


@pytest.fixture
def records(project: Project, cast_done: Finished) -> list[dict[str, Any]]:
    data, _ = exported(project)
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def test_what_is_read_back_equals_what_was_typed(records: list[dict[str, Any]]) -> None:
    record = records[0]
    assert record["IIW"] == ROUNDS[-1]
    assert [(each["label"], each["description"]) for each in record["objects"]] == [
        (each["label"], each["description"]) for each in OBJECTS
    ]
    assert [each["box"] for each in record["objects"]] == [each["box"] for each in OBJECTS]
    people = [each for each in record["rounds"] if each["origin"] == "person"]
    assert [each["answer"] for each in people] == [
        {"objects": OBJECTS},
        *({"text": text} for text in ROUNDS),
    ]


def test_the_layout_is_that_of_the_release_with_more_keys(records: list[dict[str, Any]]) -> None:
    record = records[0]
    assert set(record) >= RELEASED
    assert list(record) == sorted(record)
    assert record["image/key"] == "key-0"
    first = record["objects"][0]
    assert set(first) == {"label", "description", "normalized_coords", "box", "id"}
    assert first["normalized_coords"] == ["1", "0", "999", "999"]
    assert all(isinstance(value, str) for value in first["normalized_coords"])


def test_keys_come_in_the_order_of_their_names(records: list[dict[str, Any]]) -> None:
    """They are written so by hand."""
    for record in records:
        for told in (record, *record["rounds"], *record["objects"]):
            assert list(told) == sorted(told)


def test_words_with_quotes_and_breaks_are_told_as_they_are(
    project: Project, cast_done: Finished
) -> None:
    odd = 'a "name",\n\\ \u2028 \U0001f986 of \u0007 ü'
    scope = Scope.of(project, Selection())
    [[sample]] = batches(scope)
    odd_rounds = [row._replace(producer=odd, scratch_reason=odd) for row in sample.rounds]
    odd_picture = sample.picture._replace(name=odd, split=odd, external_id=odd)
    out = DigestingFile(BytesIO())
    line = IiwWriter(scope, out).line(replace(sample, picture=odd_picture, rounds=odd_rounds))
    out.close()
    record = json.loads(line)
    assert {record[f"image/{key}"] for key in ("name", "split", "key")} == {odd}
    told = {each[key] for each in record["rounds"] for key in ("producer", "scratch_reason")}
    assert told == {odd}


def test_every_round_is_told_with_its_provenance(records: list[dict[str, Any]]) -> None:
    rounds = records[0]["rounds"]
    assert [(each["stage"], each["index"], each["origin"]) for each in rounds] == [
        ("objects", 0, "model"),
        ("objects", 1, "person"),
        ("description", 0, "model"),
        ("description", 1, "person"),
        ("description", 2, "person"),
        ("description", 3, "person"),
    ]
    assert rounds[0]["answer"] == SEED_OBJECTS
    assert rounds[0]["producer"] == "classical 1"
    assert rounds[0]["annotator"] is None
    assert [each["started_from"] for each in rounds] == [None, 0, None, 2, 3, 4]
    assert (rounds[5]["from_scratch"], rounds[5]["scratch_reason"]) == (True, "poor text")
    assert rounds[4]["measures"]["from_base"]["tokens_before"] > 0
    assert rounds[4]["created_at"].endswith("Z")


def test_the_image_is_told_so_that_it_can_be_found_again(records: list[dict[str, Any]]) -> None:
    record = records[0]
    assert (record["image/width"], record["image/height"]) == (400, 300)
    assert record["image/name"] == "folder/photo 0.png"
    assert record["image/split"] == "train"
    assert record["image/metadata"] == {"Title": "No. 0"}
    assert len(record["image/sha256"]) == 64


def test_a_sample_nobody_worked_on_has_seeds_but_no_final_text(
    records: list[dict[str, Any]],
) -> None:
    waiting = records[1]
    assert (waiting["image/key"], waiting["sample/state"]) == ("key-1", "waiting")
    assert (waiting["IIW"], waiting["objects"]) == (None, [])
    assert len(waiting["rounds"]) == 2


def test_withdrawn_samples_are_never_given_away(records: list[dict[str, Any]]) -> None:
    assert [record["image/key"] for record in records] == ["key-0", "key-1"]


def test_finished_samples_unless_others_are_wanted(project: Project, cast_done: Finished) -> None:
    data, written = exported(project, with_unfinished=False)
    assert written.samples == 1
    assert json.loads(data)["image/key"] == "key-0"


def test_people_are_named_by_pseudonyms_that_differ_between_projects(
    project: Project, records: list[dict[str, Any]], new_project: NewProject, people: Cast
) -> None:
    text = json.dumps(records)
    for user in (people.ada, people.ben, people.cleo):
        assert f'"{user.username}"' not in text
        assert user.display_name not in text
    names = [each["annotator"] for each in records[0]["rounds"] if each["annotator"]]
    assert names[0] == names[1] != names[2]
    assert names[0] == Pseudonyms(Scope.of(project, Selection())).of(people.ada.pk)
    assert names[0] != Pseudonyms(Scope.of(new_project(), Selection())).of(people.ada.pk)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_same_project_gives_the_same_bytes(
    project: Project, cast_done: Finished, name: str
) -> None:
    (first, written), (second, _) = exported(project, name), exported(project, name)
    assert first == second
    assert written.sha256 == hashlib.sha256(first).hexdigest()
    assert written.size_bytes == len(first)


@pytest.mark.parametrize("name", [name for name in FORMATS if FORMATS[name].suffix != ".zip"])
def test_an_empty_project_is_exported_as_such(project: Project, name: str) -> None:
    data, written = exported(project, name)
    assert written.samples == 0
    first_list = "data" if name.startswith("textcaps") else "images"
    lines = name in ("iiw-jsonl", "finetuning-chat")
    assert data == b"" if lines else json.loads(data)[first_list] == []


def test_normalised_boxes_lead_back_to_within_half_a_grid_step(
    records: list[dict[str, Any]],
) -> None:
    for each in records[0]["objects"]:
        box, swapped = repair_normalised(each["normalized_coords"])
        assert not swapped
        back, before = from_normalised(box, width=400, height=300), Box(**each["box"])
        assert abs(back.x - before.x) <= 400 / 1998 + 0.01
        assert abs(back.bottom - before.bottom) <= 300 / 1998 + 0.01


def test_what_is_added_while_it_runs_is_left_out(project: Project, cast_done: Finished) -> None:
    scope = Scope.of(project, Selection(with_unfinished=True))
    late = Annotation.objects.filter(sample=cast_done.done).order_by("-id")[0]
    late.pk, late.index, late.origin = None, 9, Annotation.Origin.IMPORT
    late._state.adding = True
    late.save()
    (batch,) = batches(scope)
    assert [each.number for each in batch[0].rounds] == [0, 1, 0, 1, 2, 3]
