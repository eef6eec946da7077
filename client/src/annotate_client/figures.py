"""What the dashboards of a project show, as the API gives it."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from annotate_client.api import Api, Json


class Figures:
    """The figures of one project.

    Each is the plain answer of the API; `docs/reference/openapi.yaml` names every part.
    """

    def __init__(self, api: Api, project_id: int) -> None:
        self._api, self._project_id = api, project_id

    def overview(self) -> Json:
        """Progress by stage and split, a forecast of the end, rounds in brief, days, jobs."""
        return self._call("overviewRead")

    def stage(self, key: str) -> Json:
        """One stage: its samples, tasks and rounds."""
        return self._call("stagesRead", stage_key=key)

    def categories(self) -> Json:
        """Images by category and split, as a field of their metadata names it."""
        return self._call("categoriesRead")

    def rounds(
        self, stage: str | None = None, *, since: date | None = None, until: date | None = None
    ) -> Json:
        """Tokens, time and similarity by round, as distributions (Figure 2 of ImageInWords)."""
        wanted = {"stage": stage, "from": since, "to": until}
        chosen = {name: str(value) for name, value in wanted.items() if value is not None}
        return self._call("roundsRead", **chosen)

    def stopping(self, stage: str | None = None) -> Json:
        """What early stopping saved, and what another threshold would have saved and cost."""
        return self._call("stoppingRead", **({"stage": stage} if stage else {}))

    def agreement(self) -> Json:
        """How well independent answers agree, by stage."""
        return self._call("agreementRead")

    def seed_quality(self, stage: str | None = None) -> Json:
        """How far people moved away from the seeds, by model version."""
        return self._call("seedQualityRead", **({"stage": stage} if stage else {}))

    def annotators(self, **wanted: Any) -> Iterator[Json]:
        """Every annotator beside the others."""
        return self._api.pages("annotatorsList", project_id=self._project_id, **wanted)

    def _call(self, operation: str, **given: Any) -> Json:
        answer: Json = self._api.call(operation, project_id=self._project_id, **given)
        return answer
