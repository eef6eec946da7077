"""``captions``: the scores of captions against references."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.captions import (
    METRICS,
    Scores,
    coco_tokens,
    evaluate,
    evaluate_people,
    mean_of_runs,
)
from annotate.analysis.captions.evaluation import Evaluation
from annotate.analysis.captions.ptb import Tokenizer
from annotate.analysis.commands.base import (
    INTERVALS,
    Command,
    InputError,
    Row,
    interval_of_mean,
    intervals_as_json,
    read_items,
    text_of,
    texts_of,
    with_reasons,
    write_json,
    write_table,
)
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import defined

_TITLES = {
    **{f"bleu_{n}": f"BLEU-{n} (coco-caption)" for n in (1, 2, 3, 4)},
    "meteor": "METEOR 1.5",
    "rouge_1": "ROUGE-1 (F1, rouge-score, no stems)",
    "rouge_2": "ROUGE-2 (F1, rouge-score, no stems)",
    "rouge_l": "ROUGE-L (F1.2, coco-caption)",
    "cider": "CIDEr-D",
    "spice": "SPICE",
}
# What is the mean of its items; BLEU and METEOR are of all texts together.
_MEANS = ("rouge_1", "rouge_2", "rouge_l", "cider")
_NAMES = ("image_id", "image", "id")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help='JSON: [{"candidate": "…", "references": ["…"]}]')
    parser.add_argument(
        "--human",
        action="store_true",
        help="how well people do: each of the references against the others, no candidate needed",
    )
    parser.add_argument(
        "--tokenized", action="store_true", help="texts are tokens already, apart by spaces"
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=METRICS,
        metavar="METRIC",
        help=f"leave a metric out; may be repeated ({', '.join(METRICS)})",
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    items = read_items(options.file)
    if not items:
        raise InputError(f"{options.file}: there is no item.")
    report = _human(items, options) if options.human else _machine(items, options)
    if options.json:
        write_json(report, out)
    else:
        _print(report, out)


def _machine(items: Sequence[Row], options: argparse.Namespace) -> dict[str, Any]:
    candidates, references = [], []
    for place, item in enumerate(items):
        where = f"{options.file}: item {place}"
        candidates.append(text_of(item, "candidate", where))
        references.append(texts_of(item, "references", where))
    by_metric = _scores(candidates, references, options)
    per_item = [
        {name: item[name] for name in _NAMES if name in item}
        | {
            name: scores.per_item[place] if isinstance(scores, Scores) else None
            for name, scores in by_metric.items()
        }
        for place, item in enumerate(items)
    ]
    means = {name: s.mean if isinstance(s, Scores) else s for name, s in by_metric.items()}
    intervals = _intervals([by_metric])
    told = {"items": len(items), "intervals": intervals_as_json(intervals), "per_item": per_item}
    return with_reasons(means) | told


def _human(items: Sequence[Row], options: argparse.Namespace) -> dict[str, Any]:
    captions = [
        texts_of(item, "references", f"{options.file}: item {place}", least=2)
        for place, item in enumerate(items)
    ]
    try:
        runs = evaluate_people(captions, tokenizer=_tokenizer(options), without=options.without)
    except ValueError as error:
        raise InputError(f"{options.file}: {error}.") from None
    means = {name: mean_of_runs([run[name] for run in runs]) for name in runs[0]}
    per_run = [
        {name: defined(s.mean) if isinstance(s, Scores) else None for name, s in run.items()}
        for run in runs
    ]
    told = {"items": len(items), "intervals": intervals_as_json(_intervals(runs))}
    return with_reasons(means) | told | {"per_run": per_run}


def _intervals(runs: Sequence[Evaluation]) -> dict[str, Interval]:
    """Over the items, each with what it has in all runs."""
    found = {}
    for name in _MEANS:
        columns = [scores.per_item for run in runs if isinstance(scores := run.get(name), Scores)]
        if len(columns) == len(runs):
            items = zip(*columns, strict=True)
            found[name] = interval_of_mean([sum(item) / len(item) for item in items])
    return found


def _scores(
    candidates: Sequence[str], references: Sequence[Sequence[str]], options: argparse.Namespace
) -> Evaluation:
    tokenizer = _tokenizer(options)
    return evaluate(candidates, references, tokenizer=tokenizer, without=options.without)


def _tokenizer(options: argparse.Namespace) -> Tokenizer:
    return str.split if options.tokenized else coco_tokens


def _print(report: dict[str, Any], out: TextIO) -> None:
    rows = [
        (
            title,
            f"{report[name]:.4f}" if report[name] is not None else "undefined",
            _range(report["intervals"].get(name)),
        )
        for name, title in _TITLES.items()
        if name in report
    ]
    write_table(("metric", f"score of {report['items']:,} items", "interval"), rows, out)
    out.write(f"\n{INTERVALS.format(units='items')}\n")
    for name, why in report["undefined"].items():
        out.write(f"\n{_TITLES[name]}: {why}\n")


def _range(ends: Mapping[str, float | None] | None) -> str:
    low, high = (ends["low"], ends["high"]) if ends else (None, None)
    return "" if low is None or high is None else f"[{low:.4f}, {high:.4f}]"


COMMAND = Command(
    name="captions",
    summary="scores of captions against references: BLEU, METEOR, ROUGE, CIDEr-D",
    description=(
        "Score candidates against references as the caption benchmarks do (coco-caption). FILE\n"
        "is a JSON list of items with `candidate` and `references`, or holds it under `items`.\n"
        "CIDEr-D weighs words by how rare they are among the references of this very file: it\n"
        "means nothing for a few items. METEOR needs Java and its program. With --human each\n"
        "reference in turn is the candidate (TextCaps §4.1): what people reach."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
