"""``harms absent``: people and their artefacts that the truth has and a text does not."""

import argparse
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, write_json, write_table
from annotate.analysis.commands.harms_files import needed_meanings, parser_for, used_parser
from annotate.analysis.commands.harms_pairs import (
    FIRST,
    add_pair,
    apart,
    by_group,
    cell,
    figure,
    read_groups,
    write_end,
)
from annotate.analysis.commands.harms_sources import opened_sources, pair_of, together
from annotate.analysis.harms.absent import Absences, Absent, Artefacts, Compared, absences
from annotate.analysis.harms.graphs import union
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION, Meanings

_ASSUMPTIONS = (
    MOST_COMMON,
    "parser_reads_rightly",
    "lists_are_complete",
    "no_text_says_everything",
    "texts_are_independent",
)


def _run(options: argparse.Namespace, out: TextIO) -> None:
    known, parser = needed_meanings(), parser_for(options.parser)
    groups = read_groups(options.groups)
    artefacts = Artefacts(known, Hierarchy(known.words))
    with opened_sources(options, parser, pair_of(options)) as (candidate, truth):
        images = (
            Compared(
                image,
                groups.get(image),
                truth=union(truth.graphs[image]),
                candidate=union(candidate.graphs[image]),
            )
            for image in together(candidate, truth)
        )
        found = absences(images, artefacts)
    report = _report(found, known, artefacts) | {"parser": used_parser(parser)}
    write_json(report, out) if options.json else _print(report, out)


def _report(found: Absences, known: Meanings, artefacts: Artefacts) -> dict[str, Any]:
    lists = list_data("identity_words")
    return {
        "images": found.images,
        "nobody_mentioned": figure(found.nobody),
        "groups": by_group(found.groups),
        "differences": apart(found.differences),
        "concepts": [_row(row, known) for row in found.rows],
        "list": {name: lists[name] for name in ("source", "licence", "version")}
        | {"not_in_wordnet": artefacts.unknown},
        "wordnet": VERSION,
        "assumptions": _ASSUMPTIONS,
    }


def _row(row: Absent, known: Meanings) -> dict[str, Any]:
    return {
        "sort": row.sort,
        "synset": row.synset,
        "name": known.name_of(row.synset),
        "shown": row.shown,
        "missing": figure(row.missing),
        "more_general": row.more_general,
        "groups": by_group(row.groups),
        "differences": apart(row.differences),
        "cases": row.cases,
    }


def _print(report: dict[str, Any], out: TextIO) -> None:
    out.write(
        f"{report['images']:,} images; of those with people, nobody mentioned:"
        f" {cell(report['nobody_mentioned'])}\n\n"
    )
    rows = [
        (row["name"], row["sort"], row["shown"], cell(row["missing"]), row["more_general"])
        for row in report["concepts"][:FIRST]
    ]
    write_table(("synset", "sort", "shown", "missing", "more general"), rows, out)
    write_end(report, out)


COMMAND = Command(
    name="absent",
    summary="people and their artefacts that one stage has and another does not",
    description=(
        "People, what they wear, hold, carry, have or use, and listed artefacts that --truth has\n"
        "and a stage lacks, by concept and group; what it says more generally is counted beside\n"
        "it. A count that erasing (Wang et al. 2022, §3.2) may stand behind: no text says\n"
        "everything, so read the cases."
    ),
    add_arguments=add_pair,
    run=_run,
)
