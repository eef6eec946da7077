"""Raw results of the VizWiz-Captions task as Amazon Mechanical Turk hands them out.

A table of tab-separated columns, one row per HIT and worker, plain or with every field quoted. The
answers about the images of a HIT stand in one field each, in the order in which this worker saw
them: simple ones joined by ``|``, texts and lists ended by ``|<END>`` and joined by ``|`` (so two
captions are ``first|<END>|second|<END>``). The page's clock is in milliseconds since 1970, -999
where it is not known; the platform's clock is written out, ``Sat Apr 20 15:53:06 CDT 2019``.

Format: github.com/nilavra/mturk-crowdsourcing-pipeline at 73be8fb.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING
from urllib.parse import unquote

from annotate.messages import Message

if TYPE_CHECKING:
    import _csv

END = "|<END>"
NOT_KNOWN = -999
# With a value for each image: divided by a bar alone, or each ended by a sign.
_SIMPLE = ("Answer.IMG_ST_TIME", "Answer.IMG_END_TIME", "Answer.FINAL_ANGLE", "Answer.FINAL_ZOOM")
_ENDED = ("Answer.IMG_CAPTION", "Answer.TEXT_DETECT", "Answer.Q_ISSUE", "Answer.Q_ISSUE_OTH")
COLUMNS = (
    "hitid",
    "workerid",
    "assignmentaccepttime",
    "assignmentsubmittime",
    "Answer.HIT_ST_TIME",
    "Answer.HIT_END_TIME",
    "Answer.IMG",
    *_SIMPLE,
    *_ENDED,
)
QUALITY_ISSUES = frozenset({"NONE", "BLR", "BRT", "DRK", "OBS", "FRM", "ROT", "OTH"})

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# The clocks of the United States, which the platform writes; hours against UTC.
_ZONES = {"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5}
_ZONES |= {"MST": -7, "MDT": -6, "PST": -8, "PDT": -7}
_WRITTEN_TIME = re.compile(
    r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d\d):(\d\d):(\d\d) ([A-Z]{3,4}) (\d{4})"
)
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")


class ResultsError(ValueError):
    """A file that is not what it should be: in which line and column, and why."""

    def __init__(self, message: Message, *, line: int, column: str = "") -> None:
        self.line, self.column, self.message = line, column, message
        where = f"line {line}, column {column}" if column else f"line {line}"
        super().__init__(f"{where}: {message}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RawAnswer:
    """One worker's answer about one image; ``position`` is its place in the HIT, from 1.

    Times of the page and of the platform are those of the whole HIT except ``image_*``; None where
    they are not known. ``seconds_hit`` and ``seconds_platform`` are divided by the HIT's images.
    """

    line: int
    hit: str
    worker: str
    image: str
    position: int
    images: int
    caption: str
    text: bool | None
    quality_issues: tuple[str, ...]
    quality_other: str
    accepted_at: datetime | None
    submitted_at: datetime | None
    hit_started_at: datetime | None
    hit_ended_at: datetime | None
    image_started_at: datetime | None
    image_ended_at: datetime | None
    final_angle: float | None
    final_zoom: float | None

    @property
    def seconds_image(self) -> float | None:
        """Seconds on this image by the clock of the page."""
        return _between(self.image_started_at, self.image_ended_at)

    @property
    def seconds_hit(self) -> float | None:
        """Seconds of the HIT by the clock of the page, per image."""
        return _per_image(_between(self.hit_started_at, self.hit_ended_at), self.images)

    @property
    def seconds_platform(self) -> float | None:
        """Seconds from accepting to submitting by the clock of the platform, per image."""
        return _per_image(_between(self.accepted_at, self.submitted_at), self.images)


def read_results(lines: Iterable[str]) -> list[RawAnswer]:
    """Return every answer in the order of the file, at least one; raises :class:`ResultsError`.

    ``lines`` are those of the file, opened with ``newline=""`` and ``encoding="utf-8-sig"``.
    """
    rows = iter(lines)
    first = next(rows, "")
    quoted = first.startswith('"')
    reader = csv.reader(
        _lines_again(first, rows),
        delimiter="\t",
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        strict=quoted,
    )
    try:
        answers = list(_answers(reader))
    except csv.Error as error:
        message = Message("results_not_a_table", reason=str(error))
        raise ResultsError(message, line=reader.line_num) from None
    if not answers:
        raise ResultsError(Message("results_without_workers"), line=reader.line_num)
    return answers


def _lines_again(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _answers(reader: "_csv.Reader") -> Iterator[RawAnswer]:
    header = next(reader, [])
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise ResultsError(Message("results_columns_missing", columns=missing), line=1)
    for cells in reader:
        if not any(cells):
            continue
        line = reader.line_num
        if len(cells) != len(header):
            message = Message("results_columns_differ", here=len(cells), first=len(header))
            raise ResultsError(message, line=line)
        row = dict(zip(header, cells, strict=True))
        if row["workerid"].strip() or row["Answer.IMG"].strip():  # else nobody has answered
            yield from _Row(line, row).answers()


class _Row:
    """One row of the table on its way to answers."""

    def __init__(self, line: int, cells: Mapping[str, str]) -> None:
        self.line, self.cells = line, cells

    def answers(self) -> Iterator[RawAnswer]:
        images = self._simple("Answer.IMG")
        count = len(images)
        values = {name: self._expect(name, self._simple(name), count) for name in _SIMPLE}
        values |= {name: self._expect(name, self._ended(name), count) for name in _ENDED}
        for at, image in enumerate(images):
            yield RawAnswer(
                line=self.line,
                hit=self._filled("hitid"),
                worker=self._filled("workerid"),
                image=image,
                position=at + 1,
                images=count,
                caption=decoded(values["Answer.IMG_CAPTION"][at]),
                text=self._yes_or_no(values["Answer.TEXT_DETECT"][at]),
                quality_issues=self._issues(values["Answer.Q_ISSUE"][at]),
                quality_other=decoded(values["Answer.Q_ISSUE_OTH"][at]),
                accepted_at=self._written_time("assignmentaccepttime"),
                submitted_at=self._written_time("assignmentsubmittime"),
                hit_started_at=self._page_time("Answer.HIT_ST_TIME"),
                hit_ended_at=self._page_time("Answer.HIT_END_TIME"),
                image_started_at=self._moment(
                    "Answer.IMG_ST_TIME", values["Answer.IMG_ST_TIME"][at]
                ),
                image_ended_at=self._moment(
                    "Answer.IMG_END_TIME", values["Answer.IMG_END_TIME"][at]
                ),
                final_angle=self._number("Answer.FINAL_ANGLE", values["Answer.FINAL_ANGLE"][at]),
                final_zoom=self._number("Answer.FINAL_ZOOM", values["Answer.FINAL_ZOOM"][at]),
            )

    def _fail(self, column: str, message: Message) -> ResultsError:
        return ResultsError(message, line=self.line, column=column)

    def _filled(self, column: str) -> str:
        value = self.cells[column].strip()
        if not value:
            raise self._fail(column, Message("must_not_be_empty"))
        return value

    def _simple(self, column: str) -> list[str]:
        values = [value.strip() for value in self.cells[column].split("|")]
        if column == "Answer.IMG" and not all(values):
            raise self._fail(column, Message("image_names_missing"))
        return values

    def _ended(self, column: str) -> list[str]:
        text = self.cells[column]
        parts = text.split(END)
        if parts[-1].strip():
            raise self._fail(column, Message("answers_not_ended", end=END))
        return [part.removeprefix("|") if at else part for at, part in enumerate(parts[:-1])]

    def _expect(self, column: str, values: list[str], count: int) -> list[str]:
        if len(values) != count:
            message = Message("values_not_per_image", images=count, values=len(values))
            raise self._fail(column, message)
        return values

    def _yes_or_no(self, value: str) -> bool | None:
        answer = decoded(value)
        if answer in ("Y", "N", ""):
            return {"Y": True, "N": False}.get(answer)
        raise self._fail("Answer.TEXT_DETECT", Message("must_be_y_or_n", value=answer))

    def _issues(self, value: str) -> tuple[str, ...]:
        issues = tuple(issue for issue in value.split("|") if issue)
        unknown = [issue for issue in issues if issue not in QUALITY_ISSUES]
        if unknown:
            message = Message("none_of_these", value=unknown[0], known=sorted(QUALITY_ISSUES))
            raise self._fail("Answer.Q_ISSUE", message)
        return issues

    def _number(self, column: str, value: str) -> float | None:
        try:
            return float(value) if value else None
        except ValueError:
            raise self._fail(column, Message("not_a_number", value=value)) from None

    def _moment(self, column: str, value: str) -> datetime | None:
        number = self._number(column, value)
        if number is None or number == NOT_KNOWN:
            return None
        try:
            return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=number)
        except (OverflowError, ValueError):
            raise self._fail(column, Message("no_time_in_milliseconds", value=value)) from None

    def _page_time(self, column: str) -> datetime | None:
        return self._moment(column, self.cells[column].strip())

    def _written_time(self, column: str) -> datetime | None:
        value = self.cells[column].strip()
        if not value:
            return None
        try:
            return written_time(value)
        except ValueError:
            raise self._fail(column, Message("no_platform_time", value=value)) from None


def written_time(text: str) -> datetime:
    """Return a time as the platform writes it; raises ValueError.

    Written without the locale's help, so that it reads the same everywhere.

    >>> written_time("Sat Apr 20 15:53:06 CDT 2019").isoformat()
    '2019-04-20T15:53:06-05:00'
    """
    match = _WRITTEN_TIME.fullmatch(text)
    if not match or match[1] not in _MONTHS or match[6] not in _ZONES:
        raise ValueError(str(Message("no_platform_time", value=text)))
    month = _MONTHS.index(match[1]) + 1
    day, hour, minute, second = (int(match[group]) for group in (2, 3, 4, 5))
    zone = timezone(timedelta(hours=_ZONES[match[6]]))
    return datetime(int(match[7]), month, day, hour, minute, second, tzinfo=zone)


def decoded(text: str) -> str:
    """Return a text as it was typed: trimmed, percent codes (which may be doubled) undone.

    What is no percent code of UTF-8 stays as it is: people write "100%acrylic", too.

    >>> decoded(" 50%25 off%2521 "), decoded("100%acrylic")
    ('50% off!', '100%acrylic')
    """
    for _ in range(2):
        if not _PERCENT.search(text):
            break
        try:
            text = unquote(text, errors="strict")
        except UnicodeDecodeError:
            break
    return text.strip()


def _between(start: datetime | None, end: datetime | None) -> float | None:
    return None if start is None or end is None else (end - start).total_seconds()


def _per_image(seconds: float | None, images: int) -> float | None:
    return None if seconds is None else seconds / images
