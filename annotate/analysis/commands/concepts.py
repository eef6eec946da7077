"""``concepts``: which concepts of a list captions name, and in how many images."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import usable_by_image
from annotate.analysis.commands.assumptions import write_assumptions
from annotate.analysis.commands.base import (
    Command,
    InputError,
    intervals_as_json,
    open_text,
    range_of,
    read_captions,
    write_json,
    write_table,
)
from annotate.analysis.concepts import PEOPLE, Coverage, coverage
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import defined

_ASSUMPTIONS = (
    "A concept is named where its words follow one another in a caption, whole and in lower case;"
    ' no plurals and no synonyms ("cats" does not name "cat"): a lower bound.',
    "Captions that the file marks as canned or rejected are left out, and images with no other.",
    "Intervals of 95% are Wilson's. Those of images take images for drawn independently; that of"
    " the list takes its concepts for drawn from more of the same sort, and means nothing for a"
    " list that is complete.",
    "More images name more concepts: compare collections of the same size.",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("captions", type=Path, help="captions: TextCaps, VizWiz or COCO JSON")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--list", type=Path, metavar="FILE", help="concepts, one in each line")
    which.add_argument(
        "--people", action="store_true", help=f"the words of VizWiz-Captions: {', '.join(PEOPLE)}"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    names = list(PEOPLE) if options.people else _list(options.list)
    images = list(usable_by_image(read_captions(options.captions)).values())
    if not images:
        raise InputError(f"{options.captions}: there is no caption.")
    try:
        found = coverage(images, names)
    except ValueError as error:
        raise InputError(f"{options.list}: {error}.") from None
    if options.json:
        write_json(_report(found), out)
    else:
        _print(found, out)


def _list(path: Path) -> list[str]:
    names = [line.strip() for line in open_text(path) if line.strip()]
    if not names:
        raise InputError(f"{path}: there is no concept.")
    return names


def _figure(share: Interval) -> dict[str, Any]:
    return {"share": defined(share.mean), "intervals": intervals_as_json({"share": share})}


def _report(found: Coverage) -> dict[str, Any]:
    return {
        "concepts_found": _figure(found.found),
        "images_naming_one": _figure(found.naming),
        "concepts": [
            {"concept": each.name, "images": each.images} | _figure(each.share)
            for each in found.concepts
        ],
        "assumptions": list(_ASSUMPTIONS),
    }


def _print(found: Coverage, out: TextIO) -> None:
    ordered = sorted(found.concepts, key=lambda each: (-each.images, each.name))
    rows = [
        ("concepts of the list that are named", f"{found.found.n:,}", *_cells(found.found)),
        ("images that name one or more", f"{found.naming.n:,}", *_cells(found.naming)),
    ]
    write_table(("", "n", "share", "interval"), rows, out)
    out.write("\n")
    of_each = [(each.name, each.images, *_cells(each.share)) for each in ordered]
    write_table(("concept", "images", "share", "interval"), of_each, out)
    write_assumptions(_ASSUMPTIONS, out)


def _cells(share: Interval) -> tuple[str, str]:
    return f"{share.mean:.1%}", range_of(share, ".1%")


COMMAND = Command(
    name="concepts",
    summary="which concepts of a list captions name, and in how many images",
    description=(
        "Which of a list's concepts are named in captions, and in how many images\n"
        "(VizWiz-Captions §3.2 and Fig. 2: object, scene and attribute categories of other data\n"
        "sets). With --people the words related to people (Suppl. C.2: 27.6% of images)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
