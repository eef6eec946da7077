"""Reports tell how captions use the text in their images, from what the project has (TextCaps)."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.analysis.caption_files import Caption, OcrToken
from annotate.analysis.ocr import statistics_of
from annotate.core.documents import Table
from annotate.evaluation.selectors.printed import texts_section
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.evaluation.text_report_acts import measured, rows_of, sheet
from tests.evaluation.text_report_scene import base, lead, storage
from tests.exchange.captions import OCR, caption, caption_project, picture

__all__ = ["base", "lead", "storage"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("storage")]
FINAL = {"type": "final", "stage": "caption"}
BOX = {"x": 1, "y": 1, "width": 20, "height": 10}
# By image: its split, the words a machine read, those people put in their place, its captions.
WORLD: dict[str, tuple[str, str, str | None, list[str]]] = {
    "can.png": ("train", "COLA 330", "COLA ZERO", ["a Cola Zero can", "zero sugar in a can"]),
    "sign.png": ("train", "STOP", None, ["a red sign", "a stop sign says stop"]),
    "book.png": ("val", "Emma Cola", "Emma", ["the book Emma", "Emma and Emma by cola"]),
    "wall.png": ("test", "", None, ["a grey wall", "nothing is on it"]),
    "unread.png": ("", "", None, ["never read", "a stop"]),
}


def words(text: str) -> list[dict[str, Any]]:
    return [
        {"id": f"t{place}", "text": word, "box": {**BOX, "x": 1 + 20 * place}, "legible": True}
        for place, word in enumerate(text.split(), start=1)
    ]


def reads(sample: Sample, text: str, **changes: Any) -> Annotation:
    value = {"tokens": words(text)}
    return caption(sample, "", kind="ocr.v1", stage_key="ocr", value=value, **changes)


@pytest.fixture
def world(project: Project, people: Cast) -> dict[str, Sample]:
    caption_project(project, OCR)
    samples = {}
    for name, (split, read, put_right, texts) in WORLD.items():
        sample = samples[name] = picture(project, name, split=split, width=400, height=300)
        if name != "unread.png":
            reads(sample, read, index=0, origin="model", author=None)
        if put_right is not None:
            reads(sample, put_right, by=people.ada)
        for index, text in enumerate(texts, start=1):
            caption(sample, text, index=index, by=people.ben)
        Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    return samples


def truth() -> tuple[list[Caption], dict[str, list[OcrToken]]]:
    """What the command would be given for the same project."""
    captions = [
        Caption(name, text, split) for name, (split, *_, own) in WORLD.items() for text in own
    ]
    read = {
        name: [OcrToken(word) for word in (right or machine).split()]
        for name, (_, machine, right, _) in WORLD.items()
        if name != "unread.png"
    }
    return captions, read


def test_the_figures_are_those_of_the_command_with_their_intervals(
    lead: APIClient, base: str, world: dict[str, Sample]
) -> None:
    report = measured(lead, base, FINAL, measures=["ocr"])
    (row,) = rows_of(report, "ocr")
    found = statistics_of(*truth())
    for name, right in {
        "ocr_captions": found.captions,
        "ocr_left_out": found.captions_without_ocr,
        "ocr_tokens": found.tokens_mean,
        "ocr_with_token": found.captions_with_token,
        "ocr_with_two": found.captions_with_two,
        "ocr_images_with_token": found.images_with_token,
        "ocr_switches": found.switches_mean,
        "ocr_two_switches": found.captions_with_two_switches,
        "ocr_coverage": found.coverage,
    }.items():
        assert row["figures"][name] == pytest.approx(right), name
    assert (row["figures"]["ocr_captions"], row["figures"]["ocr_left_out"]) == (8, 2)
    for name, interval in {
        "ocr_tokens": found.intervals["tokens_mean"],
        "ocr_with_two": found.intervals["captions_with_two"],
        "ocr_coverage": found.intervals["coverage"],
        "ocr_images_with_token": found.intervals["images_with_token"],
    }.items():
        told = row["intervals"][name]
        assert (told["low"], told["high"]) == pytest.approx((interval.low, interval.high)), name
        assert told["n"] == 4


def test_captions_are_told_by_their_tokens_and_switches(
    lead: APIClient, base: str, world: dict[str, Sample]
) -> None:
    report = measured(lead, base, FINAL, measures=["ocr"])
    found = statistics_of(*truth())
    for table, counts in {
        "ocr_by_tokens": found.tokens_per_caption,
        "ocr_by_switches": found.switches_per_caption,
    }.items():
        (row,) = rows_of(report, table)
        shares = list(row["figures"].values())
        assert sum(shares) == pytest.approx(1)
        assert [8 * share for share in shares] == [counts.get(n, 0) for n in range(6)]
    (one,) = rows_of(report, "ocr_words")
    # Used: cola once, zero and stop twice, emma three times; no text about a train image has emma.
    assert one["figures"] == {
        "ocr_unique": 4,
        "ocr_once": 1,
        "ocr_rare": 4,
        "ocr_unique_held_out": 1,
        "ocr_zero_shot": 1,
    }


def test_how_well_a_machine_read_is_told_against_what_people_made_of_it(
    lead: APIClient, base: str, world: dict[str, Sample]
) -> None:
    report = measured(lead, base, FINAL, measures=["ocr"])
    (row,) = rows_of(report, "ocr_reading")
    # COLA of COLA 330 / COLA ZERO, Emma of Emma Cola / Emma: 2 of 4 read, 2 of 3 there.
    assert row["figures"] == pytest.approx(
        {"ocr_images": 2, "ocr_precision": 0.5, "ocr_recall": 2 / 3, "ocr_f1": 4 / 7}
    )
    assert row["intervals"]["ocr_recall"]["n"] == 2


def test_a_project_without_read_text_says_so_and_has_one_table(
    lead: APIClient, base: str, project: Project, people: Cast
) -> None:
    caption_project(project)
    sample = picture(project, "a.png")
    caption(sample, "a dog", by=people.ada)
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    report = measured(lead, base, FINAL, measures=["ocr"])
    assert [table["key"] for table in report["results"]["tables"]] == ["ocr"]
    (row,) = rows_of(report, "ocr")
    assert set(row["figures"].values()) == {None}
    assert {why["message_code"] for why in row["undefined"].values()} == {
        "project_without_read_text"
    }


def test_it_is_printed_and_written_for_sheets_and_papers(
    lead: APIClient, base: str, project: Project, world: dict[str, Sample]
) -> None:
    report = measured(lead, base, FINAL, measures=["ocr"])
    found = texts_section(project, ReportOptions())
    assert found is not None
    printed = [block for block in found.blocks if isinstance(block, Table)]
    assert len(printed) == 5
    assert printed[0].rows[0][2:4] == [8, 2]
    (line,) = sheet(lead, base, report, "ocr")
    assert float(line["ocr_with_token_low"]) <= float(line["ocr_with_token"])
    single = sheet(lead, base, report, "texts")
    assert [row["ocr_tokens"] for row in single][:2] == ["2", "1"]
    tex = lead.get(f"{base}/text-reports/{report['id']}/table.tex", {"table": "ocr_words"})
    assert "Zero-shot" in tex.content.decode()


def test_withdrawn_images_are_left_out(
    lead: APIClient, base: str, world: dict[str, Sample]
) -> None:
    Sample.objects.filter(pk=world["sign.png"].pk).update(state=Sample.State.WITHDRAWN)
    report = measured(lead, base, FINAL, measures=["ocr"])
    (row,) = rows_of(report, "ocr")
    assert row["figures"]["ocr_captions"] == 6
