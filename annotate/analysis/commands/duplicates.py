"""``duplicates``: captions that are nearly the same, and captions that are pasted."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import Caption
from annotate.analysis.commands.base import (
    Command,
    InputError,
    open_text,
    read_captions,
    write_json,
    write_table,
)
from annotate.analysis.duplicates import SIMILARITY, near_duplicates
from annotate.analysis.pasted import SHARE, pasted
from annotate.analysis.quality.model import CANNED_TEXT


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("captions", type=Path, help="captions: TextCaps, VizWiz or COCO JSON")
    parser.add_argument("--similarity", type=float, default=SIMILARITY, help="least similarity")
    parser.add_argument("--canned", default=CANNED_TEXT, help="the canned text, which never counts")
    parser.add_argument(
        "--instructions", type=Path, metavar="FILE", help="what the annotators were told, as text"
    )
    parser.add_argument("--least", type=int, default=2, help="least size of a group")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    if not 0.5 <= options.similarity <= 1:
        raise InputError(f"--similarity must be between 0.5 and 1, not {options.similarity:g}.")
    captions = read_captions(options.captions)
    instructions = open_text(options.instructions).read() if options.instructions else ""
    report = {
        "captions": len(captions),
        "groups": _groups(captions, options),
        "pasted": _pasted(captions, instructions, options),
    }
    if options.json:
        write_json(report, out)
    else:
        _print(report, out)


def _groups(captions: list[Caption], options: argparse.Namespace) -> list[dict[str, Any]]:
    groups = near_duplicates(
        [caption.text for caption in captions],
        similarity=options.similarity,
        ignored=[options.canned] if options.canned else [],
    )
    return [
        {
            "size": len(group.members),
            "similarity": group.similarity,
            "text": group.text,
            "images": [captions[at].image for at in group.members],
        }
        for group in groups
        if len(group.members) >= options.least
    ]


def _pasted(
    captions: list[Caption], instructions: str, options: argparse.Namespace
) -> list[dict[str, Any]]:
    canned = options.canned.strip().casefold()
    own = [caption for caption in captions if caption.text.strip().casefold() != canned]
    hits = pasted(
        [caption.text for caption in own],
        images=[caption.image for caption in own],
        instructions=[instructions],
        share=SHARE,
    )
    sizes = Counter((hit.source, hit.passage) for hit in hits)
    return [
        {"size": size, "source": source, "passage": passage}
        for (source, passage), size in sizes.most_common()
        if size >= options.least
    ]


def _print(report: dict[str, Any], out: TextIO) -> None:
    out.write(f"Nearly the same text, of {report['captions']:,} captions\n\n")
    rows = [(group["size"], group["similarity"], group["text"]) for group in report["groups"]]
    write_table(("answers", "similarity", "text"), rows, out)
    out.write("\nMostly pasted: from the instructions, or a passage given for several images\n\n")
    rows = [(row["size"], row["source"], row["passage"]) for row in report["pasted"]]
    write_table(("answers", "from", "passage"), rows, out)


COMMAND = Command(
    name="duplicates",
    summary="captions that are nearly the same, and captions that are pasted",
    description=(
        "List groups of captions that are nearly the same (Jaccard similarity of runs of five\n"
        "characters) and passages that make up most of several captions. The files say not who\n"
        "wrote what, so all captions count as one person's."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
