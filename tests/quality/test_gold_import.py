"""Gold from a file: each good row is in, each bad one is told of, a dry run adds nothing."""

import json
from io import BytesIO
from typing import Any

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.quality.models import GoldItem
from annotate.quality.services import gold_import
from annotate.quality.services.gold_import import Account, import_gold
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, client_of
from tests.quality.gold_scene import STAGE, caption_hits, captions_and_votes, done_samples
from tests.quality.scene import captioned
from tests.workflow.hit_acts import YES

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(project: Project) -> Sample:
    caption_hits(project)
    [made] = done_samples(project, 1)
    return made


def row(sample: Sample, **changes: Any) -> dict[str, Any]:
    return {"image": sample.image.name, "expected": {"text_detected": True}} | changes


def lines(*rows: Any) -> bytes:
    return b"\n".join(
        each if isinstance(each, bytes) else json.dumps(each).encode() for each in rows
    )


def load(project: Project, people: Cast, data: bytes, **more: Any) -> Account:
    stage = more.pop("stage", STAGE)
    return import_gold(
        project=project, actor=people.owner, file=BytesIO(data), stage_key=stage, **more
    )


def test_a_good_row_is_in(project: Project, people: Cast, sample: Sample) -> None:
    uses = ["practice", "test"]
    data = lines(row(sample, is_good=False, uses=uses, note="The shop sign."))
    account = load(project, people, data)
    assert (account.total, account.added, account.failed) == (1, 1, 0)
    item = GoldItem.objects.get()
    assert (item.sample, item.about, item.expected) == (sample, None, {"text_detected": True})
    assert (item.is_good, item.is_mixed, item.is_practice, item.is_test) == (
        False,
        False,
        True,
        True,
    )
    assert item.note == "The shop sign."


def test_an_image_is_found_by_its_id_before_its_name(
    project: Project, people: Cast, sample: Sample
) -> None:
    other = done_samples(project, 1)[0]
    other.image.name = sample.image.external_id
    other.image.save()
    load(project, people, lines(row(sample, image=sample.image.external_id)))
    assert GoldItem.objects.get().sample == sample


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"image": "nowhere.jpg"}, "image", "image_unknown"),
        ({"stage": "nothing"}, "stage", "unknown_stage"),
        ({"expected": {"colour": True}}, "expected.colour", "unknown_part"),
        ({"expected": {}}, "expected", "too_few"),
        ({"expected": {"text_detected": "yes"}}, "expected.text_detected", "wrong_type"),
        ({"uses": []}, "uses", "unknown_use"),
        ({"uses": ["mixed", "sport"]}, "uses", "unknown_use"),
        ({"answer": {"text": "A kite."}}, "answer", "nothing_judged"),
        ({"image": "a\u0000b"}, "", "bad_characters"),
        ({"note": "\ud800"}, "", "bad_characters"),
        ({"\ud800": 1}, "", "bad_characters"),
        ({"note": "x" * 2001}, "note", None),
        ({"colour": 3}, "colour", None),
        ({"note": "x" * 100_000}, "", "line_too_long"),
    ],
)
def test_a_bad_row_says_where_and_why_and_stops_no_other(
    project: Project,
    people: Cast,
    sample: Sample,
    changes: dict[str, Any],
    field: str,
    code: str | None,
) -> None:
    account = load(project, people, lines(row(sample, **changes), row(sample)))
    assert (account.total, account.added, account.failed) == (2, 1, 1)
    [problem] = account.errors
    assert (problem.row, problem.field) == (1, field)
    assert problem.message
    if code is not None:
        assert problem.code == code
    json.dumps(problem.message, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "garbage",
    [b"{", b"\xff\xfe\x00", b"[1]", b"null", b'"x"', b"[" * 50_000, b'{"image": NaN}', b"\x00"],
)
def test_garbage_is_a_bad_row(
    project: Project, people: Cast, sample: Sample, garbage: bytes
) -> None:
    account = load(project, people, lines(garbage, row(sample)))
    assert (account.added, account.failed) == (1, 1)
    assert account.errors[0].row == 1


def test_a_mark_at_the_start_and_empty_lines_do_no_harm(
    project: Project, people: Cast, sample: Sample
) -> None:
    data = b"\xef\xbb\xbf\r\n\r\n" + lines(row(sample)) + b"\r\n\r\n"
    assert load(project, people, data).added == 1
    assert load(project, people, b"\xef\xbb\xbf").total == 0
    data = b"\xef\xbb\xbf" + lines(row(done_samples(project, 1)[0]))
    assert load(project, people, data).added == 1


def test_rows_that_are_in_are_not_added_twice(
    project: Project, people: Cast, sample: Sample
) -> None:
    load(project, people, lines(row(sample)))
    account = load(project, people, lines(row(sample)))
    assert [(each.code, each.row) for each in account.errors] == [("gold_already", 1)]
    assert GoldItem.objects.count() == 1


def test_a_dry_run_adds_nothing_and_says_what_an_import_would(
    project: Project, people: Cast, sample: Sample
) -> None:
    data = lines(row(sample), row(sample), row(sample, image="nowhere.jpg"))
    dry = load(project, people, data, dry_run=True)
    assert not GoldItem.objects.exists()
    assert dry == load(project, people, data)
    assert (dry.total, dry.added, dry.failed) == (3, 1, 2)


def test_too_many_rows_are_refused_before_the_first_is_in(
    project: Project, people: Cast, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gold_import, "MAX_ROWS", 2)
    with pytest.raises(errors.Invalid):
        load(project, people, lines(*[row(sample)] * 3))
    assert not GoldItem.objects.exists()


def test_an_image_of_another_project_is_unknown(
    project: Project, people: Cast, sample: Sample, new_project: Any
) -> None:
    other = new_project(name="Other")
    caption_hits(other)
    account = load(other, people, lines(row(sample)))
    assert [each.code for each in account.errors] == ["image_unknown"]


def test_answers_to_judge_come_with_the_file_and_are_no_work(
    project: Project, people: Cast
) -> None:
    captions_and_votes(project)
    [sample] = done_samples(project, 1)
    good, bad = captioned("A red kite above a wide green field."), captioned("Bad.")
    vote = {"votes.good": True}
    data = lines(
        row(sample, expected=vote, answer=good),
        row(sample, expected={"votes.good": False}, answer=bad, is_good=False),
        row(sample, expected=vote, answer=good),
        row(sample, expected=vote),
        row(sample, expected=vote, answer={"txt": "x"}),
        row(sample, expected=vote, answer=YES),
    )
    account = load(project, people, data, stage="vote")
    codes = [(each.row, each.field, each.code) for each in account.errors]
    assert codes[:2] == [(3, "", "gold_already"), (4, "answer", "answer_missing")]
    assert {each[0] for each in codes} == {3, 4, 5, 6}
    assert all(each[1].startswith("answer.") for each in codes[2:])
    made = Annotation.objects.filter(purpose="gold")
    assert {(each.origin, each.author, each.value["text"]) for each in made} == {
        ("import", None, good["text"]),
        ("import", None, "Bad."),
    }
    assert not Annotation.objects.filter(purpose="work").exists()


def test_the_file_comes_over_http(project: Project, people: Cast, sample: Sample) -> None:
    url = f"/api/v1/projects/{project.pk}/gold/import"

    def send(**more: Any) -> Any:
        data = BytesIO(lines(row(sample), row(sample, image="nowhere.jpg")))
        data.name = "gold.jsonl"
        return client_of(people.owner).post(url, {"file": data, **more}, format="multipart")

    dry = send(dry_run="true").json()
    assert dry["dry_run"] is True
    assert dry["counts"] == {"total": 2, "added": 1, "failed": 1}
    [problem] = dry["errors"]
    assert (problem["row"], problem["field"], problem["code"]) == (2, "image", "image_unknown")
    assert problem["remedy"]
    assert send().json()["counts"] == dry["counts"]
    assert send(stage="nothing").json()["counts"]["failed"] == 2
    empty = client_of(people.owner).post(url, {}, format="multipart")
    assert (empty.status_code, empty.json()["error"]["fields"][0]["path"]) == (422, "file")
