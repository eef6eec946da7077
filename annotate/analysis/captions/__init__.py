"""Metrics of captions against references, as the caption benchmarks compute them.

A metric takes ``candidates`` and, for each of them, a list of ``references``, and returns
:class:`Scores`: ``mean`` (undefined without items) and ``per_item``. Texts are tokenised by
:func:`coco_tokens` unless another ``tokenizer`` is given (``str.split`` for texts that are tokens
already)::

    bleu(candidates, references, *, tokenizer) -> (Scores, Scores, Scores, Scores)
    cider_d(candidates, references, *, frequency=None, tokenizer) -> Scores
    document_frequency(references, *, tokenizer) -> DocumentFrequency
    meteor(candidates, references, *, tokenizer) -> Scores | Undefined
    rouge_l(candidates, references, *, tokenizer) -> Scores
    rouge_n(candidates, references, *, n, stem=False) -> Scores
    token_f1(candidate, reference, *, tokenizer) -> TokenF1 | Undefined
    evaluate(candidates, references, *, frequency=None, tokenizer, without=()) -> by name
    evaluate_people(captions, *, tokenizer, without=()) -> by name, for every run
    leave_one_out(captions) -> candidates and references of every run
"""

from annotate.analysis.captions.bleu import bleu
from annotate.analysis.captions.cider import DocumentFrequency, cider_d, document_frequency
from annotate.analysis.captions.evaluation import METRICS, evaluate, spice
from annotate.analysis.captions.human import (
    evaluate_people,
    leave_one_out,
    mean_of_runs,
)
from annotate.analysis.captions.meteor import meteor
from annotate.analysis.captions.model import Scores
from annotate.analysis.captions.ptb import coco_tokens, ptb_tokens
from annotate.analysis.captions.rouge import rouge_l, rouge_n
from annotate.analysis.captions.token_f1 import TokenF1, token_f1

__all__ = [
    "METRICS",
    "DocumentFrequency",
    "Scores",
    "TokenF1",
    "bleu",
    "cider_d",
    "coco_tokens",
    "document_frequency",
    "evaluate",
    "evaluate_people",
    "leave_one_out",
    "mean_of_runs",
    "meteor",
    "ptb_tokens",
    "rouge_l",
    "rouge_n",
    "spice",
    "token_f1",
]
