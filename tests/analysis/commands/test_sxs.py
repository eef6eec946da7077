"""The command sxs gives the paper's table from the released labels."""

import gzip
import json
from pathlib import Path

import pytest

from annotate.analysis.commands import main

LABELS = Path(__file__).parents[1] / "data" / "iiw_sxs_labels_gpt4v.csv.gz"
# Garg et al. 2024, GPT-4V against IIW-Human, in percent of 100 images: left++ … right++, and net.
TABLE = {
    "comprehensiveness": ([3, 10, 39, 29, 19], 35),
    "specificity": ([6, 10, 15, 35, 34], 53),
    "hallucination": ([0, 6, 29, 34, 31], 59),
    "tldr": ([5, 6, 8, 47, 34], 70),
    "human_like": ([6, 13, 41, 27, 13], 21),
}
COMMAND = ["sxs", str(LABELS), "--comparison", "gpt4v_vs_iiw"]


def test_all_25_cells_are_those_of_the_paper(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["left"], report["right"]) == ("GPT-4V", "IIW-Human")
    found = {
        metric: (each["counts"], each["percent"], each["net"], each["n"])
        for metric, each in report["metrics"].items()
    }
    assert found == {name: (cells, cells, net, 100) for name, (cells, net) in TABLE.items()}
    for each in report["metrics"].values():
        assert each["net_low"] < each["net"] < each["net_high"]
    assert report["umbrellas"] == pytest.approx(
        {"recall": 44.0, "precision": 59.0, "writing_style": 45.5, "overall": 49.5}
    )


def test_without_json_it_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(COMMAND) == 0
    printed = capsys.readouterr().out
    assert "left: GPT-4V   right: IIW-Human" in printed
    (row,) = [line for line in printed.splitlines() if line.startswith("tldr")]
    assert row.split()[1:8] == ["100", "5", "6", "8", "47", "34", "+70%"]
    assert "overall        +49.5%" in printed


def changed(folder: Path, old: str, new: str) -> list[str]:
    """Return the command on labels in which one text is replaced once."""
    file = folder / "labels.csv"
    labels = gzip.decompress(LABELS.read_bytes()).decode().replace("\r\n", "\n")
    file.write_text(labels.replace(old, new, 1))
    return ["sxs", str(file), "--comparison", "gpt4v_vs_iiw"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("comparison,", "study,", "no column comparison."),
        (",-1\n", ",-1.5\n", "line 2: score must be -2, -1, 0, 1 or 2, not '-1.5'."),
        (",GPT-4V is marginally better,-1\n", "\n", "line 2 has too few columns."),
        (",GPT-4V,IIW-Human,", ",IIW-Human,GPT-4V,", "compares more than two sources."),
    ],
)
def test_a_wrong_row_is_named(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(changed(tmp_path, old, new)) == 2
    assert said in capsys.readouterr().err


def test_a_comparison_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sxs", str(LABELS), "--comparison", "dci"]) == 2
    assert "no comparison 'dci'; there: gpt4v_vs_iiw." in capsys.readouterr().err


def test_several_people_about_one_image_are_one_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Catches an interval that takes three judges of an image for three images."""
    once = [("a", 1), ("b", -1), ("c", 1), ("d", 0), ("e", 1)]
    intervals = []
    for people in (1, 3):
        file = tmp_path / f"{people}.csv"
        rows = [f"c,{image},L,R,tldr,{score}" for image, score in once for _ in range(people)]
        file.write_text("\n".join(["comparison,image,left,right,metric,score", *rows]))
        assert main(["sxs", str(file), "--comparison", "c", "--json"]) == 0
        tldr = json.loads(capsys.readouterr().out)["metrics"]["tldr"]
        assert tldr["n"] == 5 * people
        intervals.append((tldr["net"], tldr["net_low"], tldr["net_high"]))
    assert intervals[0] == pytest.approx(intervals[1])
