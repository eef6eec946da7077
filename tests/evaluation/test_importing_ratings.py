"""Labels from elsewhere: whole or not at all, and every wrong row is named."""

import gzip
import json
from typing import Any

import pytest

from annotate.evaluation.models import ImportedRating, Study, StudyItem
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, add_samples
from tests.evaluation.studies import brought_in, csv_of, get, send

HEAD = "comparison,image,left,right,metric,score"
GOOD = "c,a,L,R,tldr,1"


def refused(people: Cast, project: Project, content: bytes, status: int = 422) -> dict[str, Any]:
    """Return the error, having seen that nothing was brought in."""
    answer = send(people.owner, project, content)
    assert answer.status_code == status, answer.content
    assert not Study.objects.exists()
    error: dict[str, Any] = answer.json()["error"]
    return error


@pytest.mark.parametrize(
    ("row", "path", "code"),
    [
        ("c,b,L,R,tldr,3", "rows[2].score", "bad_score"),
        ("c,b,L,R,tldr,0.5", "rows[2].score", "bad_score"),
        ("c,b,L,R,tldr,", "rows[2].score", "bad_score"),
        ("c,b,L,R,tldr", "rows[2].score", "bad_score"),
        ("c,,L,R,tldr,1", "rows[2].image", "missing"),
        ("c,b,R,L,tldr,1", "rows[2].left", "other_sources"),
        ("c,b,L,Other,tldr,1", "rows[2].left", "other_sources"),
        ("c,a,L,R,tldr,2", "rows[2].metric", "given_twice"),
        ("c,b,L,R,T L D R,1", "rows[2].metric", "bad_metric"),
        (f"c,{'b' * 501},L,R,tldr,1", "rows[2].image", "too_long"),
        (",b,L,R,tldr,1", "rows[2].comparison", "missing"),
    ],
)
def test_a_wrong_row_is_named(
    people: Cast, project: Project, row: str, path: str, code: str
) -> None:
    error = refused(people, project, "\n".join([HEAD, GOOD, row]).encode())
    assert [(each["path"], each["code"]) for each in error["fields"]] == [(path, code)]
    assert error["code"] == "wrong_rows"


def test_all_wrong_rows_are_named_at_once(people: Cast, project: Project) -> None:
    rows = [GOOD, "c,b,L,R,tldr,x", "c,d,L,R,tldr,1", "c,e,L,R,tldr,y"]
    error = refused(people, project, "\n".join([HEAD, *rows]).encode())
    assert [each["path"] for each in error["fields"]] == ["rows[2].score", "rows[4].score"]
    assert error["message"].startswith("2 rows are wrong")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (HEAD.encode(), "no row"),
        (b"comparison,image,metric,score\nc,a,tldr,1", "no column left, right"),
        (b"\xff\xfe\x00", "neither JSON nor CSV"),
        (b"\x1f\x8bnonsense", "damaged"),
    ],
)
def test_a_file_that_is_none_says_why(
    people: Cast, project: Project, content: bytes, said: str
) -> None:
    error = refused(people, project, content)
    assert said in " ".join([error["message"], *(each["message"] for each in error["fields"])])


def test_a_file_of_several_comparisons_needs_one_to_be_named(
    people: Cast, project: Project
) -> None:
    content = "\n".join([HEAD, GOOD, "other,a,X,Y,tldr,-1", "other,b,X,Y,tldr,oops"]).encode()
    error = refused(people, project, content)
    assert error["fields"][0]["path"] == "comparison"
    assert "c, other" in error["message"]
    # What is wrong with another comparison is no matter here.
    study = brought_in(people.owner, project, content, comparison="c")
    assert get(people.owner, f"{study}/results")["sources"] == ["L", "R"]
    again = send(people.owner, project, content, comparison="third", name="Third")
    assert again.status_code == 422


def test_a_study_of_labels_is_closed_and_asks_nobody(people: Cast, project: Project) -> None:
    sample = add_samples(project, 1)[0]
    said = [(sample.image.name, "tldr", 1, "x"), ("unknown.jpg", "tldr", -1, "y")]
    study = get(people.reviewer, brought_in(people.owner, project, csv_of(said)))
    assert (study["state"], study["work"], study["design"]) == ("closed", None, "side_by_side.v1")
    assert (study["items"], study["ratings"], study["wanted"]) == (2, 2, 2)
    assert [each["title"] for each in study["sources"]] == ["Old", "New"]
    assert study["options"]["metrics"][0]["title"] == "First lines as a summary"
    first, second = StudyItem.objects.filter(study=study["id"]).order_by("number")
    assert (first.image_id, second.image_id) == (sample.image_id, None)
    assert AuditEvent.objects.filter(project=project, verb="study.imported").count() == 1


def test_one_name_is_one_study(people: Cast, project: Project) -> None:
    brought_in(people.owner, project, csv_of([("a", "tldr", 1, "x")]))
    answer = send(people.owner, project, csv_of([("a", "tldr", 1, "x")]))
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "name_taken"
    assert ImportedRating.objects.count() == 1


def test_packed_files_and_json_lines_are_read_as_they_are(people: Cast, project: Project) -> None:
    packed = gzip.compress(csv_of([("a", "tldr", -2, "x")]))
    assert get(people.owner, f"{brought_in(people.owner, project, packed)}/results")["items"] == 1
    row = {"comparison": "c", "image": 7, "left": "L", "right": "R", "metric": "tldr", "score": -1}
    lines = "\n".join(json.dumps({**row, "image": number}) for number in range(3)).encode()
    study = brought_in(people.owner, project, lines, name="Lines")
    assert get(people.owner, f"{study}/results")["metrics"][0]["counts"] == [0, 3, 0, 0, 0]


def test_metrics_that_nobody_knows_are_called_by_their_key(people: Cast, project: Project) -> None:
    study = brought_in(people.owner, project, csv_of([("a", "colour_and-light", 1, "x")]))
    assert get(people.owner, f"{study}/results")["metrics"][0]["title"] == "Colour and light"
