"""Leave-one-out human performance, held against runs of the reference implementation.

The figures were computed by pycocoevalcap 1.2 from the first five reference tokens of the first
100 images, one run for each caption left out.
"""

import pytest

from annotate.analysis.captions import Scores, evaluate_people, mean_of_runs
from annotate.analysis.captions.spice import NOT_AVAILABLE
from annotate.analysis.undefined import Undefined
from tests.analysis.captions.reference import coco

CIDER = [1.15436413, 1.04210415, 1.10307717, 1.05487471, 1.09868355]
BLEU_4 = [0.20409154, 0.19008693, 0.21859926, 0.19619906, 0.21234565]
ROUGE_L = [0.49637302, 0.4884679, 0.47996595, 0.47301272, 0.48152573]


def captions() -> list[list[str]]:
    """Return five captions of each of 100 images."""
    return [item["tok_references"][:5] for item in coco()[:100]]


def test_five_runs_equal_those_of_the_reference_implementation() -> None:
    runs = evaluate_people(captions(), without=["meteor"])
    for name, expected in {"cider": CIDER, "rouge_l": ROUGE_L, "bleu_4": BLEU_4}.items():
        scores = [run[name] for run in runs]
        means = [score.mean for score in scores if isinstance(score, Scores)]
        assert means == pytest.approx(expected, abs=1e-8)
        assert mean_of_runs(scores) == pytest.approx(sum(expected) / 5, abs=1e-8)


def test_images_with_another_number_of_captions_are_named() -> None:
    with pytest.raises(ValueError, match=r"item 1 has 3 texts"):
        evaluate_people([["a", "b"], ["a", "b", "c"]])
    with pytest.raises(ValueError, match=r"item 0 has 1 texts"):
        evaluate_people([["a"]])


def test_what_is_undefined_stays_undefined() -> None:
    runs = evaluate_people([["a dog", "one dog"]], without=["meteor"])
    assert mean_of_runs([run["spice"] for run in runs]) == NOT_AVAILABLE
    assert isinstance(mean_of_runs([]), Undefined)
    assert evaluate_people([], without=["meteor"]) == []
