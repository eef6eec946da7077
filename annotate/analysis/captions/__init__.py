"""Metrics of captions against references, as the caption benchmarks compute them.

A metric takes ``candidates`` and, for each of them, a list of ``references``, and returns
:class:`Scores`: ``mean`` (undefined without items) and ``per_item``. Texts are tokenised by
:func:`coco_tokens` unless another ``tokenizer`` is given (``str.split`` for texts that are tokens
already).
"""

from annotate.analysis.captions.bleu import bleu
from annotate.analysis.captions.cider import cider_d, document_frequency
from annotate.analysis.captions.evaluation import (
    METRICS,
    evaluate,
    evaluate_people,
    mean_of_runs,
)
from annotate.analysis.captions.meteor import meteor
from annotate.analysis.captions.model import Scores
from annotate.analysis.captions.ptb import coco_tokens, ptb_tokens
from annotate.analysis.captions.rouge import TokenF1, rouge_l, rouge_n, token_f1
from annotate.analysis.captions.spice import spice

__all__ = [
    "METRICS",
    "Scores",
    "TokenF1",
    "bleu",
    "cider_d",
    "coco_tokens",
    "document_frequency",
    "evaluate",
    "evaluate_people",
    "mean_of_runs",
    "meteor",
    "ptb_tokens",
    "rouge_l",
    "rouge_n",
    "spice",
    "token_f1",
]
