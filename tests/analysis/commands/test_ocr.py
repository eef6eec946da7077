"""The commands ocr and duplicates on released files, and on files that are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main

DATA = Path(__file__).parents[1] / "data"
CAPTIONS = DATA / "textcaps" / "textcaps_0.1_sample.json"
TOKENS = DATA / "textcaps" / "rosetta_ocr_v0.2_sample.json"
VIZWIZ = DATA / "vizwiz" / "vizwiz_captions_sample.json"
SPAM = DATA / "vizwiz" / "fake_caption_val.json.gz"


def report_of(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """Run a command with --json and return what it printed."""
    assert main([str(each) for each in (*arguments, "--json")]) == 0
    return json.loads(capsys.readouterr().out)


def test_statistics_of_the_released_example(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "ocr", CAPTIONS, "--tokens", TOKENS, "--split", "train")
    assert report["captions"]["captions"] == 5
    assert report["captions"]["tokens_per_caption"] == {"2": 2, "3": 1, "6": 1, "7": 1}
    assert report["captions"]["zero_shot_tokens"] is None
    assert report["captions"]["undefined"] == {"zero_shot_tokens": "No train split was given."}
    assert "reading" not in report


def test_what_was_read_compared_with_itself_is_perfect(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("ocr", CAPTIONS, "--tokens", TOKENS, "--truth", TOKENS, "--case", "--iou", "1")
    report = report_of(capsys, *arguments)
    assert report["reading"]["f1"] == 1.0
    assert report["reading"]["there"] == 7


def test_the_train_split_is_a_file_of_captions(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "ocr", CAPTIONS, "--tokens", TOKENS, "--train", VIZWIZ)
    assert report["captions"]["zero_shot_tokens"] > 0
    report = report_of(capsys, "ocr", CAPTIONS, "--tokens", TOKENS, "--train", CAPTIONS)
    assert report["captions"]["zero_shot_tokens"] == 0


def test_predictions_are_held_against_what_annotators_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = "011e7e629fb9ae7b"
    file = tmp_path / "model.json"
    # All annotators together use every token of this image.
    said = ["Listerine zero on a shelf", "a row of bottles"]
    file.write_text(json.dumps([{"image_id": image, "caption": text} for text in said]))
    arguments = ("ocr", CAPTIONS, "--tokens", TOKENS, "--predictions", file)
    found = report_of(capsys, *arguments)["predictions"]
    assert (found["ocr_precision"], found["with_token"], found["without_token"]) == (1.0, 1, 1)
    assert found["intervals"]["ocr_precision"]["n"] == 1
    assert found["vocabulary_ocr"] == 2
    file.write_text(json.dumps([{"image_id": image, "caption": said[1]}]))
    found = report_of(capsys, *arguments)["predictions"]
    assert found["ocr_precision"] is None
    assert found["undefined"] == {"ocr_precision": "No caption uses a token of its image."}
    assert main([str(each) for each in arguments]) == 0
    assert "sentences without one, left out of the precision     1" in capsys.readouterr().out
    file.write_text("{}")
    assert main([str(each) for each in arguments]) == 2
    assert "model.json" in capsys.readouterr().err


def test_without_json_every_figure_has_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ocr", str(CAPTIONS), "--tokens", str(TOKENS), "--truth", str(TOKENS)]) == 0
    printed = capsys.readouterr().out
    assert "captions with an OCR token                           100.0%" in printed
    assert "undefined: No train split was given." in printed


def test_groups_of_real_captions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "duplicates", SPAM, "--least", "10")
    assert report["captions"] == 7_750
    assert [group["size"] for group in report["groups"]] == [47, 31, 18, 16]
    assert main(["duplicates", str(SPAM)]) == 0
    assert "imagine how you would describe" in capsys.readouterr().out


def test_pasted_captions_are_told_from_the_instructions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = tmp_path / "task.txt"
    task.write_text("Imagine how you would describe this image on the phone to a friend.")
    report = report_of(capsys, "duplicates", SPAM, "--instructions", task)
    first, *_ = report["pasted"]
    assert (first["size"], first["source"]) == (47, "instructions")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "no JSON (line 1"),
        ("{}", "There is neither a list nor one under data or annotations."),
        ('{"data": {}}', "data must be a list."),
        ('[{"caption": "a"}]', "[0].image_id must be a number or a name."),
        ('{"annotations": [{"image_id": 1}]}', "annotations[0].caption must be a text."),
        ('{"data": [7]}', "data[0] must be an object with named fields."),
    ],
)
def test_a_wrong_file_of_captions_is_refused_kindly(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(content)
    assert main(["duplicates", str(file)]) == 2
    complaint = capsys.readouterr().err
    assert "wrong.json" in complaint
    assert said in complaint


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"data": [{"image_id": 1}]}', "data[0].ocr_tokens must be a list."),
        ('{"data": [{"image_id": 1, "ocr_tokens": [1]}]}', "must be a text."),
        (
            '{"data": [{"image_id": 1, "ocr_info": [{"word": "a", "bounding_box": {}}]}]}',
            "data[0].ocr_info[0].bounding_box.top_left_x must be a share",
        ),
    ],
)
def test_a_wrong_file_of_tokens_is_refused_kindly(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(content)
    assert main(["ocr", str(CAPTIONS), "--tokens", str(file)]) == 2
    assert said in capsys.readouterr().err


def test_a_split_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ocr", str(CAPTIONS), "--tokens", str(TOKENS), "--split", "test"]) == 2
    assert "no caption of the split 'test'" in capsys.readouterr().err


def test_a_limit_out_of_range_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duplicates", str(SPAM), "--similarity", "0.1"]) == 2
    assert "between 0.5 and 1" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["ocr", str(CAPTIONS), "--tokens", str(TOKENS), "--iou", "2"])
