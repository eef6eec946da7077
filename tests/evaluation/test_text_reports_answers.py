"""Reports look for the answers of visual questions in texts: VizWiz-VQA's layout, Table 2."""

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotate.evaluation import question_rows
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.evaluation.text_report_acts import Json, measured, rows_of, upload
from tests.evaluation.text_report_scene import base, lead, storage
from tests.exchange.captions import OCR, caption, caption_project, picture

__all__ = ["base", "lead", "storage"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("storage")]


def question(image: str, *answers: str, kind: str = "other", **more: Any) -> Json:
    """A question as VizWiz-VQA has it."""
    given = [{"answer": answer, "answer_confidence": "yes"} for answer in answers]
    asked = {"question": "What is this?", "answer_type": kind, "answerable": 1}
    return {"image": image, "answers": given, **asked, **more}


QUESTIONS = [
    question("a.png", "cola", "Cola", "pepsi"),
    question("a.png", "no", kind="yes/no"),
    question("b.png", "blue", "red", kind="other"),
    question("b.png", "unanswerable", kind="unanswerable", answerable=0),
    question("gone.png", "a dog"),
]
TEXTS = [
    {"image": "a.png", "text": "Another can of Coca Cola."},
    {"image": "b.png", "text": "A red kite."},
]


def bring(lead: APIClient, base: str, content: bytes, name: str = "VQA") -> Any:
    file = SimpleUploadedFile("val.json", content)
    return lead.post(f"{base}/question-files", {"file": file, "name": name})


@pytest.fixture
def questions(lead: APIClient, base: str) -> int:
    answer = bring(lead, base, gzip.compress(json.dumps(QUESTIONS).encode()))
    assert answer.status_code == 201, answer.content
    assert answer.json()["questions"] == 5
    number: int = answer.json()["id"]
    return number


@pytest.fixture
def read(project: Project, people: Cast) -> None:
    """Two images, of which one has text and the other has none."""
    caption_project(project, OCR)
    box = {"x": 1, "y": 1, "width": 20, "height": 10}
    for name, words in {"a.png": ["COLA"], "b.png": []}.items():
        sample = picture(project, name, width=400, height=300)
        tokens = [{"id": "t1", "text": word, "box": box, "legible": True} for word in words]
        value = {"tokens": tokens}
        caption(sample, "", value=value, by=people.ada, kind="ocr.v1", stage_key="ocr")


@pytest.mark.usefixtures("read")
def test_answers_are_found_by_type_and_by_text_in_the_image(
    lead: APIClient, base: str, questions: int
) -> None:
    source = upload(lead, base, "mine", TEXTS)
    report = measured(lead, base, source, measures=["answers"], questions=questions)
    (row,) = rows_of(report, "answers")
    figures = row["figures"]
    counts = [figures[f"vqa_{name}"] for name in ("questions", "unanswerable", "left_out")]
    assert counts == [5, 1, 1]
    # "cola" stands there, "no" is but a part of "another"; of "blue" and "red" the first counts.
    assert figures["vqa_share"] == figures["vqa_lowest"] == pytest.approx(1 / 3)
    assert figures["vqa_highest"] == pytest.approx(2 / 3)
    assert row["intervals"]["vqa_share"]["n"] == 3
    by_type = {each["part"]: each for each in rows_of(report, "answers_by_type")}
    assert list(by_type) == ["all", "other", "yes/no"]
    whole = by_type["all"]["figures"]
    assert (whole["vqa_text_asked"], whole["vqa_text_share"]) == (2, 0.5)
    assert (whole["vqa_no_text_asked"], whole["vqa_no_text_share"]) == (1, 0)
    why = by_type["yes/no"]["undefined"]["vqa_no_text_share"]["message"]
    assert why == "None of these questions is about such an image."
    assert report["options"]["questions"] == {"file": questions, "title": "VQA"}


def test_texts_about_other_images_answer_nothing_and_say_so(
    lead: APIClient, base: str, questions: int
) -> None:
    source = upload(lead, base, "mine", [{"image": "c.png", "text": "A cola."}])
    report = measured(lead, base, source, measures=["answers"], questions=questions)
    (row,) = rows_of(report, "answers")
    assert row["figures"]["vqa_share"] is None
    assert row["figures"]["vqa_left_out"] == 4
    assert "No answerable question" in row["undefined"]["vqa_share"]["message"]
    assert [table["key"] for table in report["results"]["tables"]] == ["answers"]


@pytest.mark.parametrize(
    ("rows", "path"),
    [
        ([{**QUESTIONS[0], "answers": []}], "rows[1].answers"),
        ([QUESTIONS[0], {**QUESTIONS[0], "answers": ["a", 3]}], "rows[2].answers[1]"),
        ([{**QUESTIONS[0], "image": ""}], "rows[1].image"),
        ([{**QUESTIONS[0], "answer_type": 7}], "rows[1].answer_type"),
        ([{**QUESTIONS[0], "answerable": "maybe"}], "rows[1].answerable"),
        ([{**QUESTIONS[0], "answerable": []}], "rows[1].answerable"),
        ([{**QUESTIONS[0], "answers": ["x" * 1001]}], "rows[1].answers[0]"),
        ([7], "rows[1]"),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_brought_in(
    lead: APIClient, base: str, rows: list[Any], path: str
) -> None:
    answer = bring(lead, base, json.dumps(rows).encode())
    assert answer.status_code == 422, answer.content
    assert answer.json()["error"]["fields"][0]["path"] == path
    assert lead.get(f"{base}/question-files").json()["results"] == []


def test_files_are_bounded_and_have_names_of_their_own(
    lead: APIClient, base: str, questions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bring(lead, base, b"[]").status_code == 422
    assert bring(lead, base, b"{").status_code == 422
    assert bring(lead, base, json.dumps(QUESTIONS).encode()).status_code == 409
    types = [question("a", "b", kind=str(at)) for at in range(21)]
    assert (
        "types of answers"
        in bring(lead, base, json.dumps(types).encode(), "B").json()["error"]["message"]
    )
    monkeypatch.setattr(question_rows, "MAX_QUESTIONS", 2)
    many = bring(lead, base, json.dumps(QUESTIONS).encode(), "C")
    assert "more than 2 rows" in many.json()["error"]["message"]


def test_a_report_on_answers_needs_a_file_of_this_project(
    lead: APIClient, base: str, questions: int
) -> None:
    source = upload(lead, base, "mine", TEXTS)
    body = {"name": "Texts", "sources": [{"source": source}], "measures": ["answers"]}
    for sent in (body, {**body, "questions": questions + 1000}):
        answer = lead.post(f"{base}/text-reports", sent, format="json")
        assert answer.status_code == 422
        assert answer.json()["error"]["fields"][0]["path"] == "questions"


def test_a_file_that_a_report_is_about_stays_until_the_report_goes(
    lead: APIClient, base: str, questions: int, people: Cast
) -> None:
    source = upload(lead, base, "mine", TEXTS)
    report = measured(lead, base, source, measures=["answers"], questions=questions)
    address = f"{base}/question-files/{questions}"
    refused = lead.delete(address)
    assert refused.status_code == 409
    assert "“Texts”" in refused.json()["error"]["message"]
    assert client_of(people.ada).delete(address).status_code in (403, 404)
    lead.delete(f"{base}/text-reports/{report['id']}")
    assert lead.delete(address).status_code == 204


def test_a_name_of_two_images_means_neither(
    lead: APIClient, base: str, project: Project, questions: int
) -> None:
    for folder in ("x", "y"):
        sample = picture(project, f"{folder}/a.png")
        Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    source = upload(lead, base, "mine", [{"image": "x/a.png", "text": "A cola."}])
    report = measured(lead, base, source, measures=["answers"], questions=questions)
    (row,) = rows_of(report, "answers")
    assert row["figures"]["vqa_asked"] == 0
