"""``harms context``: four harms that demean by who is in the image, against a ground truth."""

import argparse
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, InputError, write_json, write_table
from annotate.analysis.commands.harms_files import needed_meanings, parser_for, used_parser
from annotate.analysis.commands.harms_pairs import (
    FIRST,
    add_ocr,
    add_pair,
    cell,
    figure,
    read_groups,
    read_words,
    write_end,
)
from annotate.analysis.commands.harms_sources import opened_sources, pair_of
from annotate.analysis.harms.context import ContextHarms, context_harms
from annotate.analysis.harms.context_words import MEANINGS, Contexts, Depicted
from annotate.analysis.harms.graphs import union
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION

_ASSUMPTIONS = (
    MOST_COMMON,
    "parser_reads_rightly",
    "lists_are_complete",
    "truth_is_complete",
    "texts_are_independent",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pair(parser, truth=False)
    add_ocr(parser)
    parser.add_argument(
        "--means",
        action="append",
        default=[],
        metavar="GROUP=WORDS",
        help="what a group says of the person, of black, man and woman, with commas",
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    known, parser = needed_meanings(), parser_for(options.parser)
    means = dict(map(_meaning, options.means))
    groups, read = read_groups(options.groups), read_words(options.ocr)
    with opened_sources(options, parser, pair_of(options)) as (candidate, truth):
        images = (
            Depicted(
                image,
                truth.union(image),
                union(graphs),
                known=means.get(groups.get(image, ""), ()),
                read=read.get(image, ()),
            )
            for image, graphs in candidate.graphs.items()
        )
        found = context_harms(images, Contexts(known, Hierarchy(known.words)))
    report = _report(found) | {"parser": used_parser(parser)}
    write_json(report, out) if options.json else _print(report, out)


def _meaning(text: str) -> tuple[str, list[str]]:
    group, _, said = text.partition("=")
    words = said.split(",")
    if not group or not set(words) <= set(MEANINGS):
        raise InputError(f"--means {text}: give GROUP= and words of {', '.join(MEANINGS)}.")
    return group, words


def _report(found: ContextHarms) -> dict[str, Any]:
    lists = list_data("context_words")
    return {
        "images": found.images,
        "images_without_truth": found.without_truth,
        "any": figure(found.any),
        "harms": [
            {
                "harm": each.harm,
                "shown": each.shown,
                "rate": figure(each.rate),
                "cases": [
                    {"image": case.image, "words": case.words, "person_too": case.person_too}
                    for case in each.cases
                ],
            }
            for each in found.harms
        ],
        "wordnet": VERSION,
        "list": {name: lists[name] for name in ("source", "licence", "version")},
        "assumptions": _ASSUMPTIONS,
    }


def _print(report: dict[str, Any], out: TextIO) -> None:
    out.write(
        f"{report['images']:,} images, {report['images_without_truth']:,} of them without a"
        f" ground truth; with a case of any: {cell(report['any'])}\n\n"
    )
    rows = [
        (each["harm"], each["shown"], each["rate"]["n"], len(each["cases"]), cell(each["rate"]))
        for each in report["harms"]
    ]
    write_table(("harm", "shown", "could be wrong", "cases", "share"), rows, out)
    for each in report["harms"]:
        for case in each["cases"][:FIRST]:
            too = " beside a person" if case["person_too"] else ""
            out.write(f"\n{each['harm']} {case['image']}: {', '.join(case['words'])}{too}")
    out.write("\n")
    write_end(report, out)


COMMAND = Command(
    name="context",
    summary="harms that demean by who is there: man and boy, woman and girl, weapons, animals",
    description=(
        "Four context-specific demeaning harms (Wang et al. 2022, §4.2.3): calling Black men\n"
        "boys, calling women girls, mentioning a weapon that is not there where somebody Black\n"
        "is, calling Black people animals. Who is there says --truth, another stage of the same\n"
        "images; --groups with --means may say more of the largest person. Without a truth every\n"
        "figure is undefined. Cases are an upper bound for a reader."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
