"""Four tables that pandas reads, with nothing lost and nothing that a spreadsheet would run."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Scope, Selection
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject
from tests.exchange.captions import CAPTION, caption, caption_project, correct, picture, vote
from tests.exchange.finished import OBJECTS, ROUNDS, Finished, finished
from tests.exchange.tables import exported, read_table, unpacked
from tests.exchange.test_flattening import rebuilt

pytestmark = pytest.mark.django_db
TABLES = ["samples.csv", "objects.csv", "rounds.csv", "answers.csv"]


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def cast_done(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def tables(project: Project, folder: Path, **wanted: Any) -> dict[str, list[dict[str, str]]]:
    unpacked(exported(project, "csv", **wanted)[0], folder)
    return {path.stem: read_table(path) for path in folder.glob("*.csv")}


def test_a_sample_is_a_row_with_its_final_text(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    done, waiting = tables(project, tmp_path)["samples"]
    assert (done["external_id"], done["name"]) == ("key-0", "folder/photo 0.png")
    assert (done["width"], done["height"], done["split"], done["state"]) == (
        ("400", "300", "train", "done")
    )
    assert done["text"] == ROUNDS[-1]
    assert (done["objects"], done["rounds"], done["file"]) == ("2", "6", "")
    assert json.loads(done["metadata"]) == {"Title": "No. 0"}
    assert (waiting["external_id"], waiting["text"], waiting["state"]) == ("key-1", "", "waiting")


def test_final_objects_have_their_boxes_in_pixels_and_in_shares(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    first, second = tables(project, tmp_path)["objects"]
    expected: dict[str, Any] = OBJECTS[1]
    assert (second["rank"], second["label"]) == ("2", "kite")
    box = {side: float(second[side]) for side in ("x", "y", "width", "height")}
    assert box == expected["box"]
    assert float(second["x_share"]) == pytest.approx(10.5 / 400)
    assert float(second["height_share"]) == pytest.approx(9.01 / 300, abs=1e-6)
    assert first["description"] == OBJECTS[0]["description"]


def test_every_round_says_who_made_it_when_and_how_alike_it_is(
    project: Project, cast_done: Finished, people: Cast, tmp_path: Path
) -> None:
    rounds = [row for row in tables(project, tmp_path)["rounds"] if row["external_id"] == "key-0"]
    assert [(row["stage"], row["number"], row["origin"]) for row in rounds] == [
        ("objects", "0", "model"),
        ("objects", "1", "person"),
        ("description", "0", "model"),
        *(("description", str(index), "person") for index in (1, 2, 3)),
    ]
    assert (rounds[0]["producer"], rounds[0]["annotator"]) == ("classical 1", "")
    assert rounds[1]["annotator"] == Pseudonyms(Scope.of(project, Selection())).of(people.ada.pk)
    assert rounds[4]["created_at"].endswith("Z")
    assert 0 < float(rounds[4]["similarity"]) < 1
    assert rounds[4]["started_from"] == "3"
    assert (rounds[5]["from_scratch"], rounds[5]["scratch_reason"]) == ("true", "poor text")
    names = {people.ada.username, people.ada.display_name}
    assert not names & {cell for row in rounds for cell in row.values()}


def test_every_answer_can_be_made_of_its_fields_again(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    rows = [row for row in tables(project, tmp_path)["answers"] if row["external_id"] == "key-0"]

    def answer(place: int) -> Any:
        fields = [row for row in rows if row["place"] == str(place)]
        return rebuilt([(row["field"], row["type"], row["value"]) for row in fields])

    assert answer(1) == {"objects": OBJECTS}
    assert [answer(place) for place in (3, 4, 5)] == [{"text": text} for text in ROUNDS]


def test_captions_and_votes_are_told_field_by_field(
    project: Project, people: Cast, tmp_path: Path
) -> None:
    sample = picture(caption_project(project), "a.jpg")
    row = caption(sample, "A lamp on a tabel.", by=people.ada)
    correct(row, "tabel", "table", people.owner)
    caption(sample, "Too dark.", index=2, by=people.ben, answer={"canned": True})
    vote(row)
    found = tables(project, tmp_path)
    assert json.loads(found["samples"][0]["captions"]) == ["A lamp on a table."]
    fields = {(each["place"], each["field"]): each for each in found["answers"]}
    typed = fields["0", "text"]
    assert (typed["value"], typed["corrected"]) == ("A lamp on a tabel.", "A lamp on a table.")
    assert fields["1", "canned"]["value"] == "true"
    assert fields["2", "votes.grammatical"]["type"] == "boolean"
    assert [each["judges"] for each in found["rounds"]] == ["", "", "0"]
    assert fields["0", "text"]["stage"] == CAPTION["key"]


def test_no_cell_is_a_formula_and_every_text_comes_back(
    project: Project, people: Cast, tmp_path: Path
) -> None:
    texts = ["=1+1", "+49", "-x", "@a", "\tb", "\rc", " =d", "'=e", "''", "NA", 'a "b"\r\nc', "  "]
    sample = picture(caption_project(project), "=cmd.jpg")
    for index, text in enumerate(texts, start=1):
        caption(sample, text, index=index, by=people.ada)
    found = tables(project, tmp_path)
    assert [row["value"] for row in found["answers"] if row["field"] == "text"] == texts
    assert found["samples"][0]["name"] == "=cmd.jpg"
    for name in TABLES:
        assert b",=" not in (tmp_path / name).read_bytes()


def test_the_files_come_in_one_order_with_one_time(project: Project, cast_done: Finished) -> None:
    data, _ = exported(project, "csv")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.namelist() == TABLES
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_pictures_come_with_their_licences_where_they_are_wanted(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    image = cast_done.done.image
    image.metadata = {"Photographer": "Rachel Michetti", "Licence": "CC0 1.0"}
    image.save()
    found = tables(project, tmp_path, with_pictures=True)
    assert found["samples"][0]["file"] == f"images/{image.sha256}.jpg"
    assert (tmp_path / found["samples"][0]["file"]).read_bytes()[:2] == b"\xff\xd8"
    first, second = found["licences"]
    assert (first["file"], first["attribution"], first["licence"]) == (
        found["samples"][0]["file"],
        "Rachel Michetti",
        "CC0 1.0",
    )
    assert (second["title"], second["licence"]) == ("No. 1", "")
    withdrawn = cast_done.withdrawn.image.sha256
    assert not (tmp_path / f"images/{withdrawn}.jpg").exists()
