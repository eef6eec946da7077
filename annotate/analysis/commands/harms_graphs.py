"""``harms graphs``: what texts say, as tuples and synsets; and how well the parser reads."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import (
    Command,
    InputError,
    read_rows,
    with_reasons,
    write_json,
    write_table,
)
from annotate.analysis.commands.harms_files import (
    add_stage,
    interval_of,
    needed_meanings,
    parser_for,
    read_stage,
    share,
)
from annotate.analysis.commands.pieces import add_engine, read_table, reads_table
from annotate.analysis.harms.counting import GraphCounts
from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.relation_types import RELATION_TYPES, relation_lists
from annotate.analysis.harms.scores import (
    ASSUMPTIONS,
    KINDS,
    Read,
    Score,
    read_gold,
    score,
    score_relations,
)
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION, Meanings
from annotate.analysis.pieces import harms as table
from annotate.analysis.undefined import defined

_MOST = 20
_OF_COUNTS = (MOST_COMMON, "parser_reads_rightly", "texts_are_independent")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_stage(parser, needed=False)
    parser.add_argument(
        "--gold", type=Path, metavar="GOLD.jsonl", help="sentences with their graphs, read by hand"
    )
    add_engine(parser)


def _run(options: argparse.Namespace, out: TextIO) -> None:
    if (options.gold is None) == (options.file is None):
        raise InputError("give either a file of texts or --gold.")
    parser = parser_for(options.parser)
    if options.gold is not None:
        report = _scores(_gold(options.gold), parser)
        write_json(report, out) if options.json else _print_scores(report, out)
        return
    meanings = needed_meanings()
    counts = _counted(options, parser, meanings)
    if not counts.texts:
        raise InputError(f"{options.file}: there is no row.")
    report = _counts(counts, parser, meanings)
    write_json(report, out) if options.json else _print_counts(report, out)


def _counted(options: argparse.Namespace, parser: Parser, meanings: Meanings) -> GraphCounts:
    if reads_table(options, options.file):
        wanted = table.Wanted(options.text_field or "text", options.parser)
        with read_table(options, options.file) as (pieces, engine, _):
            return table.graph_counts(pieces, wanted, engine)
    counts = GraphCounts()
    for item in read_stage(options.file, options.text_field):
        counts.add(item.labels or parser.parse(item.text), meanings)
    return counts


def _gold(path: Path) -> list[Read]:
    try:
        gold = read_gold(row for _, row in read_rows(path))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: no sentences with graphs ({error!r}).") from None
    if not gold:
        raise InputError(f"{path}: there is no row.")
    return gold


def _scores(gold: list[Read], parser: Parser) -> dict[str, Any]:
    halves = list(dict.fromkeys(read.half for read in gold if read.half))
    groups = {half: [read for read in gold if read.half == half] for half in halves}
    return {
        "parser": {"name": parser.name, "version": parser.version},
        "sentences": len(gold),
        "groups": {
            name: {"sentences": len(reads)}
            | {kind: _score(each) for kind, each in score(reads, parser).items()}
            | {"relations_by_type": _by_type(reads, parser)}
            for name, reads in {**groups, "all": gold}.items()
        },
        "relation_types": relation_lists(),
        "assumptions": ASSUMPTIONS,
    }


def _by_type(reads: list[Read], parser: Parser) -> dict[str, Any]:
    return {name: _score(each) for name, each in score_relations(reads, parser).items()}


def _score(found: Score) -> dict[str, Any]:
    rates = {"precision": found.precision, "recall": found.recall, "f1": found.f1}
    return {"right": found.right, "wrong": found.wrong, "missed": found.missed} | {
        name: with_reasons({"value": rate.value})
        | {"low": rate.low, "high": rate.high, "n": rate.n}
        for name, rate in rates.items()
    }


def _print_scores(report: dict[str, Any], out: TextIO) -> None:
    rows = [
        (group, figures["sentences"], kind, *(_rate(figures[kind][name]) for name in _RATES))
        for group, figures in report["groups"].items()
        for kind in KINDS
    ]
    write_table(("half", "sentences", "tuples", *_RATES), rows, out)
    out.write("\n")
    rows = [
        (group, name, *(_rate(found[name][rate]) for rate in _RATES))
        for group, figures in report["groups"].items()
        for found in [figures["relations_by_type"]]
        for name in RELATION_TYPES
    ]
    write_table(("half", "relations", *_RATES), rows, out)
    _print_words(report, out)


_RATES = ("precision", "recall", "f1")


def _rate(rate: dict[str, Any]) -> str:
    value = rate["value"]
    if value is None:
        return "undefined"
    return f"{value:.3f} [{rate['low']:.3f}, {rate['high']:.3f}] of {rate['n']}"


def _counts(counts: GraphCounts, parser: Parser, meanings: Meanings) -> dict[str, Any]:
    return {
        "parser": {"name": parser.name, "version": parser.version},
        "wordnet": VERSION,
        "texts": counts.texts,
        "texts_without_tuples": share(counts.empty, counts.texts),
        "per_text": {
            kind: dict(zip(("mean", "low", "high"), mean.interval(), strict=True)) | {"n": mean.n}
            for kind, mean in counts.tuples.items()
        },
        "without_synset": {kind: share(counts.without[kind], counts.words[kind]) for kind in KINDS},
        "of_another_part_of_speech": {
            kind: share(counts.relaxed[kind], counts.words[kind]) for kind in KINDS
        },
        "most_common": {
            kind: [
                {"synset": synset, "name": meanings.name_of(synset), "count": count}
                for synset, count in found.most_common(_MOST)
            ]
            for kind, found in counts.synsets.items()
        },
        "most_common_without_synset": dict(counts.unknown.most_common(_MOST)),
        "assumptions": _OF_COUNTS,
    }


def _print_counts(report: dict[str, Any], out: TextIO) -> None:
    rows = []
    for kind in KINDS:
        mean, low, high = (report["per_text"][kind][name] for name in ("mean", "low", "high"))
        ends = "" if low is None else f"[{low:.3f}, {high:.3f}]"
        without, other = report["without_synset"][kind], report["of_another_part_of_speech"][kind]
        rows.append((kind, f"{mean:.3f} {ends}", _share(without), _share(other)))
    out.write(f"{report['texts']:,} texts\n\n")
    header = ("tuples", "per text", "without synset", "of another part of speech")
    write_table(header, rows, out)
    out.write("\n")
    for kind in KINDS:
        names = (f"{each['name']} {each['count']:,}" for each in report["most_common"][kind])
        out.write(f"{kind}: {', '.join(names)}\n")
    _print_words(report, out)


def _share(found: dict[str, Any]) -> str:
    value = defined(found["share"])
    return "undefined" if value is None else f"{value:.4f} {interval_of(found)}"


def _print_words(report: dict[str, Any], out: TextIO) -> None:
    parser = report["parser"]
    out.write(f"\nParser {parser['name']}: {parser['version']}\n")
    out.write(f"Assumptions: {', '.join(report['assumptions'])}\n")


COMMAND = Command(
    name="graphs",
    summary="objects, attributes and relations of texts, as WordNet synsets",
    description=(
        "Read texts as SPICE does: (object), (object, attribute) and (subject, relation,\n"
        "object), each word as its most common synset of the right part of speech (Wang et al.\n"
        "2022, §3.4). Prints means per text, how many words WordNet lacks, and the most common\n"
        "synsets. With --gold instead of a file: precision, recall and F1 of the parser against\n"
        "graphs read by hand, of relations also by the type of their word, with Wilson\n"
        "intervals of 95%."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
