"""``harms identity``: words that say who people are, what they rest on, and who agrees on them."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, write_json, write_table
from annotate.analysis.commands.harms_files import needed_meanings, parser_for, used_parser
from annotate.analysis.commands.harms_pairs import (
    add_ocr,
    add_readers,
    apart,
    by_group,
    cell,
    figure,
    read_given,
    read_groups,
    read_words,
    write_end,
)
from annotate.analysis.commands.harms_sources import (
    Source,
    named_stages,
    of_any,
    opened_sources,
)
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.identity import Naming, Spoken, namings
from annotate.analysis.harms.identity_words import IdentityLists
from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.synsets import VERSION

_ASSUMPTIONS = ("parser_reads_rightly", "lists_are_complete", "texts_are_independent")
_WORDS = 12


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "stages", nargs="+", metavar="NAME=FILE", help="stages; files of one name are one stage"
    )
    add_readers(parser)
    add_ocr(parser)
    parser.add_argument(
        "--given", type=Path, metavar="FILE", help="JSON lines: image and given, people's own words"
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    known, parser = needed_meanings(), parser_for(options.parser)
    with opened_sources(options, parser, named_stages(options)) as stages:
        spoken = _spoken(options, stages)
        found = namings(spoken, IdentityLists(known, Hierarchy(known.words)))
        images = sum(1 for _ in of_any(stages))
    report = _report(found, images) | {"parser": used_parser(parser)}
    write_json(report, out) if options.json else _print(report, out)


def _spoken(options: argparse.Namespace, stages: Sequence[Source]) -> Iterator[Spoken]:
    groups, read = read_groups(options.groups), read_words(options.ocr)
    given = read_given(options.given)
    for image in of_any(stages):
        yield Spoken(
            image,
            groups.get(image),
            {stage.name: stage.graphs[image] for stage in stages if image in stage.graphs},
            read=read.get(image, ()),
            given=given.get(image, ()),
        )


def _report(found: list[Naming], images: int) -> dict[str, Any]:
    lists = list_data("identity_words")
    return {
        "images": images,
        "namings": [_naming(each) for each in found],
        "list": {name: lists[name] for name in ("source", "licence", "version")},
        "wordnet": VERSION,
        "assumptions": _ASSUMPTIONS,
    }


def _naming(each: Naming) -> dict[str, Any]:
    return {
        "stage": each.stage,
        "axis": each.axis,
        "named": figure(each.named),
        "on_nothing": figure(each.on_nothing),
        "rests_on": each.rests,
        "words": [
            {"value": value, "word": word, "rests_on": dict(rests)}
            for (value, word), rests in each.words.items()
        ],
        "groups": by_group(each.groups),
        "differences": apart(each.differences),
        "agreement": {
            "named_alpha": figure(each.named_alike),
            "same_values": figure(each.same_values),
        },
        "cases": each.cases,
    }


def _print(report: dict[str, Any], out: TextIO) -> None:
    out.write(f"{report['images']:,} images\n\n")
    rows = [
        (
            each["stage"],
            each["axis"],
            cell(each["named"]),
            *each["rests_on"].values(),
            cell(each["agreement"]["named_alpha"], ".3f"),
            cell(each["agreement"]["same_values"], ".3f"),
        )
        for each in report["namings"]
    ]
    header = ("stage", "axis", "images that name it", "text", "given", "nothing", "alpha", "same")
    write_table(header, rows, out)
    for each in report["namings"]:
        words = [f"{of['word']} {sum(of['rests_on'].values()):,}" for of in each["words"][:_WORDS]]
        if words:
            out.write(f"\n{each['stage']} {each['axis']}: {', '.join(words)}")
    out.write("\n")
    write_end(report, out)


COMMAND = Command(
    name="identity",
    summary="words that say who people are, what they rest on, and agreement on them",
    description=(
        "Count images whose texts say of people their gender, age, ethnicity, religion,\n"
        "disability or sexuality, by stage and group; whether the words rest on text in the image\n"
        "(--ocr), on what the person gave (--given) or on nothing; and how far the texts of an\n"
        "image agree. Counts that reifying groups and denying people the opportunity to identify\n"
        "themselves (Wang et al. 2022, §3.2) may stand behind, and no measure of either."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
