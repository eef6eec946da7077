"""The command against the published flags of the first HIT of the raw results."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.analysis.commands.vizwiz_flags import report_of
from annotate.analysis.vizwiz_results import read_results

DATA = Path(__file__).parents[1] / "data" / "vizwiz"
RESULTS = DATA / "mturk_hit_results_sample.tsv"
Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    with RESULTS.open(encoding="utf-8", newline="") as lines:
        found: list[Row] = report_of(read_results(lines))["rows"]
    return found


@pytest.fixture(scope="module")
def expected() -> list[Row]:
    published = json.loads((DATA / "expected_flags_first_hit.json").read_text())
    found: list[Row] = published["rows"]
    return found


def test_the_first_hit_is_as_published_field_by_field(rows: list[Row], expected: list[Row]) -> None:
    assert len(expected) == 25
    assert [row for row in rows if row["hit"] == "O75ZEX"] == expected


def test_the_fields_stand_in_the_published_order(rows: list[Row], expected: list[Row]) -> None:
    assert set(rows[0]) == set(expected[0])
    assert list(rows[0])[:17] == list(expected[0])[:17]


def test_the_second_hit_shows_two_people_with_too_much_canned_text(rows: list[Row]) -> None:
    second = [row for row in rows if row["hit"] == "OV4ZD4"]
    assert len(second) == 25
    flagged = {(row["worker"][-2:], name) for row in second for name in row if row[name] == 1}
    flags = {(worker, name) for worker, name in flagged if name.startswith("WQ_")}
    # 59 and BP gave the canned text for three of five images each; BP alone saw no text on one.
    assert flags == {("59", "WQ_SPAM_1"), ("BP", "WQ_SPAM_1"), ("BP", "WQ_TEXT")}
    assert sum(row["WQ_SPAM_1"] for row in second) == 6  # only the canned answers are marked


def test_the_command_prints_the_same_as_json() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "annotate.analysis", "vizwiz-flags", RESULTS, "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(finished.stdout)
    assert len(report["rows"]) == 50
    assert report["undefined"] == []
    assert report["hits"]["O75ZEX"] == "3DTJ4WT8BDYH1SVXO3ITTHMLO75ZEX"


def test_without_json_it_prints_a_table_and_a_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vizwiz-flags", str(RESULTS), "--explain"]) == 0
    printed = capsys.readouterr().out
    assert "50 answers in 2 HITs: 7 flagged, 0 against the submit rules" in printed
    assert "4 of 5 people see text in this image, this one does not" in printed


def edited(column: str, value: str, *, line: int = 2) -> str:
    """Return the results with one cell replaced."""
    lines = [row.split("\t") for row in RESULTS.read_text().splitlines()]
    lines[line - 1][lines[0].index(column)] = value
    return "\n".join("\t".join(row) for row in lines)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("Answer.IMG", "a.jpg|b.jpg", "There are 2 images, but 5 values here."),
        ("Answer.HIT_ST_TIME", "soon", "“soon” is not a number."),
        ("Answer.TEXT_DETECT", "Y|<END>|" * 4 + "maybe|<END>", "must be Y or N, not “maybe”"),
        ("Answer.Q_ISSUE", "NONE|<END>|" * 4 + "FOG|<END>", "“FOG” is none of BLR"),
        ("Answer.IMG_CAPTION", "a|<END>|b", "must end with |<END>"),
        ("assignmentaccepttime", "yesterday", "“yesterday” is no time such as"),
        ("workerid", " ", "This must not be empty."),
    ],
)
def test_a_wrong_cell_is_named(
    column: str, value: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.tsv"
    file.write_text(edited(column, value))
    assert main(["vizwiz-flags", str(file)]) == 2
    complaint = capsys.readouterr().err
    assert "wrong.tsv: line 2, column " in complaint
    assert said in complaint


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: The first line must name the columns; not found: hitid, workerid"),
        (b"hitid\tworkerid\n", "not found: assignmentaccepttime"),
        (b"\xff\xfe", "not UTF-8 text"),
    ],
)
def test_a_wrong_file_is_refused_kindly(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.tsv"
    file.write_bytes(content)
    assert main(["vizwiz-flags", str(file)]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vizwiz-flags", str(tmp_path / "none.tsv")]) == 2
    assert "none.tsv: No such file" in capsys.readouterr().err


def test_a_row_with_too_few_columns_is_named() -> None:
    lines = RESULTS.read_text().splitlines()
    with pytest.raises(ValueError, match="line 3: There are 2 columns here, but 17"):
        read_results([lines[0] + "\n", lines[1] + "\n", "a\tb\n"])


@pytest.mark.parametrize(
    ("column", "value", "errors"),
    [
        ("Answer.IMG_CAPTION", "A red kite, flying; above,green,fields.", ["too_few_words"]),
        ("Answer.IMG_CAPTION", "A red kite flies. Above it is the sky", ["several_sentences"]),
        ("Answer.IMG_CAPTION", "this island lies in a very blue sea", ["banned_opening"]),
        (
            "Answer.IMG_CAPTION",
            "It is 3. Ok",
            ["banned_opening", "too_few_words", "several_sentences"],
        ),
        ("Answer.IMG_CAPTION", " ", ["text_missing"]),
        ("Answer.TEXT_DETECT", "", ["text_question_open"]),
        ("Answer.Q_ISSUE", "", ["quality_missing"]),
        ("Answer.Q_ISSUE", "OTH|BLR", ["quality_other_missing"]),
    ],
)
def test_what_the_page_would_have_refused_is_named(
    column: str, value: str, errors: list[str]
) -> None:
    rest = {"Answer.IMG_CAPTION": "A red kite flies above a green field", "Answer.TEXT_DETECT": "Y"}
    values = "|".join([f"{value}|<END>", *[f"{rest.get(column, 'NONE')}|<END>"] * 4])
    rows = report_of(read_results(StringIO(edited(column, values))))["rows"]
    assert rows[0]["client_errors"] == errors
    assert all(row["client_errors"] == [] for row in rows[1:])


def test_a_hit_that_nobody_has_answered_has_no_rows(rows: list[Row]) -> None:
    text = RESULTS.read_text()
    nobody = "\t".join(["3WAITING", *[""] * 16]) + "\n"
    assert report_of(read_results(StringIO(text + nobody)))["rows"] == rows
    with pytest.raises(ValueError, match="line 2: Nobody has answered"):
        read_results([text.splitlines()[0] + "\n", nobody])


def test_one_answer_alone_has_undefined_numbers_and_no_flag() -> None:
    text = edited("Answer.IMG_ST_TIME", "-999|-999|-999|-999|-999")
    report = report_of(read_results(StringIO("\n".join(text.splitlines()[:2]) + "\n")))
    row = report["rows"][1]
    assert row["z_hit"] is None
    assert row["z_image"] is None
    assert not any(row[name] for name in row if name.startswith("WQ_"))
    reasons = {(each["field"], each["reason"]) for each in report["undefined"]}
    assert ("z_hit", "Only one answer about this image has a time.") in reasons
    assert ("z_image", "The time of this answer is not known.") in reasons


def test_quoted_results_with_comments_read_the_same(rows: list[Row]) -> None:
    lines = RESULTS.read_text().splitlines()
    cells = [[*line.split("\t"), 'He said ""hello""'] for line in lines]
    cells[0][-1] = "Answer.WORKER_COMMENTS"
    quoted = ["\t".join(f'"{cell}"' for cell in row) for row in cells]
    assert report_of(read_results(StringIO("\n".join(quoted))))["rows"] == rows
