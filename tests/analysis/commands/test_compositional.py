"""The command compositional writes prompts, reads replies, and names what is wrong with a file."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.analysis.commands.reply_files import ReplyFile
from annotate.analysis.compositional.model import Reply
from tests.analysis.compositional import samples


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two sets, and the texts of one source as the product exports them."""
    sets = tmp_path / "vg.json", tmp_path / "svo.csv"
    sets[0].write_text(json.dumps(samples.RELATION), encoding="utf-8")
    sets[1].write_text(samples.SVO, encoding="utf-8")
    lines(tmp_path / "a.jsonl", ({"key": str(at), "text": f"Text {at}."} for at in (1, 2)))
    return [*map(str, sets), "--descriptions", f"A={tmp_path / 'a.jsonl'}"]


def lines(path: Path, rows: Iterable[object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def figures(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert main(["compositional", *map(str, arguments), "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_prompts_are_written_and_replies_read(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "questions.jsonl"
    before = figures(capsys, *files, "--write-questions", asked)
    assert before["costs"]["replies"] == 0
    assert before["sources"][0]["sets"]["vg-relation"]["share"] is None
    prompts = [json.loads(line) for line in asked.read_text().splitlines()]
    assert len(prompts) == before["costs"]["prompts"] == 2 * 4
    said = lines(tmp_path / "replies.jsonl", ({"key": row["key"], "text": "1"} for row in prompts))
    after = figures(capsys, *files, "--replies", said)
    assert after["costs"]["replies"] == 8
    for source in after["sources"]:
        assert source["sets"]["vg-relation"]["right"] == 1  # of two, one has its answer first
        assert source["sets"]["svo-probes"]["right"] == 1
    assert main(["compositional", *files, "--replies", str(said)]) == 0
    printed = capsys.readouterr().out
    row = next(
        line.split("  ") for line in printed.splitlines() if line.startswith("ARO VG-R    A")
    )
    assert {"50.00%", "[0.095, 0.905]"} <= {cell.strip() for cell in row}
    assert "8 of 8 prompts replied to" in printed


def test_a_line_that_was_cut_off_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    ReplyFile(path).keep([Reply("a", "1"), Reply("b", "2")])
    path.write_bytes(path.read_bytes()[:-20])
    assert [*ReplyFile(path).replies] == ["a"]
    ReplyFile(path).keep([Reply("b", "2", 5, 1, 0.5, 0.25)])
    assert ReplyFile(path).known(["a", "b", "c"]) == {
        "a": Reply("a", "1"),
        "b": Reply("b", "2", 5, 1, 0.5, 0.25),
    }


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.json", '{"a": 1}', "must be a list"),
        ("x.json", "[1]", "Row 1 must be an object"),
        ("x.jsonl", "{", "line 1, column"),
        ("x.csv", "a,b\n1,2\n", "neither ARO"),
    ],
)
def test_what_is_no_set_is_named(
    name: str,
    content: str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert main(["compositional", str(path)]) == 2
    error = capsys.readouterr().err
    assert name in error
    assert said in error


def test_the_same_set_or_title_twice_and_texts_of_other_images_are_refused(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, said in [
        ([files[0], *files], "one file of each set"),
        ([*files, *files[2:]], "Two sources are called A."),
        ([files[0], "--descriptions", str(lines(tmp_path / "b.jsonl", [{"key": "9"}]))], "row 1"),
        (
            [
                files[0],
                "--no-baseline",
                "--descriptions",
                str(lines(tmp_path / "c.jsonl", [{"key": "9", "text": "Nine."}])),
            ],
            "No image of these sets has a description.",
        ),
        ([*files, "--replies", str(tmp_path / "none.jsonl")], "there is no such file"),
    ]:
        assert main(["compositional", *arguments]) == 2
        assert said in capsys.readouterr().err
