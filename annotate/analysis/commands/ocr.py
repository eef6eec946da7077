"""``ocr``: how captions use the text in their images, and how well it was read."""

import argparse
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import LayoutError, OcrToken, ocr_of
from annotate.analysis.commands.base import (
    INTERVALS,
    Command,
    InputError,
    intervals_as_json,
    range_of,
    read_captions,
    read_json,
    with_reasons,
    write_json,
)
from annotate.analysis.intervals import Interval
from annotate.analysis.ocr import MIN_IOU, Reading, Statistics, reading_of, statistics_of
from annotate.analysis.ocr_predictions import Predictions, predictions_of
from annotate.analysis.undefined import Undefined

Part = Statistics | Reading | Predictions
Ocr = dict[int | str, list[OcrToken]]

_TITLES = {
    "captions": "captions of images whose text was read",
    "images": "images",
    "captions_without_ocr": "captions left out: no text was read in their image",
    "words_per_caption": "words per caption",
    "captions_with_token": "captions with an OCR token",
    "captions_with_two": "captions with two or more",
    "images_with_token": "images with a caption with an OCR token",
    "tokens_mean": "OCR tokens per caption",
    "switches_mean": "switches OCR/vocabulary per caption",
    "captions_with_two_switches": "captions with two or more switches",
    "unique_tokens": "different OCR tokens in captions",
    "tokens_below_five": "of them fewer than 5 times",
    "tokens_above_ten": "of them more than 10 times",
    "zero_shot_tokens": "of them in no caption of the train split",
    "coverage": "OCR tokens of the images that a caption uses",
    "tokens_per_caption": "captions by number of OCR tokens",
    "switches_per_caption": "captions by number of switches",
    "matched": "words read right",
    "read": "words read",
    "there": "legible words in the images",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "sentences": "predicted sentences",
    "sentences_left_out": "sentences left out: no text read or no caption",
    "with_token": "sentences with an OCR token",
    "without_token": "sentences without one, left out of the precision",
    "ocr_precision": "OCR tokens of a sentence that annotators used",
    "vocabulary": "different words in sentences",
    "vocabulary_ocr": "of them in an OCR token",
    "vocabulary_other": "of them outside of one",
}
_SHARES = frozenset(
    {
        "captions_with_token",
        "captions_with_two",
        "images_with_token",
        "captions_with_two_switches",
        "coverage",
        "tokens_below_five",
        "tokens_above_ten",
        "precision",
        "recall",
        "f1",
        "ocr_precision",
    }
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("captions", type=Path, help="captions: TextCaps, VizWiz or COCO JSON")
    parser.add_argument(
        "--tokens", type=Path, required=True, metavar="FILE", help="what was read: TextVQA OCR JSON"
    )
    parser.add_argument("--split", help="use only the captions of this split (set_name)")
    parser.add_argument(
        "--train", type=Path, metavar="FILE", help="captions of the train split, for zero-shot"
    )
    parser.add_argument(
        "--predictions",
        type=Path,
        metavar="FILE",
        help="sentences of a model about the same images, for its OCR precision",
    )
    parser.add_argument("--ignore", default="", metavar="a,the", help="words that are no tokens")
    parser.add_argument(
        "--truth", type=Path, metavar="FILE", help="what stands there, for precision and recall"
    )
    parser.add_argument("--iou", type=_share, default=MIN_IOU, help="least overlap of two boxes")
    parser.add_argument("--case", action="store_true", help="capitals matter where text is read")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _share(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value


def _run(options: argparse.Namespace, out: TextIO) -> None:
    captions = read_captions(options.captions)
    if options.split:
        captions = [caption for caption in captions if caption.split == options.split]
        if not captions:
            raise InputError(f"{options.captions}: no caption of the split {options.split!r}.")
    ocr = _ocr(options.tokens)
    train = [caption.text for caption in read_captions(options.train)] if options.train else None
    ignored = [word for word in options.ignore.split(",") if word]
    report: dict[str, Any] = {
        "captions": statistics_of(captions, ocr, train=train, ignored=ignored)
    }
    if options.truth:
        report["reading"] = _reading(ocr, options)
    if options.predictions:
        predicted = read_captions(options.predictions)
        report["predictions"] = predictions_of(predicted, captions, ocr, ignored=ignored)
    plain = {name: _plain(part) for name, part in report.items()}
    if options.json:
        write_json(plain, out)
    else:
        _print(report, out)


def _ocr(path: Path) -> Ocr:
    try:
        return ocr_of(read_json(path))
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None


def _reading(ocr: Ocr, options: argparse.Namespace) -> Reading:
    truth = _ocr(options.truth)
    try:
        return reading_of(ocr, truth, min_iou=options.iou, case_sensitive=options.case)
    except ValueError as error:
        raise InputError(f"{options.tokens} and {options.truth}: {error}.") from None


def _figures(part: Part) -> dict[str, Any]:
    names = [field.name for field in fields(part) if field.name != "intervals"]
    return {name: getattr(part, name) for name in names}


def _plain(part: Part) -> dict[str, Any]:
    values = {name: _rounded(value) for name, value in with_reasons(_figures(part)).items()}
    return {**values, "intervals": intervals_as_json(part.intervals)}


def _rounded(value: object) -> object:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {str(key): count for key, count in value.items()}
    return value


def _print(report: Mapping[str, Part], out: TextIO) -> None:
    has_ends = False
    for part in report.values():
        for name, value in _figures(part).items():
            ends = _ends(name, part.intervals.get(name))
            has_ends = has_ends or bool(ends)
            out.write(f"{_TITLES[name]:<52} {_text(name, value)}  {ends}".rstrip() + "\n")
        out.write("\n")
    if has_ends:
        out.write(f"{INTERVALS.format(units='images')}\n")


def _text(name: str, value: object) -> str:
    if isinstance(value, Undefined):
        return f"undefined: {value.reason}"
    if isinstance(value, dict):
        return "  ".join(f"{key}: {count:,}" for key, count in value.items()) or "-"
    if isinstance(value, float):
        return f"{100 * value:.1f}%" if name in _SHARES else f"{value:.2f}"
    return f"{value:,}"


def _ends(name: str, found: Interval | None) -> str:
    return range_of(found, ".1%" if name in _SHARES else ".2f")


COMMAND = Command(
    name="ocr",
    summary="how captions use the text in their images, and how well it was read",
    description=(
        "Compare captions with the text that was read in their images (TextCaps §3.2): how many\n"
        "use it, how often they switch between it and other words, which of it no caption of the\n"
        "train split has. With --truth also how well it was read: a word is right where a box of\n"
        "the same text overlaps enough. With --predictions how much of the text that a model's\n"
        "sentences use the captions use, too (Table A.3)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
