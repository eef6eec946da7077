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
from annotate.analysis.captions.figures import POOLED, caption_figures
from annotate.analysis.captions.ptb import Tokenizer
from annotate.analysis.captions.spice import CATEGORIES
from annotate.analysis.commands.base import (
    INTERVALS,
    Command,
    InputError,
    intervals_as_json,
    text_of,
    texts_of,
    with_reasons,
    write_json,
    write_table,
)
from annotate.analysis.commands.pieces import add_engine, read_table, reads_table
from annotate.analysis.commands.sources import (
    NAMES,
    Source,
    add_against,
    compared,
    differences_as_json,
    printed_range,
    read_sources,
    write_differences,
)
from annotate.analysis.differences import Figure, figure_intervals
from annotate.analysis.pieces import captions as table
from annotate.analysis.undefined import Undefined, defined
from annotate.messages import Message

_TITLES = {
    **{f"bleu_{n}": f"BLEU-{n} (coco-caption)" for n in (1, 2, 3, 4)},
    "meteor": "METEOR 1.5",
    "rouge_1": "ROUGE-1 (F1, rouge-score, no stems)",
    "rouge_2": "ROUGE-2 (F1, rouge-score, no stems)",
    "rouge_l": "ROUGE-L (F1.2, coco-caption)",
    "cider": "CIDEr-D",
    "spice": "SPICE",
    **{f"spice_{name}": f"SPICE of {name} tuples" for name in CATEGORIES},
}
# METEOR of the images of both is the mean of its items: its program pools otherwise.
_COMPARED = {**_TITLES, "meteor": "METEOR 1.5 (mean of items)"}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, help='JSON: [{"candidate": "…", "references": ["…"]}], or a table'
    )
    add_against(parser)
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
    add_engine(parser)
    for name in ("candidate", "references"):
        parser.add_argument(
            f"--{name}-field", default=name, metavar="F", help=f"of a table: its column ({name})"
        )
    parser.add_argument(
        "--no-intervals", action="store_true", help="of a table: draw none, which takes long"
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    if reads_table(options, options.file):
        _run_table(options, out)
        return
    sources = read_sources(options)
    if options.human and len(sources) > 1:
        raise InputError("--against compares machines: leave out --human.")
    runs = [
        _human(source, options) if options.human else [_machine(source, options)]
        for source in sources
    ]
    figures = [
        caption_figures(own, source.images) for own, source in zip(runs, sources, strict=True)
    ]
    reports = [_report(*each, options) for each in zip(runs, figures, sources, strict=True)]
    named = {source.name: own for source, own in zip(sources, figures, strict=True)}
    found = compared(named)
    if options.json:
        told = reports[0]
        if found:
            by_name = {source.name: own for source, own in zip(sources, reports, strict=True)}
            told = told | {"sources": by_name, "differences": differences_as_json(found)}
        write_json(told, out)
        return
    for source, report in zip(sources, reports, strict=True):
        _print(report, source.name if len(sources) > 1 else "metric", out)
    write_differences(found, _COMPARED, out)
    out.write(f"\n{INTERVALS.format(units='images')}\n")


def _run_table(options: argparse.Namespace, out: TextIO) -> None:
    if options.against:
        raise InputError("--against compares files of JSON, no tables.")
    wanted = table.Wanted(
        "" if options.human else options.candidate_field,
        options.references_field,
        options.tokenized,
        tuple(options.without),
    )
    with read_table(options, options.file) as (pieces, engine, folder):
        found = table.measured(pieces, wanted, engine, folder, drawn=not options.no_intervals)
        report = {
            **with_reasons(found.means),
            "items": found.items,
            "intervals": intervals_as_json(found.intervals),
            **(_per_run(found.runs) if options.human else {}),
        }
    write_json(report, out) if options.json else _print(report, "metric", out)


def _machine(source: Source, options: argparse.Namespace) -> Evaluation:
    candidates, references = [], []
    for place, item in enumerate(source.items):
        candidates.append(text_of(item, "candidate", source.where(place)))
        references.append(texts_of(item, "references", source.where(place)))
    tokenizer = _tokenizer(options)
    return evaluate(candidates, references, tokenizer=tokenizer, without=options.without)


def _human(source: Source, options: argparse.Namespace) -> list[Evaluation]:
    captions = [
        texts_of(item, "references", source.where(place), least=2)
        for place, item in enumerate(source.items)
    ]
    try:
        return evaluate_people(captions, tokenizer=_tokenizer(options), without=options.without)
    except ValueError as error:
        raise InputError(f"{source.path}: {error}.") from None


def _report(
    runs: Sequence[Evaluation],
    figures: Mapping[str, Figure],
    source: Source,
    options: argparse.Namespace,
) -> dict[str, Any]:
    means = {name: mean_of_runs([run[name] for run in runs]) for name in runs[0]}
    means |= {} if options.human else _categories(runs[0])
    drawn = {name: figure for name, figure in figures.items() if name not in POOLED}
    each = _per_run(runs) if options.human else {"per_item": _per_item(runs[0], source)}
    return {
        **with_reasons(means),
        "items": len(source.items),
        "intervals": intervals_as_json(figure_intervals(drawn)),
        **each,
    }


def _categories(scores: Evaluation) -> dict[str, float | Undefined]:
    """The means of the parts of scores, over the items whose references have such a part."""
    means: dict[str, float | Undefined] = {}
    for metric, own in scores.items():
        for name, values in own.categories.items() if isinstance(own, Scores) else ():
            there = [value for value in values if value is not None]
            none = Undefined(Message("spice_none_of_category"))
            means[f"{metric}_{name}"] = sum(there) / len(there) if there else none
    return means


def _per_run(runs: Sequence[Evaluation]) -> dict[str, Any]:
    per_run = [
        {name: defined(s.mean) if isinstance(s, Scores) else None for name, s in run.items()}
        for run in runs
    ]
    return {"per_run": per_run}


def _per_item(scores: Evaluation, source: Source) -> list[dict[str, Any]]:
    return [
        {name: item[name] for name in NAMES if name in item}
        | {
            name: own.per_item[place] if isinstance(own, Scores) else None
            for name, own in scores.items()
        }
        | {
            f"{name}_{category}": values[place]
            for name, own in scores.items()
            if isinstance(own, Scores)
            for category, values in own.categories.items()
        }
        for place, item in enumerate(source.items)
    ]


def _tokenizer(options: argparse.Namespace) -> Tokenizer:
    return str.split if options.tokenized else coco_tokens


def _print(report: dict[str, Any], name: str, out: TextIO) -> None:
    rows = [
        (
            title,
            f"{report[name]:.4f}" if report[name] is not None else "undefined",
            printed_range(report["intervals"].get(name)),
        )
        for name, title in _TITLES.items()
        if name in report
    ]
    write_table((name, f"score of {report['items']:,} items", "interval"), rows, out)
    for metric, why in report["undefined"].items():
        out.write(f"\n{_TITLES[metric]}: {why}\n")


COMMAND = Command(
    name="captions",
    summary="scores of captions against references: BLEU, METEOR, ROUGE, CIDEr-D, SPICE",
    description=(
        "Score candidates against references as the caption benchmarks do (coco-caption). FILE\n"
        "is a JSON list of items with `candidate` and `references`, or holds it under `items`.\n"
        "CIDEr-D weighs words by how rare they are among the references of this very file: it\n"
        "means nothing for a few items. METEOR and SPICE need Java and their programs. With\n"
        "--human each reference in turn is the candidate (TextCaps §4.1): what people reach."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
