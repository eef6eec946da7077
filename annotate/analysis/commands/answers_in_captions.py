"""``answers-in-captions``: how many visual questions the captions of their images answer."""

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.answers import ALL, Found, Question, answers_found, questions_of
from annotate.analysis.caption_files import (
    ImageRecord,
    LayoutError,
    captions_of,
    image_records_of,
    usable_by_image,
)
from annotate.analysis.commands.assumptions import write_assumptions
from annotate.analysis.commands.base import (
    Command,
    InputError,
    intervals_as_json,
    range_of,
    read_json,
    write_json,
    write_table,
)
from annotate.analysis.undefined import defined

_GROUPS = {True: "with_text", False: "without_text", None: "text_unknown"}
_ASSUMPTIONS = (
    "An answer is found where its words stand one after another, whole, in lower case, in at least"
    " one caption: a lower bound, since other words may say the same.",
    "The answer is the most popular one; of equally popular ones the first given is taken, and"
    " lowest and highest are what other choices among them could find.",
    "Questions that are not answerable, and those about an image without a caption, are left out;"
    " so are captions that the file marks as canned or rejected.",
    "Intervals of 95% are Wilson's and take questions for independent of one another, each about"
    " an image of its own. They say nothing of questions of other people.",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("questions", type=Path, help="questions: VizWiz-VQA JSON")
    parser.add_argument(
        "--captions", type=Path, required=True, metavar="FILE", help="VizWiz-Captions JSON"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    questions, captions, records = _read(options)
    named = {records[image].file_name: own for image, own in captions.items() if image in records}
    groups = {each.file_name: _GROUPS[each.text_detected] for each in records.values()}
    answerable = [each for each in questions if each.answerable]
    counts = {
        "questions": len(questions),
        "not_answerable": len(questions) - len(answerable),
        "without_caption": sum(each.image not in named for each in answerable),
    }
    if counts["without_caption"] == len(answerable):
        raise InputError(
            f"{options.captions}: there is no caption of an image that an answerable question of"
            f" {options.questions} is about."
        )
    table = answers_found(questions, named, groups)
    if options.json:
        plain = {
            row: {kind: _plain(each) for kind, each in kinds.items()}
            for row, kinds in table.items()
        }
        write_json({**counts, "table": plain, "assumptions": list(_ASSUMPTIONS)}, out)
    else:
        _print(counts, table, out)


def _read(
    options: argparse.Namespace,
) -> tuple[list[Question], dict[int | str, list[str]], dict[int | str, ImageRecord]]:
    path = options.questions
    try:
        questions = questions_of(read_json(path))
        path = options.captions
        content = read_json(path)
        return questions, usable_by_image(captions_of(content)), image_records_of(content)
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None


def _plain(found: Found) -> dict[str, Any]:
    own = asdict(found) | {"share": defined(found.share.mean), "n": found.share.n}
    return own | {"intervals": intervals_as_json({"share": found.share})}


def _print(
    counts: Mapping[str, int], table: Mapping[str, Mapping[str, Found]], out: TextIO
) -> None:
    for name, number in counts.items():
        out.write(f"{name.replace('_', ' '):<20} {number:,}\n")
    out.write("\n")
    rows = [
        (
            row.replace("_", " ") if row != ALL else "all images",
            kind,
            f"{share.mean:.1%}" if (share := each.share).n else "undefined",
            range_of(share, ".1%"),
            f"{each.found:,} of {share.n:,}",
            f"{each.lowest:,} to {each.highest:,}" if each.tied else "",
        )
        for row, kinds in table.items()
        for kind, each in kinds.items()
    ]
    write_table(("images", "type of answer", "found", "interval", "number", "by ties"), rows, out)
    write_assumptions(_ASSUMPTIONS, out)


COMMAND = Command(
    name="answers-in-captions",
    summary="how many visual questions the captions of their images answer",
    description=(
        "For each answerable question, whether the most popular of its answers stands in at least\n"
        "one caption of the image, by type of answer and by whether the image has text\n"
        "(VizWiz-Captions Table 2: 33% of all; yes and no 1%, numbers 8%, others 34%).\n"
        "Images are matched by their file names."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
