"""The job that measures the texts of a report."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from annotate import __version__
from annotate.analysis import text_reports as measure
from annotate.analysis.text_reports import Measured, Text
from annotate.analysis.undefined import Undefined
from annotate.core import jobs
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.schemas import Notice
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors.report_tables import TABLES
from annotate.evaluation.selectors.report_texts import as_measured, report_texts
from annotate.evaluation.selectors.sources import SourceText, parse
from annotate.evaluation.services.report_files import write_files
from annotate.evaluation.services.text_reports import JOB
from annotate.messages import Message

# Some twenty a second: beyond this number METEOR takes many minutes.
METEOR_AT_MOST = 10_000

_NOT_ASKED = Undefined(Message("meteor_not_asked"))
_THEMSELVES = Undefined(Message("references_themselves"))


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
        return [as_measured(each) for each in self.texts]

    @cached_property
    def by_image(self) -> dict[str, list[str]]:
        """The texts of each image."""
        return measure.by_image(self.plain)

    @property
    def facts(self) -> dict[str, Any]:
        """What is told of a source beside its figures."""
        return {
            "title": self.title,
            "texts": len(self.texts),
            "images": len(self.by_image),
            "several": sum(1 for own in self.by_image.values() if len(own) > 1),
        }


@jobs.handler(JOB)
def run_measuring(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any] | None:
    """Measure the texts of a report; a run that was killed is begun anew."""
    found = TextReport.objects.select_related("project").filter(pk=payload["report_id"])
    report = found.first()
    if report is None:  # deleted meanwhile
        return None
    if report.results is None:
        with Heartbeat(progress) as heartbeat:
            _measure(report, heartbeat)
    return {"sources": len(report.sources)}


def _measure(report: TextReport, heartbeat: Heartbeat) -> None:
    sources = [_read(report, each) for each in report.sources]
    named = report.options["references"]
    references = named and (_among(sources, named["source"]) or _read(report, named))
    work = Work(report.options, sources, references)
    total = sum(1 for _ in work.steps())
    for done, (read, key) in enumerate(work.steps()):
        heartbeat.report(done, total, f"{read.title}: {key}")
        read.measured[key] = work.figures(read, key)
    heartbeat.report(total, total)
    write_files(report, [(read.title, read.texts, read.measured) for read in sources])
    # Of two that measure the same report, a worker back from the dead say, the first counts.
    TextReport.objects.filter(pk=report.pk, results__isnull=True).update(
        results=work.results(), code_version=f"annotate {__version__}"
    )


def _read(report: TextReport, named: dict[str, Any]) -> Read:
    source = parse(named["source"], report.project)
    return Read(named["title"], named["source"], report_texts(report.project, source))


def _among(sources: list[Read], source: dict[str, Any]) -> Read | None:
    return next((each for each in sources if each.source == source), None)


@dataclass(frozen=True)
class Work:
    """What is measured of which source."""

    options: dict[str, Any]
    sources: list[Read]
    references: Read | None

    def steps(self) -> Iterator[tuple[Read, str]]:
        """Yield what is to be measured, one after the other."""
        asked = self.options["measures"]
        for read in self.sources:
            for key in ("describe", "readability", "specificity"):
                if key in asked:
                    yield read, key
            if "captions" in asked and self.references is not None:
                yield read, "captions"
        if "captions" in asked:
            yield from ((read, "people") for read in self._judged_by_each_other)

    @cached_property
    def _judged_by_each_other(self) -> list[Read]:
        """Those with several texts of an image; all of them where nothing else can be told."""
        several = [each for each in self._everybody if each.facts["several"]]
        return several or ([] if self.references else self.sources)

    @property
    def _everybody(self) -> list[Read]:
        """The sources, and the references where they are none of them."""
        if self.references is None or any(each is self.references for each in self.sources):
            return self.sources
        return [*self.sources, self.references]

    def figures(self, read: Read, key: str) -> Measured:
        """Measure one source."""
        match key:
            case "describe":
                return measure.description(read.plain)
            case "readability":
                return measure.reading(read.plain)
            case "specificity":
                return measure.consistency(read.plain)
            case "people":
                return measure.people(read.plain, leave_out=self._left_out)
        return self._scores(read)

    def _scores(self, read: Read) -> Measured:
        if self.references is None or read is self.references:
            return measure.no_scores(_THEMSELVES)
        images = self._shared if self.options["same_images"] else None
        return measure.scores(
            read.plain, self.references.by_image, images=images, leave_out=self._left_out
        )

    @cached_property
    def _shared(self) -> set[str]:
        """The images of which every source has a text; of the references it is asked anyway."""
        others = [set(each.by_image) for each in self.sources if each is not self.references]
        return set.intersection(*others) if others else set()

    @cached_property
    def _left_out(self) -> dict[str, Undefined]:
        if not self.options["meteor"]:
            return {"meteor": _NOT_ASKED}
        number = sum(len(each.texts) for each in self.sources)
        number += sum(len(each.texts) for each in self._judged_by_each_other)
        if number > METEOR_AT_MOST:
            return {"meteor": Undefined(Message("meteor_beyond_limit", limit=METEOR_AT_MOST))}
        return {}

    def results(self) -> dict[str, Any]:
        """Return what is kept of the report."""
        tables = {}
        for table in TABLES:
            key = "describe" if table.key == "unique" else table.key
            names = [column.name for column in table.columns]
            rows = [_row(each, key, names) for each in self._everybody if key in each.measured]
            if rows:
                tables[table.key] = rows
        return {
            "sources": [each.facts for each in self.sources],
            "references": self.references and self.references.facts,
            "tables": tables,
        }


def _row(read: Read, key: str, names: list[str]) -> dict[str, Any]:
    found = read.measured[key]
    return {
        "title": read.title,
        "texts": len(read.texts),
        "figures": {name: found.figures.get(name) for name in names},
        "undefined": {
            name: Notice.of(why.message).model_dump()
            for name, why in found.undefined.items()
            if name in names
        },
        "spreads": {name: asdict(each) for name, each in found.spreads().items() if name in names},
    }
