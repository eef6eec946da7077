"""Seeds made elsewhere come in row by row; a bad row is named and stops nothing."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import claim, mark, thing

pytestmark = pytest.mark.django_db

TEXT = {"text": "A tall tree in a field."}


@pytest.fixture
def sample(project: Project) -> Sample:
    [made] = add_samples(project, 1, opened=False)
    Image.objects.filter(pk=made.image_id).update(external_id="tree-1")
    return made


def row(**changes: Any) -> dict[str, Any]:
    return {
        "external_id": "tree-1",
        "producer": "big model 2",
        "seeds": {"objects": {"objects": [thing()]}, "description": TEXT},
        **changes,
    }


def send(project: Project, people: Cast, *rows: Any) -> dict[str, Any]:
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in rows]
    file = SimpleUploadedFile("seeds.jsonl", b"\n".join(lines))
    answer = client_of(people.owner).post(f"/api/v1/projects/{project.pk}/seeds", {"file": file})
    assert answer.status_code == 200, answer.content
    result: dict[str, Any] = answer.json()
    return result


def test_a_row_gives_its_sample_seeds_and_opens_it(
    people: Cast, project: Project, sample: Sample
) -> None:
    result = send(project, people, row())
    assert result == {
        "counts": {"total": 1, "added": 1, "skipped": 0, "failed": 0},
        "errors": [],
    }
    assert [each.producer for each in Annotation.objects.all()] == ["big model 2"] * 2
    held = claim(project, people.ada)
    assert held.sample_id == sample.pk
    assert held.base == Annotation.objects.get(stage_key="objects")


WRONG: list[tuple[Any, str, str]] = [
    (b"{not json", "", "not_json"),
    (b"[1, 2]", "", "not_json"),
    (b"\xff\xfe", "", "not_json"),
    (b"[" * 50_000, "", "not_json"),
    (row(external_id="nobody"), "external_id", "unknown_image"),
    (row(external_id="\u0000"), "external_id", "unknown_image"),
    (row(external_id="\ud800"), "external_id", "unknown_image"),
    (row(external_id=None), "external_id", "unknown_image"),
    (row(seeds=None), "seeds", "required"),
    (row(seeds={}), "seeds", "required"),
    (row(seeds={"nowhere": TEXT}), "seeds.nowhere", "unknown_stage"),
    (row(seeds={"a\u0000": TEXT}), "seeds.a\u0000", "unknown_stage"),
    (row(seeds={"description": {"text": ""}}), "seeds.description.text", "text_missing"),
    (row(seeds={"description": "text"}), "seeds.description", "wrong_type"),
    (
        row(seeds={"description": {"text": "x" * 1_200_000}}),
        "seeds.description",
        "answer_too_large",
    ),
    (
        row(seeds={"objects": {"objects": [thing(label="")]}}),
        "seeds.objects.objects[0].label",
        "",
    ),
]


@pytest.mark.parametrize(("bad", "field", "code"), WRONG, ids=range(len(WRONG)))
def test_a_bad_row_is_named_and_the_next_one_is_taken(
    people: Cast, project: Project, sample: Sample, bad: Any, field: str, code: str
) -> None:
    result = send(project, people, bad, row())
    assert result["counts"] == {"total": 2, "added": 1, "skipped": 0, "failed": 1}
    [error] = result["errors"]
    assert (error["row"], error["field"]) == (1, field)
    assert code in ("", error["code"])
    assert error["message"].endswith(".")


def test_a_row_is_taken_whole_or_not_at_all(people: Cast, project: Project, sample: Sample) -> None:
    send(project, people, row(seeds={"objects": {"objects": []}, "description": {"text": ""}}))
    assert not Annotation.objects.exists()
    sample.refresh_from_db()
    assert sample.state == "waiting"


@pytest.mark.parametrize("producer", [None, "", " ", 5, "x" * 900, "a\u0000b", "\ud800", {"a": 1}])
def test_any_producer_can_be_written_down(
    people: Cast, project: Project, sample: Sample, producer: Any
) -> None:
    assert send(project, people, row(producer=producer))["counts"]["added"] == 1
    assert all(each.producer for each in Annotation.objects.all())


def test_the_same_file_again_adds_nothing(people: Cast, project: Project, sample: Sample) -> None:
    send(project, people, row())
    assert send(project, people, row())["counts"] == {
        "total": 1,
        "added": 0,
        "skipped": 1,
        "failed": 0,
    }
    assert Annotation.objects.count() == 2


def test_blank_lines_are_no_rows(people: Cast, project: Project, sample: Sample) -> None:
    assert send(project, people, b"", row(), b"  ")["counts"]["total"] == 1


def test_rows_are_counted_as_lines_of_the_file(
    people: Cast, project: Project, sample: Sample
) -> None:
    [error] = send(project, people, row(), b"", row(external_id="nobody"))["errors"]
    assert error["row"] == 3


def test_a_seed_for_a_started_sample_changes_nothing_for_who_started(
    people: Cast, project: Project, sample: Sample
) -> None:
    send(project, people, row())
    held = claim(project, people.ada)
    base = held.base
    send(project, people, row(seeds={"objects": {"objects": []}}, producer="newer"))
    assert claim(project, people.ada).base == base


def test_an_image_of_another_project_is_unknown(
    people: Cast, sample: Sample, new_project: Any
) -> None:
    other = new_project()
    [error] = send(other, people, row())["errors"]
    assert error["code"] == "unknown_image"


def test_a_file_is_needed(people: Cast, project: Project) -> None:
    answer = client_of(people.owner).post(f"/api/v1/projects/{project.pk}/seeds", {})
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "file"


def test_seeds_of_finished_objects_leave_them_alone(
    people: Cast, project: Project, sample: Sample
) -> None:
    send(project, people, row())
    mark(project, people.ada)
    send(project, people, row(producer="newer"))
    sample.refresh_from_db()
    assert (sample.state, sample.stage_key) == ("open", "description")
