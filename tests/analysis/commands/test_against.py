"""Intervals of BLEU, and the differences of two sources of captions, drawn anew by hand."""

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotate.analysis.captions import bleu
from annotate.analysis.commands import main

DATA = Path(__file__).parents[1] / "data" / "captions" / "coco_fakecap_first500.json.gz"


@pytest.fixture(scope="module")
def items() -> list[dict[str, Any]]:
    content = json.loads(gzip.decompress(DATA.read_bytes()))["items"][:60]
    return [
        {"image_id": at, "candidate": item["candidate"], "references": item["references"][:4]}
        for at, item in enumerate(content)
    ]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> dict[str, Any]:
        assert main(["captions", *arguments, "--without", "meteor", "--json"]) == 0
        report: dict[str, Any] = json.loads(capsys.readouterr().out)
        return report

    return run


def written(path: Path, items: list[dict[str, Any]]) -> str:
    path.write_text(json.dumps(items))
    return str(path)


def pooled(items: list[dict[str, Any]]) -> list[float]:
    found = bleu([item["candidate"] for item in items], [item["references"] for item in items])
    return [float(scores.mean) for scores in found if isinstance(scores.mean, float)]


def drawn(items: list[dict[str, Any]], times: int = 300) -> np.ndarray:
    """BLEU-1 to -4 of items drawn anew, each time computed from the texts."""
    generator = np.random.default_rng(8)
    places = generator.integers(0, len(items), (times, len(items)))
    return np.array([pooled([items[place] for place in own]) for own in places])


def test_the_interval_of_bleu_is_that_of_texts_drawn_anew(
    items: list[dict[str, Any]], tmp_path: Path, told: Any
) -> None:
    report = told(written(tmp_path / "one.json", items))
    low, high = np.quantile(drawn(items), (0.025, 0.975), axis=0)
    for at in range(4):
        ends = report["intervals"][f"bleu_{at + 1}"]
        assert ends["n"] == 60
        assert ends["low"] <= report[f"bleu_{at + 1}"] <= ends["high"]
        assert (ends["low"], ends["high"]) == pytest.approx((low[at], high[at]), abs=0.02)


def test_people_have_an_interval_of_bleu_over_all_runs(
    items: list[dict[str, Any]], tmp_path: Path, told: Any
) -> None:
    report = told(written(tmp_path / "one.json", items), "--human")
    for name in ("bleu_1", "bleu_4"):
        ends = report["intervals"][name]
        assert ends["low"] <= report[name] <= ends["high"]
        assert len(report["per_run"]) == 4


def test_two_sources_are_compared_on_the_images_of_both(
    items: list[dict[str, Any]], tmp_path: Path, told: Any
) -> None:
    better = [{**item, "candidate": item["references"][0]} for item in items[10:]]
    mine = written(tmp_path / "mine.json", items)
    report = told(mine, "--against", written(tmp_path / "better.json", better[::-1]))
    found = {each["figure"]: each for each in report["differences"]}
    assert list(found) == [
        *(f"bleu_{n}" for n in (1, 2, 3, 4)),
        "rouge_1",
        "rouge_2",
        "rouge_l",
        "cider",
    ]
    for at, name in enumerate(("bleu_1", "bleu_2", "bleu_3", "bleu_4")):
        difference = pooled(better)[at] - pooled(items[10:])[at]
        assert found[name]["difference"] == pytest.approx(difference)
    assert {each["n"] for each in found.values()} == {50}
    own = report["sources"]["mine"]["per_item"][10:]
    others = report["sources"]["better"]["per_item"][::-1]
    pairs = [b["rouge_l"] - a["rouge_l"] for a, b in zip(own, others, strict=True)]
    assert found["rouge_l"]["difference"] == pytest.approx(np.mean(pairs))
    means = np.random.default_rng(4).choice(pairs, (20_000, 50)).mean(axis=1)
    ends = np.quantile(means, (0.025, 0.975))
    assert (found["rouge_l"]["low"], found["rouge_l"]["high"]) == pytest.approx(ends, abs=0.005)
    assert found["rouge_l"]["p_holm"] >= 8 * found["rouge_l"]["p"] - 1e-12


def test_the_table_of_differences_says_what_holm_does(
    items: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [written(tmp_path / f"{name}.json", items) for name in ("a", "b", "c")]
    options = ["--against", files[1], "--against", files[2], "--without", "meteor"]
    assert main(["captions", files[0], *options]) == 0
    printed = capsys.readouterr().out
    assert "all 24 differences" in printed.replace("\n  ", " ")
    assert "c - b" in printed
    assert "+0.0000" in printed


def test_people_are_not_compared_with_machines(
    items: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [written(tmp_path / f"{name}.json", items) for name in ("a", "b")]
    assert main(["captions", files[0], "--human", "--against", files[1]]) == 2
    assert "leave out --human" in capsys.readouterr().err
    assert main(["captions", files[0], "--against", files[0]]) == 2
    assert "with itself" in capsys.readouterr().err
