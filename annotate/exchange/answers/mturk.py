"""Raw results of the VizWiz-Captions task: one row is what one worker did in one HIT."""

import csv
import math
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from annotate.analysis.vizwiz_results import COLUMNS, RawAnswer, ResultsError, read_results
from annotate.exchange.answers.rows import AnswerRow, ImageAnswer, UnreadableFile, broken
from annotate.messages import Message

# What the page of the task called what the kind calls otherwise (VW App. A.1).
ISSUES = {
    "NONE": "none",
    "BLR": "blur",
    "BRT": "bright",
    "DRK": "dark",
    "OBS": "obscured",
    "FRM": "framing",
    "ROT": "rotated",
    "OTH": "other",
}
MAX_LINE = 1_000_000


class MturkResults:
    """A table of tab-separated values; its lines are read as they are needed.

    Raises:
        UnreadableFile: it is no table with the columns of such a file.
    """

    platform = "mturk"

    def __init__(self, path: Path) -> None:
        self._path = path
        first = next(iter(self._records()), None)
        if first is None or "Answer.IMG_CAPTION" not in first[1]:
            raise UnreadableFile(Message("columns_not_named", columns=list(COLUMNS[:3])))
        self._header = first[1]

    def total(self) -> int:
        return sum(1 for _ in self._rows())

    def rows(self, start: int) -> Iterator[AnswerRow]:
        for number, line, text in islice(self._rows(), start, None):
            yield self._row(number, line, text)

    def _rows(self) -> Iterator[tuple[int, int, str]]:
        """Yield (number of the row from 1, number of its line, the lines themselves)."""
        records = islice(self._records(), 1, None)
        filled = ((line, text) for line, text in records if text.strip())
        return ((number, line, text) for number, (line, text) in enumerate(filled, start=1))

    def _records(self) -> Iterator[tuple[int, str]]:
        """Yield (first line, text) of each record; a quoted field may go over several lines."""
        try:
            with self._path.open(encoding="utf-8-sig", newline="") as file:
                # Never more of a line than is allowed: memory stays bounded whatever is sent.
                yield from _records(iter(partial(file.readline, MAX_LINE + 1), ""))
        except (UnicodeDecodeError, csv.Error) as fault:
            raise UnreadableFile(Message("not_a_table", reason=str(fault))) from None

    def _row(self, number: int, line: int, text: str) -> AnswerRow:
        try:
            answers = read_results([self._header, *text.splitlines(keepends=True)])
        except ResultsError as error:
            message = Message("results_row_unreadable", reason=error.message, line=str(line))
            return broken(number, "", field=error.column, code="unreadable", message=message)
        first = answers[0]
        return AnswerRow(
            number=number,
            name=f"{first.hit} {first.worker}",
            worker=first.worker,
            started_at=first.accepted_at or first.hit_started_at,
            ended_at=first.submitted_at or first.hit_ended_at,
            page_seconds=None if first.seconds_hit is None else first.seconds_hit * first.images,
            answers=tuple(map(_image_answer, answers)),
        )


def _records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    taken: list[str] = []

    def noted() -> Iterator[str]:
        for line in lines:
            if len(line) > MAX_LINE:
                raise csv.Error(f"a line is longer than {MAX_LINE:,} characters")
            taken.append(line)
            yield line

    source = noted()
    first = next(source, "")
    source = chain([first], source)
    if not first.startswith('"'):
        yield from enumerate(source, start=1)
        return
    number = 1
    for _ in csv.reader(source, delimiter="\t", strict=True):
        yield number, "".join(taken)
        number += len(taken)
        taken.clear()


def _image_answer(answer: RawAnswer) -> ImageAnswer:
    return ImageAnswer(
        image=answer.image,
        key=f"mturk/{answer.hit}/{answer.worker}/{answer.image}",
        value={
            "text": answer.caption,
            "text_detected": answer.text,
            "quality_issues": [ISSUES[issue] for issue in answer.quality_issues],
            "quality_other": answer.quality_other,
        },
        started_at=answer.image_started_at,
        ended_at=answer.image_ended_at,
        active_seconds=max(answer.seconds_image or 0.0, 0.0),
        detail=_detail(answer),
    )


def _detail(answer: RawAnswer) -> dict[str, Any]:
    """What the product has no place of its own for."""
    times = {
        "hit_started_at": answer.hit_started_at,
        "hit_ended_at": answer.hit_ended_at,
        "image_started_at": answer.image_started_at,
        "image_ended_at": answer.image_ended_at,
        "accepted_at": answer.accepted_at,
        "submitted_at": answer.submitted_at,
    }
    return {
        "hit": answer.hit,
        "worker": answer.worker,
        "position": answer.position,
        "final_angle": _finite(answer.final_angle),
        "final_zoom": _finite(answer.final_zoom),
        **{name: at.isoformat() if at else None for name, at in times.items()},
    }


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
