"""How the token rule compares with the figures of the ImageInWords paper (Table 14).

The paper counts with spaCy. On the 1,000 LocNar descriptions it has 128.87 tokens and 5.80
sentences per description; this rule has 129.19 and 5.81, a difference of 0.25% each.
"""

import gzip
import json
from pathlib import Path
from statistics import mean

import pytest

from annotate.analysis import tokens

DESCRIPTIONS = Path(__file__).parent / "data" / "locnar_eval_v1.jsonl.gz"


@pytest.fixture(scope="module")
def descriptions() -> list[str]:
    with gzip.open(DESCRIPTIONS, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_token_counts_are_within_half_a_percent_of_the_paper(descriptions: list[str]) -> None:
    assert len(descriptions) == 1_000
    assert mean(map(tokens.count_tokens, descriptions)) == pytest.approx(128.87, rel=0.005)


def test_sentence_counts_are_within_half_a_percent_of_the_paper(descriptions: list[str]) -> None:
    assert mean(len(tokens.sentences(text)) for text in descriptions) == pytest.approx(
        5.80, rel=0.005
    )
