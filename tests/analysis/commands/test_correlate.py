"""``correlate``: metrics beside human scores, pair by pair (TextCaps Fig. 7)."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main

ITEMS = [
    {"human": 1, "cider": 20, "meteor": 0.5},
    {"human": 2, "cider": 10, "meteor": 0.5},
    {"human": 3, "cider": 40, "meteor": None},
    {"human": 4, "cider": 30, "meteor": 0.5},
    {"human": 5, "cider": 50, "meteor": 0.5},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.json"
    path.write_text(json.dumps(ITEMS))
    return path


def told(file: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main(["correlate", str(file), *more, "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_each_pair_has_its_rho_interval_and_number(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ranks of human and CIDEr differ by 1, 1, 1, 1 and 0: 1 - 6 * 4 / (5 * 24)."""
    report = told(file, capsys)
    assert [(pair["first"], pair["second"]) for pair in report["pairs"]] == [
        ("human", "cider"),
        ("human", "meteor"),
        ("cider", "meteor"),
    ]
    first, second, _ = report["pairs"]
    assert first["rho"] == pytest.approx(0.8)
    assert (round(first["low"], 3), round(first["high"], 3), first["n"]) == (-0.457, 0.991, 5)
    assert (second["rho"], second["n"]) == (None, 4)
    assert "the same everywhere" in second["undefined"]
    assert report["assumptions"]


def test_one_value_is_paired_with_the_others_alone(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = told(file, capsys, "--with", "meteor")["pairs"]
    assert [pair["first"] for pair in pairs] == ["human", "cider"]


def test_it_is_printed_as_a_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["correlate", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "0.800" in printed
    assert "-0.457 to 0.991" in printed


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "must be a list of items"),
        ("[3]", "[0] must be an object"),
        ('[{"human": "good"}]', "[0].human must be a number or null"),
        ('[{"human": 1}]', "no two values"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    path = tmp_path / "items.json"
    path.write_text(content)
    assert main(["correlate", str(path)]) == 2
    assert said in capsys.readouterr().err
