"""Reports of a project: on its texts, and one to be printed."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from annotate_client.api import Api
from annotate_client.downloads import download
from annotate_client.errors import JobFailed, MissingExtra, Misused
from annotate_client.jobs import Job, poll
from annotate_client.shapes import Shape, read
from annotate_client.values import JobFacts

if TYPE_CHECKING:
    import pandas as pd

Measure = Literal["describe", "readability", "captions", "specificity"]


@dataclass(frozen=True, kw_only=True)
class TextSource(Shape):
    """Texts of a project that can be measured: a round, the final ones, seeds, a file."""

    schema: ClassVar[str] = "AvailableSource"
    title: str
    source: dict[str, Any]
    texts: int


@dataclass(frozen=True, kw_only=True)
class TextReportFacts(Shape):
    schema: ClassVar[str] = "TextReport"
    id: int
    name: str
    state: str
    problem: str
    job: JobFacts | None


class TextReport:
    """A report on texts, whose figures are ready."""

    def __init__(self, api: Api, project_id: int, facts: TextReportFacts) -> None:
        self._api, self._project_id = api, project_id
        self.facts = facts

    def __repr__(self) -> str:
        return f"<TextReport {self.facts.id} {self.facts.name!r}: {', '.join(self.tables)}>"

    @property
    def tables(self) -> list[str]:
        """The names of its tables; ``texts`` and ``images`` hold the single figures besides."""
        results = self.facts.raw["results"] or {"tables": []}
        return [str(each["key"]) for each in results["tables"]]

    def csv(self, table: str) -> str:
        """A table as CSV."""
        return self._api.text("textReportsCsv", table=table, **self._where())

    def latex(self, table: str) -> str:
        """A table for a paper."""
        return self._api.text("textReportsLatex", table=table, **self._where())

    def to_pandas(self, table: str) -> "pd.DataFrame":
        """A table as a data frame."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingExtra("pandas", "pandas") from None
        return pd.read_csv(io.StringIO(self.csv(table)))

    def _where(self) -> dict[str, Any]:
        return {"project_id": self._project_id, "text_report_id": self.facts.id}


class Reports:
    """The reports of one project."""

    def __init__(self, api: Api, project_id: int) -> None:
        self._api, self._project_id = api, project_id

    def sources(self) -> list[TextSource]:
        """The texts that there are."""
        return [read(TextSource, each) for each in self._call("textSourcesList")]

    def texts(
        self,
        sources: Sequence[str | TextSource],
        *,
        references: str | TextSource | None = None,
        measures: Sequence[Measure] | None = None,
        name: str = "Texts",
        timeout: float | None = None,
        progress: bool = True,
    ) -> TextReport:
        """Measure texts and compare them, and wait for the figures.

        Args:
            sources: by their titles, as `sources` lists them.
            references: what captions are scored against (BLEU, METEOR, CIDEr-D …).
            measures: ``describe`` (lengths, words), ``readability``, ``captions``,
                ``specificity``; by default all.
        """
        body: dict[str, Any] = {
            "name": name,
            "sources": [{"source": self._titled(each).source} for each in sources],
        }
        if references is not None:
            body["references"] = self._titled(references).source
        if measures is not None:
            body["measures"] = list(measures)
        started = read(TextReportFacts, self._call("textReportsCreate", **body))
        if started.job is not None:
            job = Job(self._api, self._project_id, started.job)
            job.wait(timeout=timeout, progress=progress)
        made = read(TextReportFacts, self._call("textReportsRead", text_report_id=started.id))
        if made.state != "ready":
            raise JobFailed(f"The report {name} is {made.state}: {made.problem}", made)
        return TextReport(self._api, self._project_id, made)

    def printed(
        self, to: str | Path, *, title: str = "", with_names: bool = False, progress: bool = True
    ) -> Path:
        """Write the report of the whole project to a file, ``.html`` or ``.pdf``.

        Args:
            with_names: call annotators by their names instead of numbers.
        """
        target = Path(to)
        operation = {".html": "reportsPage", ".pdf": "reportsPdf"}.get(target.suffix.lower())
        if operation is None:
            raise Misused(f"A report is .html or .pdf, and not {target.name}.")
        started = self._call("reportsCreate", title=title, with_names=with_names)
        if started["job"] is not None:
            Job(self._api, self._project_id, read(JobFacts, started["job"])).wait(progress=progress)
        where = {"report_id": started["id"]}
        made = poll(
            lambda: self._finished(where), self._api.transport.sleep, "The report is not there", 60
        )
        sha256 = made["sha256"] if operation == "reportsPage" else ""
        return download(
            self._api, operation, target, sha256=sha256, project_id=self._project_id, **where
        )

    def _finished(self, where: dict[str, int]) -> Any:
        made = self._call("reportsRead", **where)
        return made if made["state"] in ("succeeded", "failed") else None

    def _titled(self, which: str | TextSource) -> TextSource:
        if isinstance(which, TextSource):
            return which
        found = self.sources()
        for source in found:
            if source.title == which:
                return source
        titles = ", ".join(repr(source.title) for source in found) or "none yet"
        raise Misused(f"No texts are called {which!r}; there are {titles}.")

    def _call(self, operation: str, **given: Any) -> Any:
        return self._api.call(operation, project_id=self._project_id, **given)
