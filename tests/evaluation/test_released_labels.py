"""The released labels of GPT-4V against IIW-Human, through the product: the paper's 25 cells."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.evaluation.studies import RELEASED, brought_in, get, released, text_of

EXPECTED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "iiw_sxs_expected.json").read_text()
)["gpt4v_vs_iiw"]


@pytest.fixture
def study(people: Cast, project: Project) -> str:
    return brought_in(people.owner, project, released())


def from_the_command(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["sxs", str(RELEASED), "--comparison", "gpt4v_vs_iiw", "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_all_25_cells_are_those_of_the_paper(people: Cast, study: str) -> None:
    found = get(people.reviewer, f"{study}/results")
    assert found["design"] == "side_by_side.v1"
    assert found["sources"] == [EXPECTED["left"], EXPECTED["right"]]
    assert found["levels"][0] == "GPT-4V ++"
    assert (found["items"], found["ratings"], found["raters"]) == (100, 100, 1)
    told = {each["key"]: each for each in found["metrics"]}
    assert list(told) == list(EXPECTED["metrics"])
    for key, expected in EXPECTED["metrics"].items():
        assert told[key]["counts"] == expected["counts_left++_left+_neutral_right+_right++"]
        assert told[key]["percent"] == expected["percent"] == expected["paper_percent"]
        assert told[key]["net"]["value"] == expected["net_right_minus_left"]
        assert told[key]["net"]["low"] < told[key]["net"]["value"] < told[key]["net"]["high"]


def test_the_command_says_the_same_to_the_last_digit(
    people: Cast, study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, command = get(people.owner, f"{study}/results"), from_the_command(capsys)
    told = {
        each["key"]: {
            "n": each["n"],
            "counts": each["counts"],
            "percent": each["percent"],
            "net": each["net"]["value"],
            "net_low": each["net"]["low"],
            "net_high": each["net"]["high"],
        }
        for each in found["metrics"]
    }
    assert told == command["metrics"]
    assert {each["key"]: each["value"] for each in found["umbrellas"]} == command["umbrellas"]
    assert command["umbrellas"]["overall"] == pytest.approx(49.5)


def test_what_one_rater_cannot_show_is_said_and_not_made_up(people: Cast, study: str) -> None:
    found = get(people.owner, f"{study}/results")
    for each in found["agreement"]:
        assert (each["alpha"], each["pairwise"]) == (None, None)
        assert each["why"]["message"] == "No item has two answers."
    assert found["effects"]["length"]["rho"] is None
    assert "texts are not known" in found["effects"]["length"]["why"]["message"]
    assert found["effects"]["time"]["rho"] is None
    assert found["effects"]["time"]["median_seconds_by_level"] == [None] * 5


def test_the_csv_table_has_the_cells(people: Cast, study: str) -> None:
    rows = list(csv.reader(io.StringIO(text_of(people.owner, f"{study}/results/table.csv"))))
    assert rows[0][:7] == [
        "metric",
        "judgements",
        "GPT-4V ++ %",
        "GPT-4V + %",
        "neutral %",
        "IIW-Human + %",
        "IIW-Human ++ %",
    ]
    cells = [[int(cell) for cell in row[2:7]] for row in rows[1:6]]
    assert cells == [each["paper_percent"] for each in EXPECTED["metrics"].values()]
    assert [(row[0], float(row[7])) for row in rows[6:]] == [
        ("Recall", 44.0),
        ("Precision", 59.0),
        ("Writing style", 45.5),
        ("Overall", 49.5),
    ]


def test_the_latex_table_is_laid_out_as_in_the_paper(people: Cast, study: str) -> None:
    """IIW Table 8: the sources above ++ + - + ++, one row per metric."""
    text = text_of(people.owner, f"{study}/results/table.tex")
    lines = text.splitlines()
    at = lines.index(r"\begin{tabular}{lrrrrr}")
    assert lines[at + 1 : at + 7] == [
        r"\toprule",
        r"Metric & \multicolumn{2}{c}{GPT-4V} &  & \multicolumn{2}{c}{IIW-Human} \\",
        r"\cmidrule(lr){2-3} \cmidrule(lr){5-6}",
        r" & ++ & + & - & + & ++ \\",
        r"\midrule",
        r"Comprehensiveness & 3 & 10 & 39 & 29 & 19 \\",
    ]
    assert text.isascii()
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 2


def test_the_scores_that_are_given_out_can_be_brought_in_again(
    people: Cast, project: Project, study: str
) -> None:
    given_out = text_of(people.owner, f"{study}/results/ratings.csv")
    rows = list(csv.DictReader(io.StringIO(given_out)))
    original = list(csv.DictReader(io.StringIO(released().decode())))
    said = ("image", "left", "right", "metric", "label", "score")
    assert sorted(tuple(row[name] for name in said) for row in rows) == sorted(
        tuple(row[name] for name in said) for row in original
    )
    again = brought_in(people.owner, project, given_out.encode(), name="Again")
    first, second = (get(people.owner, f"{each}/results") for each in (study, again))
    assert first == second
