import json
from typing import Any

import pytest

from annotate.core import errors
from annotate.exchange.imports import preparing, running
from annotate.exchange.imports.ledger import Ledger
from annotate.exchange.imports.lines import MAX_LINE_BYTES
from annotate.exchange.imports.manifest_rows import parse_line
from annotate.exchange.imports.trees import NoFiles
from annotate.exchange.models import ImportProblem
from annotate.images import services as images
from annotate.images.models import Image
from annotate.messages import Message
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_image
from tests.exchange.files import counts, imported, jsonl, problems, start
from tests.images import pictures


@pytest.fixture
def stored(new_project: NewProject) -> list[str]:
    """The digests of three pictures that another project of the lead's has."""
    other = new_project(name="Library")
    return [
        images.add_image(project=other, data=pictures.jpeg(seed=n), name=f"{n}.jpg").sha256
        for n in range(3)
    ]


def test_rows_take_stored_pictures_by_their_digest(
    project: Project, people: Cast, stored: list[str]
) -> None:
    rows = [
        {"sha256": stored[0], "external_id": "a", "split": "train"},
        {"sha256": stored[1].upper(), "external_id": "b", "metadata": {"Title": "B"}},
        {"sha256": stored[2]},
    ]
    import_ = imported(project, people.lead, "rows.jsonl", jsonl(*rows))
    assert counts(import_) == (3, 0, 0)
    found = Image.objects.filter(project=project).order_by("sample__id")
    assert [image.external_id for image in found] == ["a", "b", stored[2]]
    assert {(image.width, image.height) for image in found} == {(96, 64)}
    assert Sample.objects.filter(project=project).count() == 3


def test_every_bad_row_is_named_by_line_and_field_and_the_rest_goes_in(
    project: Project, people: Cast, stored: list[str]
) -> None:
    rows = [
        {"sha256": stored[0], "external_id": "good-1"},  # 1
        b"not json at all",  # 2
        b"",  # 3: an empty line counts as nothing
        {"external_id": "neither"},  # 4
        {"sha256": stored[1], "file": "both.jpg"},  # 5
        {"sha256": "12ab"},  # 6
        {"sha256": "0" * 64},  # 7
        {"sha256": stored[1], "split": "training"},  # 8
        {"sha256": stored[1], "metadata": {"Year": 1889}},  # 9
        {"sha256": stored[1], "colour": "red"},  # 10
        [1, 2, 3],  # 11
        {"sha256": stored[0], "external_id": "again"},  # 12
        {"sha256": stored[1], "external_id": "good-1"},  # 13
        {"file": "a.jpg"},  # 14
        b'{"external_id": "' + b"x" * MAX_LINE_BYTES + b'"}',  # 15
        b'{"sha256": "' + b"\xff" * 64 + b'"}',  # 16
        b"[" * 5000,  # 17
        {"sha256": stored[2], "external_id": "good-2"},  # 18
    ]
    import_ = imported(project, people.lead, "rows.jsonl", jsonl(*rows))
    assert problems(import_) == [
        (2, "", "not_json"),
        (4, "file", "missing"),
        (5, "file", "missing"),
        (6, "sha256", "wrong_form"),
        (7, "sha256", "not_stored"),
        (8, "split", "not_a_choice"),
        (9, "metadata.Year", "wrong_type"),
        (10, "colour", "unknown_field"),
        (11, "", "wrong_type"),
        (12, "file", "duplicate_image"),
        (13, "external_id", "external_id_taken"),
        (14, "file", "file_not_sent"),
        (15, "", "line_too_long"),
        (16, "", "not_json"),
        (17, "", "not_json"),
    ]
    assert counts(import_) == (2, 0, 15)
    assert import_.total == 17
    assert all(problem.message and problem.remedy for problem in import_.problems.all())
    names = Image.objects.filter(project=project).order_by("sample__id").values_list("external_id")
    assert [name for (name,) in names] == ["good-1", "good-2"]


def test_an_import_can_be_repeated(project: Project, people: Cast, stored: list[str]) -> None:
    rows = jsonl(*({"sha256": digest, "external_id": digest[:8]} for digest in stored))
    assert counts(imported(project, people.lead, "rows.jsonl", rows)) == (3, 0, 0)
    assert counts(imported(project, people.lead, "rows.jsonl", rows)) == (0, 3, 0)
    assert Sample.objects.filter(project=project).count() == 3


def test_a_digest_does_not_open_the_pictures_of_strangers(
    new_project: NewProject, people: Cast, stored: list[str]
) -> None:
    theirs = new_project(name="Secret")
    Membership.objects.filter(project=theirs, user=people.lead).delete()
    secret = images.add_image(project=theirs, data=pictures.jpeg(seed=50), name="secret.jpg")
    mine = new_project(name="Mine")
    import_ = imported(mine, people.lead, "rows.jsonl", jsonl({"sha256": secret.sha256}))
    assert problems(import_) == [(1, "sha256", "not_stored")]
    admin = imported(mine, people.admin, "rows.jsonl", jsonl({"sha256": secret.sha256}))
    assert counts(admin) == (1, 0, 0)


def test_an_annotator_of_another_project_cannot_take_its_pictures(
    new_project: NewProject, people: Cast
) -> None:
    library, mine = new_project(name="Library"), new_project(name="Mine")
    image = images.add_image(project=library, data=pictures.jpeg(seed=51), name="x.jpg")
    Membership.objects.filter(project=library, user=people.lead).update(role=Role.ANNOTATOR)
    import_ = imported(mine, people.lead, "rows.jsonl", jsonl({"sha256": image.sha256}))
    assert problems(import_) == [(1, "sha256", "not_stored")]


def test_rows_without_a_split_get_the_one_of_the_import(
    project: Project, people: Cast, stored: list[str]
) -> None:
    rows = jsonl({"sha256": stored[0]}, {"sha256": stored[1], "split": "test"})
    imported(project, people.lead, "rows.jsonl", rows, split="val")
    found = (
        Image.objects.filter(project=project).order_by("sample__id").values_list("split", flat=True)
    )
    assert list(found) == ["val", "test"]


def test_a_file_from_windows_is_read(project: Project, people: Cast, stored: list[str]) -> None:
    text = "\ufeff" + json.dumps({"sha256": stored[0]}) + "\r\n" + json.dumps({"sha256": stored[1]})
    assert counts(imported(project, people.lead, "rows.jsonl", text.encode())) == (2, 0, 0)


@pytest.mark.parametrize("data", [b"", b"a,b,c\n1,2,3\n", b"\xff\xd8\xff\xe0 JPEG", b"[{}]"])
def test_another_kind_of_file_is_refused_at_the_door(
    project: Project, people: Cast, data: bytes
) -> None:
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "rows.jsonl", data)
    assert caught.value.fields[0].code == "unknown_format"


def test_of_very_many_problems_the_first_thousand_are_kept(project: Project, people: Cast) -> None:
    rows = jsonl(*({"sha256": f"{n:064x}"} for n in range(1100)))
    import_ = imported(project, people.lead, "rows.jsonl", rows)
    assert import_.failed == 1100
    assert [row for row, *_ in problems(import_)] == list(range(1, ImportProblem.KEPT + 1))


def test_a_chunk_costs_the_same_few_queries_however_many_rows_it_has(
    project: Project, people: Cast, new_project: NewProject, django_assert_max_num_queries: Any
) -> None:
    other = new_project(name="Library")
    rows = [{"sha256": add_image(other).sha256} for _ in range(300)]
    source = parse_all(rows)
    import_ = start(project, people.lead, "rows.jsonl", jsonl(*rows))
    with django_assert_max_num_queries(23):
        running._Writer(Ledger(import_)).take(preparing.with_stored(source, None))
    assert Sample.objects.filter(project=project).count() == 300


def parse_all(rows: list[dict[str, str]]) -> list[preparing.Prepared]:
    return [
        preparing.prepare(parse_line(number, json.dumps(row).encode(), NoFiles()), dry=False)
        for number, row in enumerate(rows, start=1)
    ]


def test_a_refused_row_names_its_sentences_so_that_they_can_be_said_in_any_language(
    project: Project, people: Cast
) -> None:
    rows = [{"sha256": "0" * 64, "external_id": "a"}, {"sha256": "x", "external_id": "b"}]
    import_ = imported(project, people.lead, "rows.jsonl", jsonl(*rows))
    absent, malformed = ImportProblem.objects.filter(of=import_).order_by("row")
    assert (absent.message_code, absent.remedy_code) == ("not_stored", "not_stored_remedy")
    assert (malformed.code, malformed.message_code) == ("wrong_form", "digest_form")
    assert malformed.remedy_code == "import_again"
    for problem in (absent, malformed):
        assert problem.message == str(Message(str(problem.message_code), **problem.params))
