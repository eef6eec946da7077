"""The command jaccard compares two fields of every row, and names what is wrong with one."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main

ROWS: list[dict[str, Any]] = [
    {"draft": "A red kite.", "final": "A blue kite!"},
    {"draft": "a red kite", "final": "a red ball"},
    {"draft": "...", "final": ""},
]
FIELDS = ("--field", "draft", "--field", "final")


def written(folder: Path, rows: list[dict[str, Any]], name: str = "rows.jsonl") -> str:
    """Write rows as JSON lines, packed if the name says so; return the path."""
    data = "\n".join(json.dumps(row) for row in rows).encode()
    file = folder / name
    file.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return str(file)


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
@pytest.mark.parametrize(("n", "expected"), [("1", [0.5, 0.5]), ("2", [0.0, 1 / 3])])
def test_every_row_has_its_similarity_and_empty_ones_none(
    name: str, n: str, expected: list[float], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, ROWS, name)
    assert main(["jaccard", file, *FIELDS, "--n", n, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["per_item"] == pytest.approx([*expected, None])
    assert report["mean"] == pytest.approx(sum(expected) / 2)
    assert (report["items"], report["without_ngrams"]) == (3, 1)


def test_without_json_the_figures_stand_in_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["jaccard", written(tmp_path, ROWS), *FIELDS, "--n", "2"]) == 0
    printed = capsys.readouterr().out
    assert "mean                                         0.1667  [0.0000, 0.3333]\n" in printed
    assert "rows without an n-gram in either text        1\n" in printed
    assert main(["jaccard", written(tmp_path, ROWS[2:]), *FIELDS]) == 0
    assert "undefined: no row has an n-gram" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"draft": "a", "final": "b"}\n{', "line 2, column"),
        ("[1]", "line 1 must be an object"),
        ('{"draft": "a"}', "line 1: final is missing."),
        ('{"draft": "a", "final": null}', "line 1: final must be a text."),
        ("\n", "there is no row"),
    ],
)
def test_a_wrong_row_is_named(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(content)
    assert main(["jaccard", str(file), *FIELDS]) == 2
    complaint = capsys.readouterr().err
    assert str(file) in complaint
    assert said in complaint


def test_two_fields_and_a_size_of_one_or_more_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, ROWS)
    assert main(["jaccard", file, "--field", "draft"]) == 2
    assert "twice, not 1 times" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["jaccard", file, *FIELDS, "--n", "0"])
