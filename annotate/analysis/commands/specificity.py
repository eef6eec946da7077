"""``specificity``: how consistently people describe each image."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import (
    INTERVALS,
    Command,
    InputError,
    Row,
    interval_of_mean,
    intervals_as_json,
    items_in,
    range_of,
    texts_of,
    write_json,
    write_table,
)
from annotate.analysis.specificity import Specificity, rarity, specificity
from annotate.analysis.undefined import Undefined, defined, reason
from annotate.analysis.wordnet import wordnet

_NAMES = ("image_id", "image", "id")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help='JSON: [{"captions": ["…", "…"]}]')
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    items, others = items_in(options.file, also="idf_only")
    if not items:
        raise InputError(f"{options.file}: there is no item.")
    captions = _captions(items, options.file, "item")
    known = rarity([*captions, *_captions(others, options.file, "idf_only")])
    words = wordnet()
    if isinstance(words, Undefined):
        raise InputError(words.reason)
    measured = [specificity(own, known, words) for own in captions]
    if options.json:
        write_json(_report(measured, known.images), out)
    else:
        rows = [(_name(item, place), _text(measured[place])) for place, item in enumerate(items)]
        write_table(("image", "specificity"), rows, out)
        _print_mean(measured, out)


def _print_mean(measured: list[Specificity], out: TextIO) -> None:
    found = interval_of_mean([defined(image.score) for image in measured])
    mean = defined(found.mean)
    if mean is not None:
        ends = range_of(found, ".4f")
        out.write(f"\nmean of {found.n:,} images: {mean:.4f}  {ends}".rstrip() + "\n")
        if ends:
            out.write(f"{INTERVALS.format(units='images')}\n")


def _captions(items: list[Row], path: Path, what: str) -> list[list[str]]:
    return [
        texts_of(item, "captions", f"{path}: {what} {place}") for place, item in enumerate(items)
    ]


def _report(measured: list[Specificity], images: int) -> dict[str, Any]:
    scores = [defined(image.score) for image in measured]
    there = [score for score in scores if score is not None]
    return {
        "mean": sum(there) / len(there) if there else None,
        "intervals": intervals_as_json({"mean": interval_of_mean(scores)}),
        "items": len(measured),
        "idf_images": images,
        "per_item": scores,
        "pairs": [image.pairs for image in measured],
        "undefined": {
            str(place): reason(image.score)
            for place, image in enumerate(measured)
            if isinstance(image.score, Undefined)
        },
    }


def _name(item: Row, place: int) -> str:
    return next((str(item[name]) for name in _NAMES if name in item), str(place))


def _text(measured: Specificity) -> str:
    if isinstance(measured.score, Undefined):
        return f"undefined: {measured.score.reason}"
    return f"{measured.score:.4f}"


COMMAND = Command(
    name="specificity",
    summary="how consistently people describe each image",
    description=(
        "Specificity of each image (Jas & Parikh 2015): the mean similarity of two of its\n"
        "captions, by WordNet paths weighed with TF-IDF. FILE is a JSON list of items with\n"
        "`captions`, or holds it under `items`; items under `idf_only` count for the weights\n"
        "only. Needs the database of WordNet 3.0 (Debian package wordnet-base, or WORDNET_DIR)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
