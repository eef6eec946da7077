"""What commands print of a sample has its interval, and says over what."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotate.analysis.commands import main

TEXT = "a red kite flies over the old stone bridge near two tall trees in the evening"
WORDS = TEXT.split()
TEXTS = [" ".join(WORDS[: 4 + at % 9]) + "." for at in range(30)]
ROWS = [{"one": text, "other": TEXTS[0]} for text in TEXTS]
ITEMS = [
    {"candidate": text, "references": [TEXTS[0], text], "captions": [text, TEXTS[3]]}
    for text in TEXTS
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)
COMMANDS = [
    ("describe", LINES, ["--text-field", "one"], "tokens"),
    ("readability", LINES, ["--text-field", "one"], "ari"),
    ("jaccard", LINES, ["--field", "one", "--field", "other"], "mean"),
    ("captions", json.dumps(ITEMS), ["--without", "meteor"], "rouge_l"),
    ("captions", json.dumps(ITEMS), ["--human", "--without", "meteor"], "rouge_l"),
    ("specificity", json.dumps(ITEMS), [], "mean"),
]


@pytest.mark.parametrize(("command", "content", "options", "figure"), COMMANDS)
def test_figures_of_a_sample_have_an_interval_in_json_and_in_print(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    content: str,
    options: list[str],
    figure: str,
) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    assert main([command, str(file), *options, "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    ends = told["intervals"][figure]
    assert ends["n"] == 30
    assert ends["low"] <= told[figure] <= ends["high"]
    assert main([command, str(file), *options]) == 0
    printed = capsys.readouterr().out
    assert f"[{ends['low']:.2f}, " in printed or f"[{ends['low']:.4f}, " in printed
    assert "drawn anew 2,000 times" in printed


def test_the_interval_of_a_mean_is_that_of_drawn_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(LINES)
    assert main(["jaccard", str(file), "--field", "one", "--field", "other", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    drawn = np.random.default_rng(4).choice(told["per_item"], (20_000, 30)).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    ends = told["intervals"]["mean"]
    assert (ends["low"], ends["high"]) == pytest.approx((low, high), abs=0.01)


def test_one_text_has_no_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROWS[0]) + "\n")
    assert main(["jaccard", str(file), "--field", "one", "--field", "other"]) == 0
    assert "drawn anew" not in capsys.readouterr().out


def test_shares_of_words_read_right_are_drawn_by_image(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every second image is read wrong: the share is one half, and how far it may lie off is that
    of 30 images, however many words each of them has.
    """
    words = ["quay", "seven", "harbour", "north"]
    box = {"top_left_x": 0.1, "top_left_y": 0.1, "width": 0.2, "height": 0.2}

    def tokens(at: int, right: bool) -> dict[str, Any]:
        info = [{"word": word if right else "fog", "bounding_box": box} for word in words]
        return {"image_id": str(at), "ocr_info": info}

    files = {
        "captions.json": [
            {"image_id": str(at), "caption_str": "a quay", "caption_id": at} for at in range(30)
        ],
        "read.json": [tokens(at, at % 2 == 0) for at in range(30)],
        "truth.json": [tokens(at, True) for at in range(30)],
    }
    for name, data in files.items():
        (tmp_path / name).write_text(json.dumps({"data": data}))
    arguments = [str(tmp_path / "captions.json"), "--tokens", str(tmp_path / "read.json")]
    truth = ["--truth", str(tmp_path / "truth.json")]
    assert main(["ocr", *arguments, *truth, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["reading"]
    ends = told["intervals"]["precision"]
    shares = np.random.default_rng(3).binomial(30, 0.5, 200_000) / 30
    low, high = np.quantile(shares, (0.025, 0.975))
    assert (told["precision"], ends["n"]) == (0.5, 30)
    assert (ends["low"], ends["high"]) == pytest.approx((low, high), abs=0.034)
    assert main(["ocr", *arguments, *truth]) == 0
    assert f"50.0%  [{ends['low']:.1%}, {ends['high']:.1%}]" in capsys.readouterr().out
