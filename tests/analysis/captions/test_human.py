"""Leave-one-out human performance, held against runs of the reference implementation.

The figures were computed by pycocoevalcap 1.2 from the first five reference tokens of the first
100 images, one run for each caption left out.
"""

import pytest

from annotate.analysis.captions import (
    Scores,
    bleu,
    cider_d,
    human_performance,
    rouge_l,
    spice,
)
from annotate.analysis.undefined import Undefined
from tests.analysis.captions.reference import coco

CIDER = [1.15436413, 1.04210415, 1.10307717, 1.05487471, 1.09868355]
BLEU_4 = [0.20409154, 0.19008693, 0.21859926, 0.19619906, 0.21234565]
ROUGE_L = [0.49637302, 0.4884679, 0.47996595, 0.47301272, 0.48152573]


def captions() -> list[list[str]]:
    """Return five captions of each of 100 images."""
    return [item["tok_references"][:5] for item in coco()[:100]]


def bleu_4(candidates: object, references: object) -> Scores:
    """Return BLEU-4 alone."""
    return bleu(candidates, references)[3]  # type: ignore[arg-type]


def test_five_runs_equal_those_of_the_reference_implementation() -> None:
    found = human_performance(captions(), cider_d)
    assert found.runs == pytest.approx(CIDER, abs=1e-8)
    assert found.mean == pytest.approx(sum(CIDER) / 5, abs=1e-8)
    assert human_performance(captions(), rouge_l).runs == pytest.approx(ROUGE_L, abs=1e-8)
    assert human_performance(captions(), bleu_4).runs == pytest.approx(BLEU_4, abs=1e-8)


def test_images_with_another_number_of_captions_are_named() -> None:
    with pytest.raises(ValueError, match=r"item 1 has 3 texts"):
        human_performance([["a", "b"], ["a", "b", "c"]], rouge_l)
    with pytest.raises(ValueError, match=r"item 0 has 1 texts"):
        human_performance([["a"]], rouge_l)


def test_what_is_undefined_stays_undefined() -> None:
    found = human_performance(captions(), lambda _candidates, _references: spice())
    assert found.mean == spice()
    assert found.runs == []
    assert isinstance(human_performance([], rouge_l).mean, Undefined)
