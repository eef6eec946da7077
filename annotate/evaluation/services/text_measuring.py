"""The job that measures the texts of a report, and the files of the figures of single ones."""

import io
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from typing import IO, Any, cast

from django.core.files import File
from django.core.files.storage import default_storage

from annotate import __version__
from annotate.analysis import text_reports as measure
from annotate.analysis.answers import Question
from annotate.analysis.captions.spice import spice_program
from annotate.analysis.intervals import Interval
from annotate.analysis.source_intervals import figure_intervals, paired_differences
from annotate.analysis.text_answers import answers_named
from annotate.analysis.text_content import (
    Vocabulary,
    concepts_named,
    vocabulary,
    words_compared,
)
from annotate.analysis.text_reports import Measured, Text
from annotate.analysis.text_use import reading_of_images, use_of_writing
from annotate.analysis.undefined import Undefined, defined
from annotate.core import jobs
from annotate.core.csv_files import rows_as_csv
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.schemas import Notice
from annotate.evaluation.models import TextReport
from annotate.evaluation.schemas.text_reports import COMMON_WORDS
from annotate.evaluation.selectors.question_files import questions_asked
from annotate.evaluation.selectors.read_text import ReadText, read_text
from annotate.evaluation.selectors.report_columns import TABLES, ReportTable
from annotate.evaluation.selectors.sources import SourceText, as_measured, parse, report_texts
from annotate.evaluation.selectors.text_report_tables import SEED
from annotate.evaluation.selectors.text_reports import file_name
from annotate.evaluation.services.text_models import Lent
from annotate.evaluation.services.text_reports import JOB
from annotate.messages import Message

# Some twenty a second: beyond this number METEOR takes many minutes.
METEOR_AT_MOST = 10_000
# Each text and all its references are parsed.
SPICE_AT_MOST = 5_000

READ_BY_MACHINES = "Read by machines"
# Tables whose figures are those of another one's measure.
# Those of writing are told where something was read; "ocr" gives the reason where nothing was.
_OF_WRITING = dict.fromkeys(("ocr_by_tokens", "ocr_by_switches", "ocr_words"), "ocr")
_OF_WORDS = dict.fromkeys(("overlap", "new_words", "new_words_each"), "words")
_MEASURE_OF = {
    "unique": "describe",
    "concepts_each": "concepts",
    "answers_by_type": "answers",
    **_OF_WRITING,
    **_OF_WORDS,
}
# Those that need no other source, in the order in which they are measured.
_ALONE = ("describe", "readability", "specificity", "ocr", "concepts", "answers")

_NOT_ASKED = Undefined(Message("meteor_not_asked"))
_THEMSELVES = Undefined(Message("references_themselves"))
_NOT_CHOSEN = Undefined(Message("no_references_chosen"))


@dataclass(frozen=True)
class Read:
    """A source with its texts, and what was measured of them so far."""

    title: str
    source: dict[str, Any]
    texts: list[SourceText]
    measured: dict[str, Measured] = field(default_factory=dict)

    @cached_property
    def plain(self) -> list[Text]:
        """The texts as measures take them."""
        return list(map(as_measured, self.texts))

    @cached_property
    def by_image(self) -> dict[str, list[str]]:
        return measure.by_image(self.plain)

    def units(self, key: str) -> list[str]:
        """Of which image each row of the columns of a measure is."""
        return [*self.by_image] if key == "specificity" else [text.image for text in self.plain]

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "texts": len(self.texts),
            "images": len(self.by_image),
            "several": sum(1 for own in self.by_image.values() if len(own) > 1),
        }


@jobs.handler(JOB, queue="seeding")
def run_measuring(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any] | None:
    """Measure the texts of a report; a run that was killed is begun anew."""
    reports = TextReport.objects.select_related("project")
    report = reports.filter(pk=payload["report_id"]).first()
    if report is None:  # deleted meanwhile
        return None
    if report.results is None:
        with Heartbeat(progress) as heartbeat:
            _measure(report, heartbeat)
    return {"sources": len(report.sources)}


def _measure(report: TextReport, heartbeat: Heartbeat) -> None:
    sources = [_read(report, source) for source in report.sources]
    references, compared = (
        _beside(report, sources, report.options.get(name)) for name in ("references", "compared")
    )
    reads = {"ocr", "answers"} & set(report.options["measures"])
    writing = read_text(report.project) if reads else ReadText()
    named = report.options.get("questions")
    questions = questions_asked(report.project, named["file"]) if named else []
    work = Work(report.options, sources, references, writing, compared, questions)
    total = sum(1 for _ in work.steps())
    for done, (read, key) in enumerate(work.steps()):
        note = Message("measuring_texts", source=read.title, measure=key)
        heartbeat.report(done, total, note)
        tell = partial(heartbeat.report, done, total, note)
        read.measured[key] = work.figures(read, key, tell)
    heartbeat.report(total, total)
    _write_files(report, sources)
    # Of two that measure the same report, a worker back from the dead say, the first counts.
    TextReport.objects.filter(pk=report.pk, results__isnull=True).update(
        results=work.results(), code_version=f"annotate {__version__}"
    )


def _read(report: TextReport, named: dict[str, Any]) -> Read:
    source = parse(named["source"], report.project)
    return Read(named["title"], named["source"], report_texts(report.project, source))


def _beside(report: TextReport, sources: list[Read], named: dict[str, Any] | None) -> Read | None:
    """What the sources are held against: one of them, or another one."""
    if not named:
        return None
    return _among(sources, named["source"]) or _read(report, named)


def _among(sources: list[Read], source: dict[str, Any]) -> Read | None:
    return next((read for read in sources if read.source == source), None)


@dataclass(frozen=True)
class Work:
    """What is measured of which source."""

    options: dict[str, Any]
    sources: list[Read]
    references: Read | None
    writing: ReadText = field(default_factory=ReadText)
    compared: Read | None = None
    questions: list[Question] = field(default_factory=list)

    def steps(self) -> Iterator[tuple[Read, str]]:
        asked = self.options["measures"]
        for read in self.sources:
            for key in _ALONE:
                if key in asked:
                    yield read, key
            if "words" in asked and read is not self.compared:
                yield read, "words"
            if "captions" in asked and self.references is not None:
                yield read, "captions"
        if "captions" in asked:
            yield from ((read, "people") for read in self._judged_by_each_other)
        # Model by model, so that each is loaded once.
        for key in ("clipscore", "bertscore"):
            if key in asked:
                yield from ((read, key) for read in self.sources)

    @cached_property
    def _judged_by_each_other(self) -> list[Read]:
        """Those with several texts of an image; all of them where nothing else can be told."""
        several = [read for read in self._everybody if read.facts["several"]]
        return several or ([] if self.references else self.sources)

    @property
    def _everybody(self) -> list[Read]:
        """The sources, and the references where they are none of them."""
        if self.references is None or any(read is self.references for read in self.sources):
            return self.sources
        return [*self.sources, self.references]

    def figures(self, read: Read, key: str, tell: Callable[[], None] = lambda: None) -> Measured:
        """What a measure tells of a source; `tell` is called where that takes long."""
        match key:
            case "people":
                return measure.people(read.plain, leave_out=self._left_out)
            case "captions":
                return self._scores(read)
            case "words":
                most = self.options.get("common_words", COMMON_WORDS)
                return words_compared(vocabulary(read.plain), self._words_beside, most)
            case "clipscore":
                return self._lent.fit(read.plain, self._against(read), tell)
            case "bertscore":
                return self._lent.nearness(read.plain, self._against(read), tell)
        return self._alone(read, key)

    def _alone(self, read: Read, key: str) -> Measured:
        match key:
            case "describe":
                return measure.description(read.plain)
            case "readability":
                return measure.reading(read.plain)
            case "specificity":
                return measure.consistency(read.plain)
            case "ocr":
                return use_of_writing(read.plain, self.writing.words, self.writing.train)
            case "concepts":
                return concepts_named(read.plain, self.options.get("concepts", []))
            case "answers":
                return answers_named(read.plain, self.questions, self.writing.groups)
        raise ValueError(key)

    def _scores(self, read: Read) -> Measured:
        if self.references is None or read is self.references:
            return measure.no_scores(_THEMSELVES)
        images = self._shared if self.options["same_images"] else None
        return measure.scores(
            read.plain, self.references.by_image, images=images, leave_out=self._left_out
        )

    @cached_property
    def _words_beside(self) -> Vocabulary:
        return vocabulary(self.compared.plain if self.compared else [])

    def _against(self, read: Read) -> dict[str, list[str]] | Undefined:
        """The references of a source by image, or why it has none."""
        if self.references is None:
            return _NOT_CHOSEN
        return _THEMSELVES if read is self.references else self.references.by_image

    @cached_property
    def _lent(self) -> Lent:
        return Lent(self.options, [text for read in self.sources for text in read.texts])

    @cached_property
    def _shared(self) -> set[str]:
        """The images of which every source has a text; of the references it is asked anyway."""
        others = [set(read.by_image) for read in self.sources if read is not self.references]
        return set.intersection(*others) if others else set()

    @cached_property
    def _left_out(self) -> dict[str, Undefined]:
        number = sum(len(read.texts) for read in (*self.sources, *self._judged_by_each_other))
        left_out = {}
        if not self.options["meteor"]:
            left_out["meteor"] = _NOT_ASKED
        elif number > METEOR_AT_MOST:
            why = Message("meteor_beyond_limit", limit=METEOR_AT_MOST)
            left_out["meteor"] = Undefined(why)
        if number > SPICE_AT_MOST and not isinstance(spice_program(), Undefined):
            left_out["spice"] = Undefined(Message("spice_beyond_limit", limit=SPICE_AT_MOST))
        return left_out

    @cached_property
    def _reading(self) -> list[Read]:
        """What machines read of the images that people put right; it is no source of texts."""
        if not self.writing.words:
            return []
        images, found = reading_of_images(self.writing.by_machines, self.writing.by_people)
        texts = [SourceText(None, text.image, "") for text in images]
        return [Read(READ_BY_MACHINES, {}, texts, {"ocr_reading": found})]

    def results(self) -> dict[str, Any]:
        tables, differences = {}, {}
        for table in TABLES:
            key = _MEASURE_OF.get(table.key, table.key)
            names = [column.name for column in table.columns]
            known = [read for read in [*self._everybody, *self._reading] if key in read.measured]
            rows = [row for read in known for row in _rows(read, key, table)]
            if rows and (self.writing.words or table.key not in _OF_WRITING):
                tables[table.key] = rows
                differences[table.key] = [
                    _difference(known[0], other, key, names)
                    for other in known[1:]
                    if not table.part
                ]
        return {
            "differences": differences,
            "sources": [read.facts for read in self.sources],
            "references": self.references and self.references.facts,
            "tables": tables,
        }


def _rows(read: Read, key: str, table: ReportTable) -> list[dict[str, Any]]:
    """The row of a source, or one for each of its parts."""
    measured = read.measured[key]
    names = [column.name for column in table.columns]
    if not table.part:
        return [_row(read, measured, names, read.units(key))]
    parts = measured.tables.get(table.key, {})
    return [_row(read, own, names) | {"part": part} for part, own in parts.items()]


def _row(
    read: Read, measured: Measured, names: list[str], units: Sequence[str] = ()
) -> dict[str, Any]:
    spreads = measured.spreads()
    intervals = {**figure_intervals(measured, units, seed=SEED), **measured.intervals}
    return {
        "title": read.title,
        "texts": len(read.texts),
        "tagger": measured.tagger,
        "model": measured.model,
        "figures": {name: measured.figures.get(name) for name in names},
        "undefined": {
            name: Notice.of(why.message).model_dump()
            for name, why in measured.undefined.items()
            if name in names
        },
        "intervals": _ends(intervals, names),
        "spreads": {name: asdict(spread) for name, spread in spreads.items() if name in names},
    }


def _difference(first: Read, second: Read, key: str, names: list[str]) -> dict[str, Any]:
    """How much more the second source has than the first, on the images of both."""
    sides = [(read.measured[key], read.units(key)) for read in (first, second)]
    figures = paired_differences(sides[0], sides[1], seed=SEED)
    return {"first": first.title, "second": second.title, "figures": _ends(figures, names)}


def _ends(found: Mapping[str, Interval], names: list[str]) -> dict[str, Any]:
    return {
        name: {"mean": one.mean, "low": defined(one.low), "high": defined(one.high), "n": one.n}
        for name, one in found.items()
        if name in names and not isinstance(one.mean, Undefined)
    }


# Whose columns have one value per text; specificity has one per image.
_OF_TEXTS = ("describe", "readability", "captions", "ocr", "concepts", "clipscore", "bertscore")


def _write_files(report: TextReport, sources: Sequence[Read]) -> None:
    write_csv(file_name(report, "texts"), _text_rows(sources))
    if any("specificity" in read.measured for read in sources):
        write_csv(file_name(report, "images"), _image_rows(sources))


def write_csv(name: str, rows: Iterator[Sequence[object]]) -> None:
    """Store rows as a file under this name, in the place of one that is there."""
    with tempfile.TemporaryFile() as spool:
        text = io.TextIOWrapper(cast(IO[bytes], spool), "utf-8", newline="", write_through=True)
        text.writelines(rows_as_csv(rows))
        spool.seek(0)
        default_storage.delete(name)  # of a run that was killed
        default_storage.save(name, File(cast(IO[bytes], spool)))
        text.detach()


def _text_rows(sources: Sequence[Read]) -> Iterator[Sequence[object]]:
    names = list(
        dict.fromkeys(
            (key, name)
            for key in _OF_TEXTS
            for read in sources
            if key in read.measured
            for name in read.measured[key].columns
        )
    )
    yield ["source", "number", "key", *(name for _, name in names)]
    for read in sources:
        columns = [
            read.measured[key].columns.get(name) if key in read.measured else None
            for key, name in names
        ]
        for place, text in enumerate(read.texts):
            values = (None if column is None else column[place] for column in columns)
            yield [read.title, place + 1, text.key, *values]


def _image_rows(sources: Sequence[Read]) -> Iterator[Sequence[object]]:
    yield ["source", "key", "texts", "specificity"]
    for read in sources:
        keys = {plain.image: text.key for plain, text in zip(read.plain, read.texts, strict=True)}
        figures = read.measured["specificity"].columns.get("specificity")
        for place, (image, own) in enumerate(read.by_image.items()):
            yield [read.title, keys[image], len(own), None if figures is None else figures[place]]
