"""Studies: what people said when they were asked which text is better."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from annotate_client.api import Api
from annotate_client.errors import MissingExtra, NotFound
from annotate_client.jobs import Job
from annotate_client.reports import TextSource
from annotate_client.shapes import Shape, read
from annotate_client.values import JobFacts

if TYPE_CHECKING:
    import pandas as pd

Design = Literal["side_by_side.v1", "likert.v1", "ranking.v1"]


@dataclass(frozen=True, kw_only=True)
class StudyFacts(Shape):
    """What the server says of a study; `Study` is what one does with it."""

    schema: ClassVar[str] = "Study"
    id: int
    name: str
    design: str
    state: str
    items: int
    ratings: int
    wanted: int
    created_at: datetime


class Study:
    """One study: pairs, ratings or rankings of texts about the same images."""

    def __init__(self, api: Api, project_id: int, facts: StudyFacts) -> None:
        self._api, self._project_id = api, project_id
        self.facts = facts

    def __repr__(self) -> str:
        done = f"{self.facts.ratings} of {self.facts.wanted} judgements"
        return f"<Study {self.facts.id} {self.name!r}: {done}>"

    @property
    def name(self) -> str:
        return self.facts.name

    def results(self) -> dict[str, Any]:
        """The figures with their intervals and how far people agree, as the page shows them.

        What is in them depends on the design: ``SideBySideResults``, ``LikertResults`` or
        ``RankingResults`` in the schema of the API.
        """
        answer: dict[str, Any] = self._api.call("studyResultsRead", **self._where())
        return answer

    def latex(self) -> str:
        """The table of the results for a paper."""
        return self._api.text("studyTableLatex", **self._where())

    def to_pandas(self) -> "pd.DataFrame":
        """Every judgement that counts, a row each."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingExtra("pandas", "pandas") from None
        return pd.read_csv(io.StringIO(self._api.text("studyRatingsCsv", **self._where())))

    def close(self) -> "Study":
        """Ask for no further judgements; `reopen` takes it back."""
        self.facts = read(StudyFacts, self._api.call("studiesClose", **self._where()))
        return self

    def reopen(self) -> "Study":
        """Ask for judgements again."""
        self.facts = read(StudyFacts, self._api.call("studiesReopen", **self._where()))
        return self

    def _where(self) -> dict[str, Any]:
        return {"project_id": self._project_id, "study_id": self.facts.id}


class Studies:
    """The studies of one project."""

    def __init__(self, api: Api, project_id: int) -> None:
        self._api, self._project_id = api, project_id

    def __iter__(self) -> Iterator[Study]:
        """Every study, the newest first."""
        found = self._api.pages("studiesList", project_id=self._project_id)
        return (self._study(each) for each in found)

    def named(self, name: str) -> Study:
        """The newest study of a name.

        Raises:
            NotFound: there is none.
        """
        for study in self:
            if study.name == name:
                return study
        raise NotFound(404, "not_found", f"No study of this project is called {name!r}.")

    def create(
        self,
        name: str,
        sources: Sequence[TextSource],
        *,
        design: Design = "side_by_side.v1",
        **choices: Any,
    ) -> Study:
        """Have people say which text is better, and wait until their tasks are there.

        Args:
            sources: of `Reports.sources`; two for pairs.
            choices: ``raters`` (their user ids), ``open_to_others``, ``sample_size``, ``metrics``
                and what else ``NewStudy`` has in the schema of the API.

        Raises:
            Invalid: nobody may judge it, or the design does not fit the sources.
        """
        titled = [{"title": each.title, "source": each.source} for each in sources]
        given = {"name": name, "design": design, "sources": titled, **choices}
        made = self._api.call("studiesCreate", project_id=self._project_id, **given)
        if made["job"] is not None:
            Job(self._api, self._project_id, read(JobFacts, made["job"])).wait(progress=False)
        where = {"project_id": self._project_id, "study_id": made["id"]}
        return self._study(self._api.call("studiesRead", **where))

    def _study(self, answer: Any) -> Study:
        return Study(self._api, self._project_id, read(StudyFacts, answer))
