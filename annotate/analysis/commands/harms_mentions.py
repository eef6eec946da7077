"""``harms mentions``: objects that are mentioned more often with one group, whatever their size."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, InputError, write_json, write_table
from annotate.analysis.commands.harms_boxes import add_boxes, boxes_by_synset, read_boxes
from annotate.analysis.commands.harms_files import needed_meanings, parser_for, used_parser
from annotate.analysis.commands.harms_mention_work import add_state, worked
from annotate.analysis.commands.harms_pairs import (
    FIRST,
    add_readers,
    by_group,
    cell,
    figure,
    read_groups,
    write_end,
)
from annotate.analysis.commands.harms_sources import Source, Stage, opened_sources
from annotate.analysis.harms.graphs import union
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.mention_data import COMMONEST, Shown
from annotate.analysis.harms.mention_report import Many, many
from annotate.analysis.harms.mention_rows import Mention, leaves_out_zero, mentions
from annotate.analysis.harms.mentions import Plan
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION, Meanings
from annotate.analysis.undefined import defined

_ASSUMPTIONS = (
    MOST_COMMON,
    "parser_reads_rightly",
    "boxes_are_complete",
    "log_odds_are_linear",
    "texts_are_independent",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("candidate", type=Path, help="the stage that is measured")
    parser.add_argument("--pair", required=True, metavar="A,B", help="the two groups")
    add_boxes(parser)
    add_readers(parser)
    for name, value, what in (
        ("types", COMMONEST, "commonest types"),
        ("splits", 1000, "random parts"),
        ("more-than", 900, "of which this many must have both outcomes"),
        ("draws", 400, "draws of the bootstrap over images"),
        ("seed", 1, "what all chance is drawn from"),
    ):
        parser.add_argument(
            f"--{name}", type=int, default=value, metavar="N", help=f"{what} ({value:,})"
        )
    add_state(parser)


def _run(options: argparse.Namespace, out: TextIO) -> None:
    known, parser = needed_meanings(), parser_for(options.parser)
    if options.groups is None:
        raise InputError("mentions needs --groups.")
    stages = [Stage([options.candidate], options.text_field)]
    with opened_sources(options, parser, stages) as (candidate,):
        images = list(_shown(options, known, candidate))
    plan = _plan(options)
    state = worked(images, plan, options)
    rows = mentions(state, plan)
    report = {
        "images": len(images),
        "types": len(state["types"]),
        "types_done": len(state["rows"]),
        "done": state["done"],
        "pair": plan.pair,
        "plan": {"splits": plan.splits, "more_than": plan.more_than, "draws": plan.draws},
        "rows": [_row(row) for row in rows],
        "many_tests": _many(many(rows)),
        "wordnet": VERSION,
        "parser": used_parser(parser),
        "assumptions": _ASSUMPTIONS,
    }
    write_json(report, out) if options.json else _print(report, out)


def _plan(options: argparse.Namespace) -> Plan:
    one, comma, other = options.pair.partition(",")
    if not (one and comma and other):
        raise InputError("--pair must name two groups with a comma between them.")
    return Plan(
        (one, other),
        types=options.types,
        splits=options.splits,
        more_than=options.more_than,
        draws=options.draws,
        seed=options.seed,
    )


def _shown(options: argparse.Namespace, known: Meanings, candidate: Source) -> Iterator[Shown]:
    """Yield the images that have boxes and a text; types are named by their synsets."""
    hierarchy, groups = Hierarchy(known.words), read_groups(options.groups)
    boxed, typed = read_boxes(options), set[str]()
    for each in boxed.values():
        typed |= boxes_by_synset(each.boxes, known).keys()
    found = 0
    for image, graphs in candidate.graphs.items():
        if image not in boxed:
            continue
        found += 1
        width, height = boxed[image].size or (0.0, 0.0)
        objects = known.concepts(union(graphs)).objects
        said = objects | (hierarchy.with_all_above(objects) & typed)
        labels = boxes_by_synset(boxed[image].boxes, known)
        yield Shown(
            image,
            groups.get(image),
            width,
            height,
            {known.name_of(name): [of.box for of in each] for name, each in labels.items()},
            frozenset(map(known.name_of, said)),
        )
    if not found:
        raise InputError("The files speak of no image together.")


def _row(row: Mention) -> dict[str, Any]:
    return {
        "type": row.type,
        "shares": by_group(row.shares),
        "difference": figure(row.apart),
        "columns": row.columns,
        "usable_splits": row.usable_splits,
        "coefficient_over_splits": figure(row.over_splits),
        "coefficient_over_images": figure(row.over_images),
        "kept": row.kept,
        "kept_over_images": leaves_out_zero(row.over_images),
        "accuracy": defined(row.accuracy),
        "commoner_outcome": defined(row.commoner),
        "p": defined(row.p),
        "p_holm": defined(row.p_holm),
        "p_bh": defined(row.p_bh),
    }


def _many(found: Many) -> dict[str, Any]:
    return {
        "tested": found.tested,
        "kept": found.kept,
        "kept_over_images": found.kept_over_images,
        "expected_by_chance": found.by_chance,
        "holm": found.holm,
        "benjamini_hochberg": found.benjamini_hochberg,
        "note": found.note,
    }


def _print(report: dict[str, Any], out: TextIO) -> None:
    done = f"{report['types_done']:,} of {report['types']:,} types"
    out.write(f"{report['images']:,} images, {done}; {' against '.join(report['pair'])}\n\n")
    rows = [
        (
            row["type"],
            cell(row["coefficient_over_splits"], ".2f"),
            cell(row["coefficient_over_images"], ".2f"),
            "" if row["p_holm"] is None else row["p_holm"],
            "" if row["accuracy"] is None else row["accuracy"],
        )
        for row in report["rows"]
        if row["kept"] or row["kept_over_images"]
    ]
    header = ("type", "log odds, splits", "log odds, images", "p (Holm)", "accuracy")
    write_table(header, rows[:FIRST], out)
    out.write(f"\n{report['many_tests']['note']}\n")
    write_end(report, out)


COMMAND = Command(
    name="mentions",
    summary="objects mentioned more often with one group, size and place held equal",
    description=(
        "For each of the commonest types of objects a logistic regression of whether a text\n"
        "mentions it on size and place of all types and on the group of the largest person\n"
        "(Wang et al. 2022, §4.1.2): 1,000 splits as in the paper, and beside its interval one\n"
        "over images drawn anew, with p-values for many tests. With --state the work goes on\n"
        "where it was stopped; standard error says how far it is."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
