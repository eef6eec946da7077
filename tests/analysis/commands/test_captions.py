"""The command captions gives the reference scores, and names what is wrong with a file."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main

DATA = Path(__file__).parents[1] / "data" / "captions"
COCO = DATA / "coco_fakecap_first500.json.gz"
IIW = DATA / "iiw_p5b_vs_human.json.gz"
PUBLISHED = json.loads((DATA / "nlg_eval_published.json").read_text())["cases"]
QUICK = ("--without", "meteor")


def report_of(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """Run the command with --json and return what it printed."""
    assert main(["captions", *(str(each) for each in arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_raw_captions_give_the_reference_scores(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, COCO, *QUICK)
    items = json.loads(gzip.decompress(COCO.read_bytes()))["items"]
    assert report["cider"] == pytest.approx(0.6284055899, abs=1e-9)
    assert [item["image_id"] for item in report["per_item"]] == [i["image_id"] for i in items]
    for ours, theirs in (("bleu_1", "Bleu_1"), ("bleu_4", "Bleu_4"), ("rouge_l", "ROUGE_L")):
        expected = [item["scores"][theirs] for item in items]
        assert [item[ours] for item in report["per_item"]] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("case", PUBLISHED)
def test_tokens_give_the_published_scores(
    case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = [
        {"candidate": text, "references": own}
        for text, own in zip(case["hyps"], case["refs"], strict=True)
    ]
    file = tmp_path / "case.json"
    file.write_text(json.dumps(items))
    report = report_of(capsys, file, "--tokenized", *QUICK)
    names = {**{f"bleu_{n}": f"Bleu_{n}" for n in (1, 2, 3, 4)}, "rouge_l": "ROUGE_L"}
    for ours, theirs in {**names, "cider": "CIDEr"}.items():
        assert report[ours] == pytest.approx(case[theirs], abs=5e-6)


def test_what_cannot_be_computed_is_null_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METEOR_JAR", "/nowhere/meteor-1.5.jar")
    report = report_of(capsys, IIW)
    assert report["meteor"] is report["spice"] is None
    assert report["per_item"][0]["meteor"] is None
    assert set(report["undefined"]) == {"meteor", "spice"}
    assert main(["captions", str(IIW)]) == 0
    printed = capsys.readouterr().out
    assert "CIDEr-D                              0.0419              [0.0" in printed
    assert "METEOR 1.5: METEOR " in printed


def test_people_are_judged_by_leaving_one_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = json.loads(gzip.decompress(COCO.read_bytes()))["items"][:100]
    file = tmp_path / "people.json"
    file.write_text(json.dumps([{"references": item["tok_references"][:5]} for item in items]))
    report = report_of(capsys, file, "--human", *QUICK)
    assert [run["cider"] for run in report["per_run"]] == pytest.approx(
        [1.15436413, 1.04210415, 1.10307717, 1.05487471, 1.09868355], abs=1e-8
    )
    assert report["cider"] == pytest.approx(sum(r["cider"] for r in report["per_run"]) / 5)
    assert report["spice"] is None


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        ("[", [], "no JSON (line 1"),
        ("{}", [], "neither a list nor one under items"),
        ("[]", [], "there is no item"),
        ("[7]", [], "item 0 must be an object"),
        ('[{"references": ["a"]}]', [], "item 0: candidate is missing."),
        ('[{"candidate": 7}]', [], "item 0: candidate must be a text."),
        ('[{"candidate": "a"}]', [], "item 0: references is missing."),
        ('[{"candidate": "a", "references": "b"}]', [], "item 0: references must be a list"),
        ('[{"candidate": "a", "references": []}]', [], "references must be a list of 1 or more"),
        ('[{"candidate": "a", "references": [null]}]', [], "references[0] must be a text."),
        ('[{"references": ["a"]}]', ["--human"], "references must be a list of 2 or more"),
        (
            '[{"references": ["a", "b"]}, {"references": ["a", "b", "c"]}]',
            ["--human"],
            "item 1 has 3 texts",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_item_and_field(
    content: str,
    options: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(content)
    assert main(["captions", str(file), *options]) == 2
    complaint = capsys.readouterr().err
    assert "wrong.json" in complaint
    assert said in complaint
