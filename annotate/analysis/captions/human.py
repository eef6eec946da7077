"""How well people do by the metrics that judge machines: each caption against the others."""

from collections.abc import Sequence

from annotate.analysis.captions.evaluation import METRICS, Evaluation, evaluate
from annotate.analysis.captions.meteor import meteor_runs
from annotate.analysis.captions.model import NO_ITEMS, Scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.undefined import Undefined


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
    have the same number of captions, two or more. METEOR starts once for all.

    >>> runs = evaluate_people([["a dog", "one dog"]], without=["meteor"])
    >>> [run["rouge_1"].mean for run in runs]
    [0.5, 0.5]
    """
    split = leave_one_out(captions)
    runs = [
        evaluate(candidates, references, tokenizer=tokenizer, without=[*without, "meteor"])
        for candidates, references in split
    ]
    if "meteor" in without:
        return runs
    scored = meteor_runs(split, tokenizer=tokenizer)
    whole: list[Evaluation] = [
        {**run, "meteor": scored if isinstance(scored, Undefined) else scored[place]}
        for place, run in enumerate(runs)
    ]
    return [{name: run[name] for name in METRICS if name in run} for run in whole]


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
