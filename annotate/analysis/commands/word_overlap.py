"""``word-overlap``: how far the common words of two collections of captions are the same."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import usable_by_image
from annotate.analysis.commands.assumptions import write_assumptions
from annotate.analysis.commands.base import (
    Command,
    InputError,
    intervals_as_json,
    range_of,
    read_captions,
    write_json,
    write_table,
)
from annotate.analysis.undefined import Undefined, reason
from annotate.analysis.vocabulary import (
    MOST,
    Counts,
    different_words,
    novel_words,
    word_overlap,
)
from annotate.analysis.word_classes import WordTagger, word_tagger
from annotate.analysis.word_counts import words_by_image

_ASSUMPTIONS = (
    "Words are whole, in lower case, without punctuation; no stems. Captions that the file marks"
    " as canned or rejected are left out.",
    "Of equally common words the first by the alphabet is taken; lowest and highest are what other"
    " choices among them could give.",
    "The interval of 95% is of what collections of so many images give on average: images of both"
    " are drawn anew 2,000 times (seed 1) and the draws moved to the figure. Larger collections"
    " have a higher overlap, since fewer words stand at the edge of the list.",
    "The share of new words is that of running words, with a bootstrap interval over images. The"
    " number of different words has none: it grows with the number of images.",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", type=Path, help="captions: TextCaps, VizWiz or COCO JSON")
    parser.add_argument("second", type=Path, help="captions of the collection to compare with")
    parser.add_argument("--most", type=_size, default=MOST, help=f"common words ({MOST})")
    parser.add_argument(
        "--classes", action="store_true", help="also of nouns, adjectives and verbs by themselves"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _size(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def _run(options: argparse.Namespace, out: TextIO) -> None:
    images = [_images(path) for path in (options.first, options.second)]
    tagger = _tagger() if options.classes else None
    first, second = (words_by_image(of_file, tagger) for of_file in images)
    report = {
        "most": options.most,
        "images": list(map(len, images)),
        "captions": [sum(map(len, of_file)) for of_file in images],
        "overlap": {
            name: _overlap(counts, second[name], options.most) for name, counts in first.items()
        },
        "new_in_first": _novel(first["words"], second["words"]),
        "new_in_second": _novel(second["words"], first["words"]),
        "assumptions": [
            *_ASSUMPTIONS,
            *([f"Nouns, adjectives and verbs are told by {tagger.name}."] if tagger else []),
        ],
    }
    if options.json:
        write_json(report, out)
    else:
        _print(report, out)


def _images(path: Path) -> list[list[str]]:
    found = list(usable_by_image(read_captions(path)).values())
    if not found:
        raise InputError(f"{path}: there is no caption.")
    return found


def _tagger() -> WordTagger:
    tagger = word_tagger()
    if isinstance(tagger, Undefined):
        raise InputError(tagger.reason)
    return tagger


def _overlap(first: Counts, second: Counts, most: int) -> dict[str, Any]:
    found = word_overlap(first, second, most=most)
    different = [len(different_words(counts)) for counts in (first, second)]
    if isinstance(found, Undefined):
        return {"share": None, "different_words": different, "undefined": reason(found)}
    ends = intervals_as_json({"share": found.share})
    return {
        "share": found.share.mean,
        "shared": found.shared,
        "lowest": found.lowest,
        "highest": found.highest,
        "different_words": different,
        "intervals": ends,
        "range": range_of(found.share, ".1%"),
    }


def _novel(counts: Counts, other: Counts) -> dict[str, Any]:
    found = novel_words(counts, different_words(other))
    return {
        "words": found.words,
        "of_words": found.of_words,
        "share": found.share.mean,
        "intervals": intervals_as_json({"share": found.share}),
        "range": range_of(found.share, ".1%"),
        "commonest": [{"word": word, "times": number} for word, number in found.commonest],
    }


def _print(report: Mapping[str, Any], out: TextIO) -> None:
    rows = [
        (name, *_cells(own), " / ".join(f"{n:,}" for n in own["different_words"]))
        for name, own in report["overlap"].items()
    ]
    header = (f"{report['most']:,} commonest", "overlap", "interval", "by ties", "different")
    write_table(header, rows, out)
    for name in ("first", "second"):
        own = report[f"new_in_{name}"]
        share = f"{own['share']:.1%}" if own["share"] is not None else "undefined"
        out.write(
            f"\nnew in the {name}: {own['words']:,} of {own['of_words']:,} different words,"
            f" {share} of running words {own['range']}\n"
            f"  {', '.join(each['word'] for each in own['commonest'][:12])}\n"
        )
    write_assumptions(report["assumptions"], out)


def _cells(own: Mapping[str, Any]) -> tuple[str, str, str]:
    if own["share"] is None:
        return (f"undefined: {own['undefined']}", "", "")
    return (f"{own['share']:.1%}", own["range"], f"{own['lowest']:.1%} to {own['highest']:.1%}")


COMMAND = Command(
    name="word-overlap",
    summary="how many of the commonest words two collections of captions share, and what is new",
    description=(
        "Of the 3,000 most common words of each of two collections, how many are in both, divided\n"
        "by 3,000 (VizWiz-Captions §3.2 and Table 5: 54.4% with MSCOCO), and the words that one\n"
        "has and the other has not (Fig. 9 to 11)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
