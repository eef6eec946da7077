"""Every metric of a set of captions at once; texts are tokenised once."""

from collections.abc import Sequence

from annotate.analysis.captions.bleu import bleu
from annotate.analysis.captions.cider import DocumentFrequency, cider_d
from annotate.analysis.captions.meteor import meteor
from annotate.analysis.captions.model import Scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.captions.rouge import rouge_l, rouge_n
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NOT_AVAILABLE = Undefined(Message("spice_not_available"))


def spice() -> Undefined:
    """Return why there is no SPICE; the place where one would be computed.

    >>> spice().reason.split(":")[0]
    'SPICE is not available'
    """
    return NOT_AVAILABLE


METRICS = (
    *("bleu_1", "bleu_2", "bleu_3", "bleu_4"),
    *("meteor", "rouge_1", "rouge_2", "rouge_l", "cider", "spice"),
)

Evaluation = dict[str, Scores | Undefined]


def evaluate(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    frequency: DocumentFrequency | None = None,
    tokenizer: Tokenizer = coco_tokens,
    without: Sequence[str] = (),
) -> Evaluation:
    """Return the scores by the names of ``METRICS``, but for those in ``without``.

    ROUGE-1 and -2 read the texts as they are, all others the tokens. METEOR and SPICE may be
    undefined, see there.

    >>> scores = evaluate(["a dog"], [["a dog", "one dog"]], without=["meteor"])
    >>> scores["rouge_l"].mean, "meteor" in scores, scores["spice"].reason[:22]
    (1.0, False, 'SPICE is not available')
    """
    tokens = [" ".join(tokenizer(text)) for text in candidates]
    reference_tokens = [[" ".join(tokenizer(text)) for text in own] for own in references]
    wanted = set(METRICS) - set(without)
    scores: Evaluation = {}
    if wanted & {"bleu_1", "bleu_2", "bleu_3", "bleu_4"}:
        pooled = bleu(tokens, reference_tokens, tokenizer=str.split)
        scores |= {f"bleu_{n}": bleu_n for n, bleu_n in enumerate(pooled, start=1)}
    if "meteor" in wanted:
        scores["meteor"] = meteor(tokens, reference_tokens, tokenizer=str.split)
    for n in (1, 2):
        if f"rouge_{n}" in wanted:
            scores[f"rouge_{n}"] = rouge_n(candidates, references, n=n)
    if "rouge_l" in wanted:
        scores["rouge_l"] = rouge_l(tokens, reference_tokens, tokenizer=str.split)
    if "cider" in wanted:
        scores["cider"] = cider_d(
            tokens, reference_tokens, frequency=frequency, tokenizer=str.split
        )
    if "spice" in wanted:
        scores["spice"] = spice()
    return {name: scores[name] for name in METRICS if name in wanted}
