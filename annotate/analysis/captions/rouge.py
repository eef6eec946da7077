"""ROUGE: how much of the references' wording a candidate has (Lin 2004)."""

from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from annotate.analysis.captions.model import Scores, check_pairs, mean_scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens

BETA = 1.2  # coco-caption's weight of recall over precision


def rouge_l(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer = coco_tokens,
) -> Scores:
    """Return ROUGE-L as coco-caption computes it, per item and mean, in [0, 1].

    With the longest common subsequence LCS of words: P is the largest LCS / words of the candidate
    over the references, R the largest LCS / words of the reference (not always the same one), and
    F = (1 + 1.2²)·P·R / (R + 1.2²·P). Lin 2004 (ACL W04-1013, §3.1) leaves beta open and takes the
    best F instead; other packages use beta 1 and stems. So name it "ROUGE-L (coco-caption)".

    Example: "a dog runs" keeps 2 of 3 words of "a dog sits" in order, P = R = 2/3.

    >>> round(rouge_l(["a dog runs"], [["a dog sits", "no"]]).per_item[0], 4)
    0.6667
    """
    check_pairs(candidates, references)
    return mean_scores(
        [
            _f_score(tokenizer(text), [tokenizer(each) for each in own])
            for text, own in zip(candidates, references, strict=True)
        ]
    )


def _f_score(candidate: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    common = [LCSseq.similarity(candidate, each) for each in references]
    precision = max(common) / len(candidate) if candidate else 0.0
    recall = max(
        found / len(each) if each else 0.0 for found, each in zip(common, references, strict=True)
    )
    if not precision or not recall:
        return 0.0
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)
