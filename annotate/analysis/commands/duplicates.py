"""``duplicates``: captions that are nearly the same, and captions that are pasted."""

import argparse
from collections import Counter
from collections.abc import Sequence
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
from annotate.analysis.commands.pieces import add_engine, read_table, reads_table
from annotate.analysis.duplicates import SIMILARITY, Group, near_duplicates
from annotate.analysis.pasted import SHARE, pasted
from annotate.analysis.pieces import duplicates as table
from annotate.analysis.quality.model import CANNED_TEXT


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "captions", type=Path, help="captions: TextCaps, VizWiz or COCO JSON, or a table"
    )
    parser.add_argument("--similarity", type=float, default=SIMILARITY, help="least similarity")
    parser.add_argument("--canned", default=CANNED_TEXT, help="the canned text, which never counts")
    parser.add_argument(
        "--instructions", type=Path, metavar="FILE", help="what the annotators were told, as text"
    )
    parser.add_argument("--least", type=int, default=2, help="least size of a group")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    add_engine(parser)
    parser.add_argument(
        "--text-field", default="text", metavar="F", help="of a table: the column of texts (text)"
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    if not 0.5 <= options.similarity <= 1:
        raise InputError(f"--similarity must be between 0.5 and 1, not {options.similarity:g}.")
    if reads_table(options, options.captions):
        report = _of_table(options)
        write_json(report, out) if options.json else _print(report, out)
        return
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
        _group(group, [captions[at].image for at in group.members])
        for group in groups
        if len(group.members) >= options.least
    ]


def _group(group: Group, images: Sequence[object]) -> dict[str, Any]:
    return {
        "size": len(group.members),
        "similarity": group.similarity,
        "text": group.text,
        "images": list(images),
    }


def _of_table(options: argparse.Namespace) -> dict[str, Any]:
    """The same of a table; pasted passages are looked for among the texts of one person alone."""
    if options.instructions:
        raise InputError("--instructions needs captions of JSON, and no table.")
    with read_table(options, options.captions) as (pieces, engine, folder):
        found = table.near_duplicates(
            pieces,
            options.text_field,
            engine,
            folder,
            similarity=options.similarity,
            ignored=[options.canned] if options.canned else [],
            least=options.least,
        )
    groups = [_group(group, images) for group, images in found.groups]
    return {"captions": found.texts, "groups": groups, "pasted": None}


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
    if report["pasted"] is None:
        return
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
