"""``harms demeaning``: words of texts that may demean, between two bounds."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import LayoutError, ocr_of
from annotate.analysis.commands.base import (
    Command,
    InputError,
    open_text,
    read_json,
    write_json,
    write_table,
)
from annotate.analysis.commands.harms_files import (
    add_stage,
    interval_of,
    needed_meanings,
    parser_for,
    read_stage,
    share,
)
from annotate.analysis.commands.pieces import add_engine, read_table, reads_table
from annotate.analysis.harms.demeaning import BOUNDS
from annotate.analysis.harms.demeaning_counts import DemeaningCounts
from annotate.analysis.harms.lists import Demeaning, demeaning, list_data, synsets_of_file
from annotate.analysis.harms.synsets import MOST_COMMON, VERSION, Meanings
from annotate.analysis.pieces import harms as table
from annotate.analysis.tokens import words
from annotate.analysis.undefined import Undefined, reason

_KINDS = ("object", "attribute")
_ASSUMPTIONS = (MOST_COMMON, "parser_reads_rightly", "lists_are_complete", "texts_are_independent")
_MOST = 50


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_stage(parser)
    parser.add_argument(
        "--nouns", type=Path, metavar="FILE", help="demeaning synsets, one on each line"
    )
    parser.add_argument("--ocr", type=Path, metavar="OCR.json", help="what was read in the images")
    add_engine(parser)


def _run(options: argparse.Namespace, out: TextIO) -> None:
    meanings, parser = needed_meanings(), parser_for(options.parser)
    lists, read = _lists(options.nouns, meanings), _read(options.ocr)
    if reads_table(options, options.file):
        column = options.text_field or "text"
        with read_table(options, options.file) as (pieces, engine, _):
            wanted = table.Wanted(column, options.parser, lists, read)
            counts = table.demeaning_counts(pieces, wanted, engine)
    else:
        counts = DemeaningCounts()
        for item in read_stage(options.file, options.text_field):
            graph = item.labels or parser.parse(item.text)
            counts.add(graph, meanings, lists, read.get(item.image, ()))
    if not counts.texts["all"]:
        raise InputError(f"{options.file}: there is no row.")
    report = _report(counts.texts, counts.found, lists) | {
        "parser": {"name": parser.name, "version": parser.version},
        "wordnet": VERSION,
    }
    write_json(report, out) if options.json else _print(report, out)


def _lists(path: Path | None, meanings: Meanings) -> Demeaning:
    if path is None:
        return demeaning(meanings)
    try:
        return demeaning(meanings, synsets_of_file(open_text(path).read(), meanings))
    except ValueError as error:
        raise InputError(f"{path}: {error}.") from None


def _read(path: Path | None) -> dict[str, set[str]]:
    if path is None:
        return {}
    try:
        read = ocr_of(read_json(path))
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None
    return {
        str(image): {word for token in tokens for word in words(token.text)}
        for image, tokens in read.items()
    }


def _report(
    texts: Counter[str], found: Counter[tuple[str, str, str]], lists: Demeaning
) -> dict[str, Any]:
    missing = reason(lists.objects)
    of = {
        kind: {bound: share(texts[f"{kind} {bound}"], texts["all"]) for bound in BOUNDS}
        for kind in (*_KINDS, "any")
    }
    descriptors = list_data("people_descriptors")
    return {
        "texts": texts["all"],
        "objects": None if missing else of["object"],
        "attributes": of["attribute"],
        "objects_or_attributes": None if missing else of["any"],
        "undefined": dict.fromkeys(("objects", "objects_or_attributes"), missing)
        if missing
        else {},
        "female_as_noun": share(texts["identity"], texts["all"]),
        "texts_that_quote_the_image": share(texts["quoted"], texts["all"]),
        "words": [
            {"word": word, "kind": kind, "bound": bound, "count": count}
            for (word, kind, bound), count in found.most_common(_MOST)
        ],
        "lists": {
            "attributes": {
                "source": descriptors["source"],
                "licence": descriptors["licence"],
                "version": descriptors["version"],
                "synsets": len(lists.attributes),
                "words": len(lists.words),
            },
            "objects": None
            if isinstance(lists.objects, Undefined)
            else {"synsets": len(lists.objects)},
        },
        "assumptions": _ASSUMPTIONS,
    }


def _print(report: dict[str, Any], out: TextIO) -> None:
    rows = [("female as a noun", "", *_cells(report["female_as_noun"]))]
    for kind in ("objects", "attributes", "objects_or_attributes"):
        for bound in BOUNDS if report[kind] else ():
            rows.append((kind.replace("_", " "), bound, *_cells(report[kind][bound])))
    out.write(f"{report['texts']:,} texts\n\n")
    write_table(("demeaning", "bound", "texts", "share"), rows, out)
    for word in report["words"]:
        out.write(f"\n{word['word']} ({word['kind']}, {word['bound']}): {word['count']:,}")
    for why in sorted(set(report["undefined"].values())):
        out.write(f"\n\n{why}")
    parser, used = report["parser"], report["lists"]["attributes"]
    out.write(f"\n\nAdjectives: {used['source']} ({used['licence']})")
    out.write(f"\nParser {parser['name']}: {parser['version']}\n")
    out.write(f"Assumptions: {', '.join(report['assumptions'])}\n")


def _cells(found: dict[str, Any]) -> tuple[int, str]:
    return found["count"], f"{found['share']:.5f} {interval_of(found)}"


COMMAND = Command(
    name="demeaning",
    summary="texts with words that may demean: lower bound, estimate, upper bound",
    description=(
        "Count texts with demeaning words (Wang et al. 2022, §4.2.1): all synsets of a word are\n"
        "listed (lower), its most common one (estimate), any (upper). Adjectives are van\n"
        "Miltenburg's category of judgement. The unsafe nouns of Yang et al. 2020 may not be\n"
        "handed on: give them with --nouns, or figures of objects are undefined. Words that\n"
        "--ocr read in the image are told apart. Counts `female` as a noun, too (§4.2.4)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
