"""``vizwiz-flags``: submit rules and quality flags of raw VizWiz-Captions results."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis import text_rules
from annotate.analysis.commands.base import (
    Command,
    InputError,
    open_text,
    write_json,
    write_table,
)
from annotate.analysis.quality.captions import flags_of, measures_of
from annotate.analysis.quality.model import CaptionWork, FlagSettings, Measures
from annotate.analysis.text_rules.caption_form import count_caption_words
from annotate.analysis.undefined import defined, reason
from annotate.analysis.vizwiz_results import RawAnswer, ResultsError, read_results

# The names of the published results for the flags of this product, in the published order.
PUBLISHED = {
    "WQ_CAPS": "capitals",
    "WQ_IMG_QUALITY": "quality_words",
    "WQ_JOB_TIME": "time_outlier_hit",
    "WQ_JOB_TIME_PER_IMG": "time_outlier_image",
    "WQ_JOB_TIME_MTURK": "time_outlier_platform",
    "WQ_TEXT": "text_minority",
    "WQ_IMG_Q_SEVERE_4_5": "not_canned_alone",
    "WQ_IMG_Q_SEVERE_1_5": "canned_alone",
    "WQ_SPAM_1": "canned_often",
}
Z_NAMES = {"hit": "z_hit", "image": "z_image", "platform": "z_mturk"}
SUBMIT_RULES: dict[str, text_rules.Level] = dict.fromkeys(text_rules.CAPTION_FORM, "block")
SHORT_HIT = 6  # the published expectations name a HIT by the end of its id

Row = dict[str, Any]


def report_of(answers: Sequence[RawAnswer], settings: FlagSettings | None = None) -> Row:
    """Return ``rows``, one per answer under the published names and rounded as published.

    ``hits`` has the whole id of every HIT by its short name; ``undefined`` says why a number in
    ``rows`` is null.
    """
    works = [_work(at, answer) for at, answer in enumerate(answers)]
    measures = measures_of(works, settings)
    names = _short_names(answers)
    codes: dict[int | str | None, set[str]] = {}
    for flag in flags_of(works, settings):
        codes.setdefault(flag.key, set()).add(flag.code)
    both = list(zip(answers, measures, strict=True))
    return {
        "hits": {short: whole for whole, short in names.items()},
        "rows": [
            _row(answer, names[answer.hit], numbers, codes.get(numbers.work.key, set()))
            for answer, numbers in both
        ],
        "undefined": [
            missing for answer, numbers in both for missing in _not_computed(answer, numbers)
        ],
    }


def _work(key: int, answer: RawAnswer) -> CaptionWork:
    return CaptionWork(
        key=key,
        image=answer.image,
        worker=answer.worker,
        text=answer.caption,
        text_detected=answer.text,
        seconds_image=answer.seconds_image,
        seconds_hit=answer.seconds_hit,
        seconds_platform=answer.seconds_platform,
    )


def _row(answer: RawAnswer, hit: str, measures: Measures, codes: set[str]) -> Row:
    z = {Z_NAMES[basis]: _rounded(defined(spread.z)) for basis, spread in measures.times.items()}
    flags = {name: int(code in codes) for name, code in PUBLISHED.items()}
    capitals = defined(measures.capitals)
    return {
        "hit": hit,
        "worker": answer.worker,
        "image": answer.image,
        "position": answer.position,
        "caption": answer.caption,
        "text": answer.text,
        "quality_issues": list(answer.quality_issues),
        "quality_other": answer.quality_other,
        "canned": measures.canned,
        "job_time_hit": _rounded(answer.seconds_hit),
        "job_time_image": _rounded(answer.seconds_image),
        "job_time_mturk": _rounded(answer.seconds_platform),
        "final_angle": answer.final_angle,
        "final_zoom": answer.final_zoom,
        "client_errors": client_errors(answer),
        "words": count_caption_words(answer.caption),
        "upper_pct": None if capitals is None else round(100 * capitals, 3),
        **z,
        **flags,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _short_names(answers: Iterable[RawAnswer]) -> dict[str, str]:
    """Return the end of every HIT's id, or the whole ids where two of them end alike."""
    ids = sorted({answer.hit for answer in answers})
    short = {whole: whole[-SHORT_HIT:] for whole in ids}
    return short if len(set(short.values())) == len(ids) else {whole: whole for whole in ids}


def _not_computed(answer: RawAnswer, measures: Measures) -> Iterator[Row]:
    why = {Z_NAMES[basis]: reason(spread.z) for basis, spread in measures.times.items()}
    for field, text in (why | {"upper_pct": reason(measures.capitals)}).items():
        if text:
            where = {"line": answer.line, "worker": answer.worker, "image": answer.image}
            yield where | {"field": field, "reason": text}


def client_errors(answer: RawAnswer) -> list[str]:
    """Return the codes of everything that the task page would have refused (mission B2)."""
    if answer.caption:
        findings = text_rules.check(answer.caption, rules=SUBMIT_RULES)
        errors = list(dict.fromkeys(finding.code for finding in findings))
    else:
        errors = ["text_missing"]
    if answer.text is None:
        errors.append("text_question_open")
    if not answer.quality_issues:
        errors.append("quality_missing")
    if "OTH" in answer.quality_issues and not answer.quality_other:
        errors.append("quality_other_missing")
    return errors


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.tsv", help="raw results; may be gzipped")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    parser.add_argument("--explain", action="store_true", help="say each flag in a sentence")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    try:
        answers = read_results(open_text(options.file))
    except ResultsError as error:
        raise InputError(f"{options.file}: {error}") from None
    report = report_of(answers)
    if options.json:
        write_json(report, out)
    else:
        _print(report, out)
    if options.explain and not options.json:
        _explain(answers, out)


def _print(report: Row, out: TextIO) -> None:
    header = ("hit", "worker", "image", "words", "submit rules", "flags")
    rows = [
        (
            row["hit"],
            row["worker"],
            row["image"],
            row["words"],
            " ".join(row["client_errors"]) or "ok",
            " ".join(name for name in PUBLISHED if row[name]) or "-",
        )
        for row in report["rows"]
    ]
    write_table(header, rows, out)
    flagged = sum(any(row[name] for name in PUBLISHED) for row in report["rows"])
    refused = sum(bool(row["client_errors"]) for row in report["rows"])
    out.write(
        f"\n{len(rows)} answers in {len(report['hits'])} HITs: {flagged} flagged, "
        f"{refused} against the submit rules, {len(report['undefined'])} numbers undefined\n"
    )


def _explain(answers: Sequence[RawAnswer], out: TextIO) -> None:
    for flag in flags_of([_work(at, answer) for at, answer in enumerate(answers)]):
        answer = answers[int(flag.key or 0)]
        out.write(f"\n{answer.worker}, {answer.image}, {flag.code}:\n  {flag.explanation}\n")


COMMAND = Command(
    name="vizwiz-flags",
    summary="submit rules and quality flags of raw VizWiz-Captions results",
    description=(
        "Read raw results of the VizWiz-Captions task as Mechanical Turk hands them out and say,\n"
        "for each answer, which submit rules it breaks and which quality flags it gets."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
