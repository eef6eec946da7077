"""``harms people``: people who are there and whom no word mentions, by group and stage."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, write_json, write_table
from annotate.analysis.commands.harms_boxes import add_boxes, read_boxes
from annotate.analysis.commands.harms_files import needed_meanings, parser_for, used_parser
from annotate.analysis.commands.harms_pairs import (
    add_readers,
    apart,
    by_group,
    cell,
    figure,
    read_groups,
    write_end,
)
from annotate.analysis.commands.harms_sources import Source, named_stages, opened_sources
from annotate.analysis.harms.box_files import Labelled
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.people import (
    LEAST_COVERED,
    NotMentioned,
    Peopled,
    not_mentioned,
)
from annotate.analysis.harms.person_words import PersonWords
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION

_ASSUMPTIONS = (
    MOST_COMMON,
    "parser_reads_rightly",
    "boxes_are_complete",
    "texts_are_independent",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "stages", nargs="+", metavar="NAME=FILE", help="stages; files of one name are one stage"
    )
    add_boxes(parser)
    add_readers(parser)
    parser.add_argument(
        "--least-covered", type=float, default=LEAST_COVERED, help="share of the image (0.1)"
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    known, parser = needed_meanings(), parser_for(options.parser)
    persons = PersonWords(known, Hierarchy(known.words))
    with opened_sources(options, parser, named_stages(options)) as stages:
        images = list(_peopled(options, stages, persons))
    found = not_mentioned(images, least_covered=options.least_covered)
    report = {
        "images": len(images),
        "least_covered": options.least_covered,
        "stages": [_stage(each) for each in found],
        "wordnet": VERSION,
        "parser": used_parser(parser),
        "assumptions": _ASSUMPTIONS,
    }
    write_json(report, out) if options.json else _print(report, out)


def _peopled(
    options: argparse.Namespace, stages: Sequence[Source], persons: PersonWords
) -> Iterator[Peopled]:
    groups = read_groups(options.groups)
    for boxed in read_boxes(options).values():
        width, height = boxed.size or (0.0, 0.0)
        people = [label.box for label in boxed.boxes if _is_person(label, persons)]
        said = {stage.name: stage.union(boxed.image) for stage in stages}
        mentioned = {
            name: persons.mentioned(graph.objects)
            for name, graph in said.items()
            if graph is not None
        }
        group = groups.get(boxed.image)
        yield Peopled(boxed.image, group, width, height, people, mentioned)


def _is_person(label: Labelled, persons: PersonWords) -> bool:
    """By the label's own synset where the file names one."""
    named = persons.meanings.id_of(label.synset) if label.synset else None
    return persons.means_person(named) if named else persons.is_person(label.label)


def _stage(each: NotMentioned) -> dict[str, Any]:
    return {
        "stage": each.stage,
        "not_mentioned": figure(each.all),
        "groups": by_group(each.groups),
        "differences": apart(each.differences),
        "cases": each.cases,
    }


def _print(report: dict[str, Any], out: TextIO) -> None:
    rows = []
    for stage in report["stages"]:
        groups = {"all": stage["not_mentioned"], **stage["groups"]}
        rows += [(stage["stage"], name, each["n"], cell(each)) for name, each in groups.items()]
        for pair in stage["differences"] if isinstance(stage["differences"], list) else ():
            rows.append((stage["stage"], " less ".join(pair["of"]), pair["n"], cell(pair)))
    out.write(f"{report['images']:,} images with boxes\n\n")
    write_table(("stage", "group", "images", "nobody mentioned"), rows, out)
    write_end(report, out)


COMMAND = Command(
    name="people",
    summary="people who cover a tenth of an image and whom no text mentions, by group",
    description=(
        "Of the images in which the boxes of people cover more than a tenth, the share whose text\n"
        "mentions nobody, by group of the largest person and by stage, with Wilson intervals, and\n"
        "the difference of every two groups with Newcombe's (Wang et al. 2022, §4.2.2)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
