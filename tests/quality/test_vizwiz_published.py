"""The flags of the published pipeline, through the product: raw results in, flags in the queue."""

import json
from typing import Any

import pytest

from annotate import kinds
from annotate.analysis.commands.vizwiz_flags import report_of
from annotate.analysis.vizwiz_results import read_results
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.models import ImportedAnswer
from annotate.kinds import Stimulus
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.workflow.models import Annotation
from tests.conftest import Cast
from tests.exchange.results import DATA, REAL, bring_in, vizwiz_project, with_the_real_images

pytestmark = pytest.mark.django_db
EXPECTED: list[dict[str, Any]] = json.loads(
    (DATA / "vizwiz" / "expected_flags_first_hit.json").read_text()
)["rows"]
# The names of the publication and of the product.
CODES = {
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
# The codes with which the kind refuses a caption, by the names of the publication.
RULES = {"too_few_words", "several_sentences", "banned_opening"}


@pytest.fixture
def project(people: Cast, django_capture_on_commit_callbacks: Any) -> Project:
    """The real results in a project, looked through as after any submission."""
    made = with_the_real_images(vizwiz_project(people))
    with django_capture_on_commit_callbacks(execute=True):
        assert bring_in(made, REAL).added == 10
    run_jobs()
    return made


def run_jobs() -> None:
    """Work off what is queued, as a worker would."""
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("pk").first():
        job_services.run(job.pk)


def answers() -> dict[tuple[str, str], Annotation]:
    """Return every answer by its worker and image; no image is in both HITs."""
    found = ImportedAnswer.objects.select_related("annotation__sample__image")
    return {
        (each.detail["worker"], each.annotation.sample.image.name): each.annotation
        for each in found
    }


def raised(annotation: Annotation) -> set[str]:
    """Return the published flags that are open about an answer."""
    found = Flag.objects.filter(annotation=annotation, state=Flag.State.OPEN)
    return set(found.values_list("code", flat=True)) & set(CODES.values())


def published(row: dict[str, Any]) -> set[str]:
    return {code for name, code in CODES.items() if row[name]}


def test_every_flag_of_the_first_hit_is_as_published(project: Project) -> None:
    found = answers()
    assert len(EXPECTED) == 25
    for row in EXPECTED:
        key = row["worker"], row["image"]
        assert raised(found[key]) == published(row), key
    assert any(published(row) for row in EXPECTED), "some flag is raised, or nothing is compared"


def test_every_flag_of_both_hits_is_the_one_of_the_command(project: Project) -> None:
    """The command works on the file, with the page's own clock of the HIT, and without tables."""
    with REAL.open(encoding="utf-8-sig", newline="") as file:
        rows = report_of(read_results(file))["rows"]
    found = answers()
    assert len(rows) == len(found) == 50
    for row in rows:
        key = row["worker"], row["image"]
        assert raised(found[key]) == published(row), key


def test_every_submit_rule_of_the_first_hit_is_as_published(project: Project) -> None:
    kind = kinds.get("caption.v1")
    settings = kind.parse_settings(project.recipe.stages[0].settings)
    found = answers()
    for row in EXPECTED:
        annotation = found[row["worker"], row["image"]]
        answer = kind.Answer.model_validate(annotation.value)
        assert answer.canned == row["canned"]
        problems = kind.problems(answer, Stimulus(width=400, height=300), settings)
        broken = {problem.code for problem in problems if problem.severity == "error"}
        assert bool(broken & RULES) == bool(row["client_errors"]), row
