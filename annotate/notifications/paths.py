"""The page on which something is to be done about what somebody is told."""

from collections.abc import Mapping
from typing import Any

# By the kind, and for jobs by what kind of job it was; everything else is told by the project.
_PAGES: Mapping[str, str] = {
    "review_waiting": "review",
    "tasks_low": "samples",
    "models_stopped": "models/costs",
    "person_blocked": "people",
    "model_proposed": "learning",
    "model_promoted": "learning",
}
_OF_JOBS: Mapping[str, str] = {
    "dashboards.report": "report",
    "evaluation.ask_reasoning": "studies/reasoning",
    "evaluation.enrich": "studies/enrichments",
    "evaluation.import_images": "studies/import",
    "evaluation.measure_harms": "studies/harms",
    "evaluation.measure_mentions": "studies/harms/mentions",
    "evaluation.measure_texts": "texts",
    "evaluation.prepare_study": "studies",
    "evaluation.second_reading": "studies/second-reader",
    "exchange.export": "export",
    "exchange.import": "import",
    "exchange.push": "releases",
    "exchange.release": "releases",
    "learning.train": "learning",
    "quality.check": "quality",
    "quality.spelling": "quality/spelling",
    "seeding.order": "learning/order",
    "seeding.run": "seeding",
}
# What of a row's data says where it leads, and stands in no sentence.
DECIDES_PATH = frozenset({"name", "sample", "assignment"})
PAGES = frozenset(_PAGES.values()) | frozenset(_OF_JOBS.values())


def path_of(project_id: int, kind: str, data: Mapping[str, Any]) -> str:
    """The path within the product, such as ``/projects/7/review``; of a mention its comment's."""
    if kind == "mention":
        answer = data.get("assignment")
        return f"/samples/{data.get('sample')}" if answer is None else f"/history/{answer}"
    page = _PAGES.get(kind) or _OF_JOBS.get(str(data.get("name", "")), "")
    return f"/projects/{project_id}/{page}".rstrip("/")
