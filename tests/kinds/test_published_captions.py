"""The published raw results get the verdicts that the published rules gave them.

Data: see tests/analysis/data/vizwiz/README.md.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.vizwiz_results import RawAnswer, read_results
from annotate.kinds import Stimulus
from annotate.kinds.caption.kind import CaptionKind
from annotate.kinds.caption.model import CANNED_TEXT

DATA = Path(__file__).parents[1] / "analysis" / "data" / "vizwiz"
EXPECTED: list[dict[str, Any]] = json.loads((DATA / "expected_flags_first_hit.json").read_text())[
    "rows"
]
KIND = CaptionKind()
IMAGE = Stimulus(width=640, height=480)
ISSUES = {
    "NONE": "none",
    "BLR": "blur",
    "BRT": "bright",
    "DRK": "dark",
    "OBS": "obscured",
    "FRM": "framing",
    "ROT": "rotated",
    "OTH": "other",
}


def raw_answers() -> list[RawAnswer]:
    path = DATA / "mturk_hit_results_sample.tsv"
    with path.open(newline="", encoding="utf-8-sig") as lines:
        return read_results(lines)


def errors(text: str, detected: bool | None, issues: list[str], other: str) -> list[str]:
    answer = KIND.parse(
        {
            "text": text,
            "canned": text == CANNED_TEXT,
            "text_detected": detected,
            "quality_issues": [ISSUES[issue] for issue in issues],
            "quality_other": other,
        }
    )
    found = KIND.problems(answer, IMAGE, KIND.parse_settings({}))
    return [problem.code for problem in found if problem.severity == "error"]


def test_the_expectations_are_those_of_one_hit() -> None:
    assert len(EXPECTED) == 25
    assert sum(row["canned"] for row in EXPECTED) == 3


@pytest.mark.parametrize("row", EXPECTED, ids=lambda row: f"{row['worker'][-2:]}-{row['position']}")
def test_every_answer_of_the_first_hit_has_the_errors_expected(row: dict[str, Any]) -> None:
    found = errors(row["caption"], row["text"], row["quality_issues"], row["quality_other"])
    assert found == row["client_errors"]


def test_no_answer_that_the_page_let_through_is_refused() -> None:
    answers = raw_answers()
    assert len(answers) == 50
    refused = {
        (one.worker, one.image): found
        for one in answers
        if (found := errors(one.caption, one.text, list(one.quality_issues), one.quality_other))
    }
    assert refused == {}


def test_an_answer_spoilt_in_every_way_is_refused_for_each() -> None:
    row = EXPECTED[0]
    assert errors("It's a kite. Red", None, ["OTH"], "") == [
        "banned_opening",
        "too_few_words",
        "several_sentences",
        "text_question_open",
        "quality_other_missing",
    ]
    assert errors(row["caption"], row["text"], [], "") == ["quality_missing"]
