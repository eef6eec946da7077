"""``compositional``: how often a language model tells captions apart by descriptions alone."""

import argparse
import csv
import json
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import KEY_FIELDS, TEXT_FIELDS
from annotate.analysis.commands.base import (
    Command,
    InputError,
    open_text,
    range_of_ends,
    read_json,
    read_rows,
    write_json,
    write_table,
)
from annotate.analysis.commands.reply_files import ReplyFile
from annotate.analysis.compositional.layouts import Row, probes_in
from annotate.analysis.compositional.model import TITLES, ProbeFile, ProbesError
from annotate.analysis.compositional.questions import Descriptions
from annotate.analysis.compositional.report import Plan, plan, report

BASELINE = "no description"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of whatever makes the questions."""
    parser.add_argument(
        "sets", type=Path, nargs="+", metavar="SET", help="ARO, SVO-Probes or Winoground"
    )
    parser.add_argument(
        "--descriptions",
        action="append",
        default=[],
        metavar="TITLE=FILE",
        help="texts by image: JSON lines, a JSON list or object, CSV; may be given often",
    )
    parser.add_argument("--model", default="", metavar="NAME", help="whose replies they are")
    parser.add_argument("--seed", type=int, default=1, help="draws order and sample (1)")
    parser.add_argument("--most", type=_positive, metavar="N", help="questions of a set at most")
    parser.add_argument(
        "--no-baseline", action="store_true", help="leave out the questions without description"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def planned(options: argparse.Namespace, model: str) -> Plan:
    """The questions that the options ask for; raises :class:`InputError`."""
    files: list[ProbeFile] = []
    for path in options.sets:
        try:
            files.append(probes_in(_rows(path)))
        except ProbesError as error:
            raise InputError(f"{path}: {error}") from None
    if len({file.set for file in files}) < len(files):
        raise InputError("Give one file of each set.")
    sources: dict[str, Descriptions] = {}
    for named in options.descriptions:
        title, equals, name = named.partition("=")
        path = Path(name if equals else title)
        title = title if equals else path.stem
        if title in sources:
            raise InputError(f"Two sources are called {title}.")
        sources[title] = Descriptions(_texts(path))
    asked = plan(
        files,
        sources,
        model=model,
        seed=options.seed,
        most=options.most,
        baseline=not options.no_baseline,
    )
    if not asked.all:
        raise InputError("No image of these sets has a description.")
    return asked


def _rows(path: Path) -> Iterator[Row]:
    name = path.name.removesuffix(".gz")
    if name.endswith(".csv"):
        yield from enumerate(csv.DictReader(open_text(path)), start=1)
    elif name.endswith(".jsonl"):
        yield from read_rows(path)
    else:
        content = read_json(path)
        if not isinstance(content, list):
            raise InputError(f"{path}: The file must be a list.")
        for number, row in enumerate(content, start=1):
            yield number, row if isinstance(row, dict) else None


def _texts(path: Path) -> dict[str, str]:
    if path.name.removesuffix(".gz").endswith(".json"):
        content = read_json(path)
        if isinstance(content, dict) and all(isinstance(text, str) for text in content.values()):
            return content
    texts: dict[str, str] = {}
    for number, row in _rows(path):
        key = next((row[name] for name in KEY_FIELDS if row and row.get(name) is not None), None)
        text = next((row[name] for name in TEXT_FIELDS if row and row.get(name)), None)
        if key is None or not isinstance(text, str):
            names = f"{' or '.join(KEY_FIELDS)}, and {' or '.join(TEXT_FIELDS)}"
            raise InputError(f"{path}: row {number} must have {names}.")
        texts.setdefault(str(key), text)
    return texts


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_arguments(parser)
    parser.add_argument("--replies", type=Path, metavar="FILE", help="JSON lines: key, text")
    parser.add_argument(
        "--write-questions", type=Path, metavar="FILE", help="JSON lines: key, prompt"
    )


def _run(options: argparse.Namespace, out: TextIO) -> None:
    asked = planned(options, options.model)
    if options.write_questions:
        _write_questions(asked, options.write_questions)
    if options.replies and not options.replies.exists():
        raise InputError(f"{options.replies}: there is no such file.")
    replies = ReplyFile(options.replies).replies if options.replies else {}
    show(report(asked, replies), options, out)


def _write_questions(asked: Plan, path: Path) -> None:
    by_key = {question.key: question.prompt for question in asked.all}
    lines = (json.dumps({"key": key, "prompt": text}) for key, text in by_key.items())
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from None


def show(figures: dict[str, Any], options: argparse.Namespace, out: TextIO) -> None:
    """Write the report of a run as JSON or as tables."""
    if options.json:
        write_json(figures, out)
        return
    header = ("set", "descriptions", "n", "right", "accuracy", "95%", "invalid", "unanswered")
    rows = [
        (
            TITLES[name],
            source["title"] or BASELINE,
            own["n"],
            own["right"],
            _percent(own["share"]),
            range_of_ends(own, ".3f"),
            own["invalid"],
            own["unanswered"],
        )
        for source in figures["sources"]
        for name, own in source["sets"].items()
    ]
    write_table(header, sorted(rows, key=itemgetter(0)), out)
    _show_differences(figures, out)
    costs = figures["costs"]
    out.write(
        f"\n{costs['replies']:,} of {costs['prompts']:,} prompts replied to;"
        f" {costs['prompt_tokens']:,} tokens in, {costs['completion_tokens']:,} out,"
        f" cost {costs['cost']:g}, {costs['seconds']:,.1f} s of the model\n\n"
    )
    out.write("\n".join(figures["assumptions"]) + "\n")


def _show_differences(figures: dict[str, Any], out: TextIO) -> None:
    rows = [
        (
            TITLES[name],
            f"{pair['first'] or BASELINE} - {pair['second'] or BASELINE}",
            own["n"],
            _percent(own["difference"]),
            range_of_ends(own, ".3f"),
            "" if own["p"] is None else f"{own['p']:.3g}",
        )
        for pair in figures["differences"]
        for name, own in pair["sets"].items()
    ]
    if rows:
        out.write("\n")
        write_table(("set", "difference", "n", "by", "95%", "McNemar p"), sorted(rows), out)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.2%}"


COMMAND = Command(
    name="compositional",
    summary="compositional reasoning: does a description tell the true caption from a wrong one",
    description=(
        "Questions of ARO, SVO-Probes and Winoground with a description in place of the image\n"
        "(ImageInWords §5.3, D.8). Write the prompts with --write-questions, have a model answer\n"
        "them, and read its replies with --replies. `manage.py compositional` asks a model itself."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
