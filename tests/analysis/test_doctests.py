"""Every worked example in a docstring holds."""

import doctest
import importlib

import pytest

MODULES = [
    "annotate.analysis.agreement",
    "annotate.analysis.agreement_intervals",
    "annotate.analysis.agreement_measures",
    "annotate.analysis.alpha_intervals",
    "annotate.analysis.answers",
    "annotate.analysis.caption_files",
    "annotate.analysis.captions.bertscore",
    "annotate.analysis.captions.bleu",
    "annotate.analysis.captions.cider",
    "annotate.analysis.captions.clipscore",
    "annotate.analysis.captions.evaluation",
    "annotate.analysis.captions.meteor",
    "annotate.analysis.captions.model",
    "annotate.analysis.captions.ptb",
    "annotate.analysis.captions.ptb_words",
    "annotate.analysis.captions.rouge",
    "annotate.analysis.concepts",
    "annotate.analysis.compositional.figures",
    "annotate.analysis.compositional.layouts",
    "annotate.analysis.compositional.questions",
    "annotate.analysis.compositional.replies",
    "annotate.analysis.compositional.svo",
    "annotate.analysis.describing",
    "annotate.analysis.differences",
    "annotate.analysis.duplicates",
    "annotate.analysis.embedding",
    "annotate.analysis.geometry",
    "annotate.analysis.harms.graphs",
    "annotate.analysis.harms.synsets",
    "annotate.analysis.harms.hierarchy",
    "annotate.analysis.harms.inclusion",
    "annotate.analysis.harms.people",
    "annotate.analysis.histograms",
    "annotate.analysis.intervals",
    "annotate.analysis.matching",
    "annotate.analysis.ocr",
    "annotate.analysis.overlap",
    "annotate.analysis.paired",
    "annotate.analysis.pasted",
    "annotate.analysis.proportions",
    "annotate.analysis.quality.captions",
    "annotate.analysis.quality.model",
    "annotate.analysis.quality.people",
    "annotate.analysis.quality.texts",
    "annotate.analysis.ranking_intervals",
    "annotate.analysis.readability",
    "annotate.analysis.specificity",
    "annotate.analysis.source_intervals",
    "annotate.analysis.spelling",
    "annotate.analysis.text_reports",
    "annotate.analysis.sxs",
    "annotate.analysis.text",
    "annotate.analysis.text_rules",
    "annotate.analysis.text_rules.caption_form",
    "annotate.analysis.tokens",
    "annotate.analysis.undefined",
    "annotate.analysis.proportions",
    "annotate.analysis.vizwiz_results",
    "annotate.analysis.vocabulary",
    "annotate.kinds.problems",
    "annotate.projects.recipes.stopping",
    "annotate.workflow.selectors.annotations",
]


@pytest.mark.parametrize("name", MODULES)
def test_the_worked_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
