"""Metrics of captions against references, as the caption benchmarks compute them.

Every metric takes ``candidates`` and, for each of them, a list of ``references``, and returns
:class:`Scores`: ``mean`` (undefined without items) and ``per_item``. Texts are tokenised by
:func:`coco_tokens` unless another ``tokenizer`` is given (``str.split`` for texts that are tokens
already)::

    cider_d(candidates, references, *, frequency=None, tokenizer=coco_tokens) -> Scores
    rouge_l(candidates, references, *, tokenizer=coco_tokens) -> Scores
    token_f1(candidate, reference, *, tokenizer=coco_tokens) -> TokenF1 | Undefined
    document_frequency(references, *, tokenizer=coco_tokens) -> DocumentFrequency
"""

from annotate.analysis.captions.cider import DocumentFrequency, cider_d, document_frequency
from annotate.analysis.captions.model import Scores
from annotate.analysis.captions.ptb import coco_tokens, ptb_tokens
from annotate.analysis.captions.rouge import rouge_l
from annotate.analysis.captions.token_f1 import TokenF1, token_f1

__all__ = [
    "DocumentFrequency",
    "Scores",
    "TokenF1",
    "cider_d",
    "coco_tokens",
    "document_frequency",
    "ptb_tokens",
    "rouge_l",
    "token_f1",
]
