"""Every metric of a set of captions at once, and how well people do by them: each caption against
the others. Texts are tokenised once.
"""

from collections.abc import Sequence

from annotate.analysis.captions.bleu import bleu
from annotate.analysis.captions.cider import DocumentFrequency, cider_d
from annotate.analysis.captions.meteor import meteor, meteor_runs
from annotate.analysis.captions.model import NO_ITEMS, Scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.captions.rouge import rouge_l, rouge_n
from annotate.analysis.captions.spice import spice, spice_runs
from annotate.analysis.undefined import Undefined

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

    >>> scores = evaluate(["a dog"], [["a dog", "one dog"]], without=["meteor", "spice"])
    >>> scores["rouge_l"].mean, "meteor" in scores
    (1.0, False)
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
        scores["spice"] = spice(tokens, reference_tokens, tokenizer=str.split)
    return {name: scores[name] for name in METRICS if name in wanted}


def mean_of_runs(runs: Sequence[Scores | Undefined]) -> float | Undefined:
    """Return the mean of what each run scores, or why one of them has no score.

    >>> mean_of_runs([Scores(0.25, []), Scores(0.75, [])])
    0.5
    """
    means = [scores.mean if isinstance(scores, Scores) else scores for scores in runs]
    total = 0.0
    for mean in means:
        if isinstance(mean, Undefined):
            return mean
        total += mean
    return total / len(means) if means else NO_ITEMS


def evaluate_people(
    captions: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer = coco_tokens,
    without: Sequence[str] = (),
) -> list[Evaluation]:
    """Return every metric of every run that leaves one caption out (TextCaps §4.1, App. E).

    With k captions per image there are k runs: in run i the i-th caption of every image is the
    candidate and the other k - 1 are its references. Compare it only with a machine that is judged
    against k - 1 references too: more references mean higher scores. ValueError unless all images
    have the same number of captions, two or more. METEOR and SPICE start once for all.

    >>> runs = evaluate_people([["a dog", "one dog"]], without=["meteor", "spice"])
    >>> [run["rouge_1"].mean for run in runs]
    [0.5, 0.5]
    """
    split = leave_one_out(captions)
    runs = [
        evaluate(candidates, references, tokenizer=tokenizer, without=[*without, *_PROGRAMS])
        for candidates, references in split
    ]
    for name, score_runs in _PROGRAMS.items():
        if name not in without:
            scored = score_runs(split, tokenizer=tokenizer)
            for place, run in enumerate(runs):
                run[name] = scored if isinstance(scored, Undefined) else scored[place]
    return [{name: run[name] for name in METRICS if name in run} for run in runs]


# What is slow to start.
_PROGRAMS = {"meteor": meteor_runs, "spice": spice_runs}


def leave_one_out(
    captions: Sequence[Sequence[str]],
) -> list[tuple[list[str], list[list[str]]]]:
    """Return candidates and references of every run, see :func:`evaluate_people`.

    >>> leave_one_out([["a", "b"]])
    [(['a'], [['b']]), (['b'], [['a']])]
    """
    number = len(captions[0]) if captions else 0
    for place, own in enumerate(captions):
        if len(own) < 2 or len(own) != number:
            raise ValueError(
                f"item {place} has {len(own)} texts: every image needs as many as the first "
                f"({number}), and two or more"
            )
    return [
        (
            [own[left_out] for own in captions],
            [[text for at, text in enumerate(own) if at != left_out] for own in captions],
        )
        for left_out in range(number)
    ]
