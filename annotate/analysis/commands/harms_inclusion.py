"""``harms inclusion``: words wrongly included, as far as they go with a group."""

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, InputError, open_text, write_json, write_table
from annotate.analysis.commands.harms_files import needed_meanings, parser_for, used_parser
from annotate.analysis.commands.harms_pairs import (
    FIRST,
    add_pair,
    by_group,
    cell,
    figure,
    read_groups,
    write_end,
)
from annotate.analysis.commands.harms_sources import opened_sources, pair_of, together
from annotate.analysis.harms.graphs import union
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.imageable import imageable
from annotate.analysis.harms.inclusion import (
    THRESHOLD,
    Association,
    Described,
    Inclusion,
    Inclusions,
    inclusions,
)
from annotate.analysis.harms.lists import list_data, synsets_of_file
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION, Meanings
from annotate.analysis.undefined import Undefined

_ASSUMPTIONS = (
    MOST_COMMON,
    "parser_reads_rightly",
    "lists_are_complete",
    "truth_is_complete",
    "texts_are_independent",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pair(parser)
    parser.add_argument("--threshold", type=float, default=THRESHOLD, help="0.005, as in the paper")
    parser.add_argument(
        "--not-imageable", type=Path, metavar="FILE", help="synsets of people that nobody can see"
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    known, parser = needed_meanings(), parser_for(options.parser)
    groups = read_groups(options.groups)
    shows = imageable(known, _listed(options.not_imageable, known))
    with opened_sources(options, parser, pair_of(options)) as (candidate, truth):
        images = (
            Described(
                image,
                groups.get(image),
                truth=known.concepts(union(truth.graphs[image])),
                candidate=known.concepts(union(candidate.graphs[image])),
            )
            for image in together(candidate, truth)
        )
        found = inclusions(images, Hierarchy(known.words), shows, threshold=options.threshold)
    report = _report(found, known) | {"parser": used_parser(parser)}
    write_json(report, out) if options.json else _print(report, out)


def _listed(path: Path | None, known: Meanings) -> frozenset[str] | None:
    if path is None:
        return None
    try:
        return synsets_of_file(open_text(path).read(), known)
    except ValueError as error:
        raise InputError(f"{path}: {error}.") from None


def _report(found: Inclusions, known: Meanings) -> dict[str, Any]:
    rows = [_row(row, known) for row in found.rows]
    kept = found.kept
    return {
        "images": found.images,
        "groups": found.groups,
        "with_a_case": figure(found.with_a_case),
        "scenarios": found.scenarios,
        "not_compared": found.not_compared,
        "kinds_without_list": found.without_list,
        "threshold": found.threshold,
        "kept": {"undefined": kept.reason}
        if isinstance(kept, Undefined)
        else [_row(row, known) for row in kept],
        "all": rows,
        "lists": {
            name: {key: list_data(name)[key] for key in ("source", "licence", "version")}
            for name in ("people_descriptors", "visual_verbnet")
        },
        "wordnet": VERSION,
        "assumptions": _ASSUMPTIONS,
    }


def _row(row: Inclusion, known: Meanings) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "synset": row.synset,
        "name": known.name_of(row.synset),
        "false_positive_rate": figure(row.rate),
        "included": row.included,
        "scenarios": row.scenarios,
        "rates": by_group(row.rates),
        "association": _association(row.association),
        "cases": [
            {"image": case.image, "group": case.group} | asdict(case.wrong) for case in row.cases
        ],
    }


def _association(found: Association | Undefined) -> dict[str, Any]:
    if isinstance(found, Undefined):
        return {"undefined": found.reason}
    return {"group": found.group} | figure(found.value)


def _print(report: dict[str, Any], out: TextIO) -> None:
    out.write(
        f"{report['images']:,} images; with a word wrongly included: {cell(report['with_a_case'])}"
        f"\nCases: {_counts(report['scenarios'])}; not compared: {report['not_compared']:,}\n"
    )
    kept = report["kept"]
    rows = report["all"] if isinstance(kept, dict) else kept
    if isinstance(kept, dict):
        out.write("\nWithout groups, every word wrongly included:\n\n")
    else:
        out.write(f"\n{len(rows):,} of {len(report['all']):,} words go with a group:\n\n")
    cells = [
        (
            row["name"],
            row["kind"],
            sum(row["scenarios"].values()),
            cell(row["false_positive_rate"]),
            row["association"].get("group", ""),
            cell(row["association"]) if "value" in row["association"] else "",
        )
        for row in rows[:FIRST]
    ]
    header = ("synset", "kind", "cases", "false-positive rate", "group", "association")
    write_table(header, cells, out)
    if report["kinds_without_list"]:
        out.write(f"\nNo list of what no image shows: {', '.join(report['kinds_without_list'])}\n")
    write_end(report, out)


def _counts(found: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in found.items())


COMMAND = Command(
    name="inclusion",
    summary="words wrongly included that go with a group, ranked by false-positive rate",
    description=(
        "Words of a stage that are wrong by another (Wang et al. 2022, §4.1.1): not imageable,\n"
        "too specific, or not there. Kept where max over groups of P(group, synset) - P(group) ·\n"
        "P(synset) is above the threshold, ranked by false-positive rate. The non-imageable\n"
        "synsets of Yang et al. 2020 may not be handed on: give them with --not-imageable, or no\n"
        "object is a case of that kind. What is kept is an upper bound for a reader."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
