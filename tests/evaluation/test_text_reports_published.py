"""Released texts, brought in and measured over HTTP, have the published figures.

Each figure is also that of the command on the same texts, to the last digit.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.analysis.commands import main
from tests.evaluation.text_report_acts import measured, row_of, rows_of, sheet, upload
from tests.evaluation.text_report_scene import base, lead, storage

__all__ = ["base", "lead", "storage"]
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("storage"),
    pytest.mark.once,
]
DATA = Path(__file__).parents[1] / "analysis" / "data"
Command = Callable[..., Any]
SCORES = {**{f"bleu_{n}": f"Bleu_{n}" for n in (1, 2, 3, 4)}, "rouge_l": "ROUGE_L"}


def read(name: str) -> Any:
    return json.loads(gzip.decompress((DATA / name).read_bytes()))


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return what runs a command of the analysis on a file with this content."""

    def run(name: str, content: str, *options: str) -> Any:
        file = tmp_path / "content.txt"
        file.write_text(content)
        assert main([name, str(file), *options, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_locnar_has_its_row_of_table_14_and_of_table_9(
    lead: APIClient, base: str, command: Command
) -> None:
    """IIW Table 14: 128.87 tokens, 5.80 sentences. Table 9, model: 9.3, 9.0, 11.3, 11.7."""
    lines = gzip.decompress((DATA / "locnar_eval_v1.jsonl.gz").read_bytes()).decode().splitlines()
    rows = [{"IIW-P5B": json.loads(line)} for line in lines]
    source = upload(lead, base, "LocNar", rows, text_field="IIW-P5B")
    report = measured(lead, base, source, measures=["describe", "readability"])
    described, readable = row_of(report, "describe"), row_of(report, "readability")
    assert round(described["tokens"], 2) == 128.87
    assert described["sentences"] == pytest.approx(5.80, abs=0.0051)
    assert {name: round(value, 3) for name, value in readable.items()} == {
        "ari": 9.330,
        "flesch_kincaid_038": 8.974,
        "fog_of_common_words": 11.295,
        "smog": 11.643,
    }
    content = "\n".join(map(json.dumps, rows))
    printed = command("describe", content, "--text-field", "IIW-P5B")
    assert {name: round(value, 6) for name, value in described.items()} == {
        name: printed[name] for name in described
    }
    unique = row_of(report, "unique")
    assert {f"unique_{name}": value for name, value in printed["unique"].items()} == unique
    printed = command("readability", content, "--text-field", "IIW-P5B")
    assert readable == {name: printed[name] for name in readable}


def as_texts(items: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    """Return the captions of items as rows of a file."""
    return [
        {"image_id": item["image_id"], "caption": text}
        for item in items
        for name in names
        for text in ([item[name]] if isinstance(item[name], str) else item[name])
    ]


def test_coco_captions_score_as_by_the_reference_implementation(
    lead: APIClient, base: str, command: Command
) -> None:
    """pycocoevalcap 1.2, six decimals; images that the project lacks are known by their id."""
    items = read("captions/coco_fakecap_first500.json.gz")["items"]
    ciders = json.loads((DATA / "captions" / "coco_fakecap_first500_cider.json").read_text())
    source = upload(lead, base, "Made", as_texts(items, "candidate"))
    references = upload(lead, base, "People", as_texts(items, "references"))
    report = measured(lead, base, source, references=references, measures=["captions"])
    figures = row_of(report, "captions")
    assert (figures["items"], figures["images"], figures["left_out"]) == (500, 500, 0)
    assert figures["cider"] == pytest.approx(ciders["mean"], abs=1e-6)
    singly = sheet(lead, base, report, "texts")
    assert [row["key"] for row in singly] == [str(item["image_id"]) for item in items]
    expected = {
        **{ours: [item["scores"][theirs] for item in items] for ours, theirs in SCORES.items()},
        "cider": ciders["per_item"],
    }
    for name, scores in expected.items():
        assert [float(row[name]) for row in singly] == pytest.approx(scores, abs=1e-6), name
    printed = command("captions", json.dumps(items), "--without", "meteor")
    for name in (*SCORES, "rouge_1", "rouge_2", "cider", "spice"):
        assert figures[name] == printed[name]
    for name in (*SCORES, "rouge_1", "rouge_2", "cider"):
        assert [float(row[name]) for row in singly] == [row[name] for row in printed["per_item"]]
    assert "Stanford CoreNLP" in rows_of(report, "captions")[0]["undefined"]["spice"]["message"]


def test_long_texts_score_as_by_the_reference_implementation(
    lead: APIClient, base: str, command: Command
) -> None:
    """pycocoevalcap 1.2 and rouge-score 0.1.2: twelve digits of the corpus, six of each text."""
    items = read("captions/iiw_p5b_vs_human.json.gz")
    (golden,) = read("captions/iiw_p5b_vs_human_golden.json.gz").values()
    named = [{**item, "image_id": place} for place, item in enumerate(items)]
    source = upload(lead, base, "Model", as_texts(named, "candidate"))
    references = upload(lead, base, "People", as_texts(named, "references"))
    report = measured(lead, base, source, references=references, measures=["captions"])
    figures, singly = row_of(report, "captions"), sheet(lead, base, report, "texts")
    for ours, theirs in {**SCORES, "cider": "CIDEr"}.items():
        assert figures[ours] == pytest.approx(golden["corpus"][theirs], abs=1e-12)
        scores = [float(row[ours]) for row in singly]
        assert scores == pytest.approx(golden["per_image"][theirs], abs=1e-6)
    printed = command("captions", json.dumps(items), "--without", "meteor")
    assert figures["rouge_2"] == printed["rouge_2"]


def test_people_score_as_by_the_reference_implementation(
    lead: APIClient, base: str, command: Command
) -> None:
    items = read("captions/coco_fakecap_first500.json.gz")["items"][:100]
    five = [{**item, "references": item["references"][:5]} for item in items]
    source = upload(lead, base, "People", as_texts(five, "references"))
    report = measured(lead, base, source, measures=["captions"])
    figures = row_of(report, "people")
    assert (figures["images"], figures["texts_per_image"]) == (100, 5)
    runs = [1.15436413, 1.04210415, 1.10307717, 1.05487471, 1.09868355]
    assert figures["cider"] == pytest.approx(sum(runs) / 5, abs=1e-8)
    printed = command("captions", json.dumps(five), "--human", "--without", "meteor")
    assert {name: figures[name] for name in SCORES} == {name: printed[name] for name in SCORES}


def test_specificity_is_that_of_the_reference_figures(
    lead: APIClient, base: str, command: Command
) -> None:
    """Six decimals for each of 20 images; the words of 40 count for how rare they are."""
    golden = read("specificity/coco40_golden.json.gz")
    every = [*golden["items"], *golden["idf_only"]]
    source = upload(lead, base, "People", as_texts(every, "captions"))
    report = measured(lead, base, source, measures=["specificity"])
    singly = sheet(lead, base, report, "images")
    found = [float(row["specificity"]) for row in singly]
    expected = [item["specificity_tfidf"] for item in golden["items"]]
    assert found[:20] == pytest.approx(expected, abs=1e-6)
    assert found[:20] == command("specificity", json.dumps(golden))["per_item"]
    assert row_of(report, "specificity")["images"] == 40
    assert row_of(report, "specificity")["specificity"] == pytest.approx(sum(found) / 40, abs=1e-9)


@pytest.mark.skipif(which("java") is None, reason="METEOR needs Java")
def test_meteor_is_that_of_the_reference_implementation(lead: APIClient, base: str) -> None:
    """pycocoevalcap 1.2, six decimals of 99 of 100 long texts, and the one other explained."""
    (golden,) = read("captions/iiw_p5b_vs_human_golden.json.gz").values()
    items = read("captions/iiw_p5b_vs_human.json.gz")
    named = [{**item, "image_id": place} for place, item in enumerate(items)]
    source = upload(lead, base, "Model", as_texts(named, "candidate"))
    references = upload(lead, base, "People", as_texts(named, "references"))
    report = measured(lead, base, source, references=references, measures=["captions"], meteor=True)
    if row_of(report, "captions")["meteor"] is None:
        pytest.skip(rows_of(report, "captions")[0]["undefined"]["meteor"]["message"])
    singly = [float(row["meteor"]) for row in sheet(lead, base, report, "texts")]
    expected = list(golden["per_image"]["METEOR"])
    # The reference ends with "E.": Stanford's tokenizer decides by the next text whether the dot is
    # the letter's; here a text stands alone (docs/reference/caption-metrics.md).
    assert expected[2] == 0.095755
    expected[2] = 0.095560
    assert singly == pytest.approx(expected, abs=1e-6)
    whole = row_of(report, "captions")["meteor"]
    assert golden["corpus"]["METEOR"] == pytest.approx(0.12211374, abs=1e-8)
    assert whole == pytest.approx(0.12211110, abs=1e-8)
