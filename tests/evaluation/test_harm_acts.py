"""What leads do about a case, what a killed measurement loses, and what is exported."""

import json
from typing import Any

import pytest

from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.selectors import harm_reading
from annotate.evaluation.services import harm_cases_found, harm_measuring, harms
from annotate.learning.selectors.finished import finished_samples
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.workflow.models import Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.harm_scene import (
    finished,
    harms_recipe,
    measured,
    version_in,
    written_by,
)
from tests.evaluation.texts_scene import run_jobs
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """The worker's machine is gone: no handler of errors is asked."""


def test_a_killed_measurement_goes_on_behind_what_it_kept(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    harms_recipe(project)
    for at in range(6):
        text = "A scary dog in a red hat." if at % 2 else "A tree."
        written_by(
            version_in(project, at % 2),
            finished(project, people.ada, seed="A tree.", texts=["A start.", text], seeded=at > 2),
        )
    whole = measured(project, "s3")
    monkeypatch.setattr(harm_reading, "BATCH", 1)
    monkeypatch.setattr(harm_measuring, "KEPT_AFTER", 2)
    parsed: list[str] = []
    graphs_of = harm_cases_found.graphs_of

    def dies(said: Any, parser: Any) -> Any:
        if len(parsed) == 5:
            parsed.append("died")
            raise Killed
        parsed.append("read")
        return graphs_of(said, parser)

    monkeypatch.setattr(harm_cases_found, "graphs_of", dies)
    run = harms.start(project=project, actor=project.created_by, candidate="s3")
    with pytest.raises(Killed):
        run_jobs()
    half = HarmRun.objects.get(pk=run.pk)
    assert (half.read, half.results) == (4, None)
    assert HarmCase.objects.filter(run=run).count() == 2
    assert half.job_id is not None
    Job.objects.filter(pk=half.job_id).update(state=Job.State.QUEUED, lease_expires_at=None)
    jobs.run(half.job_id)
    run = HarmRun.objects.get(pk=run.pk)
    # The fifth was read twice; what was kept before was not.
    assert parsed.count("read") == 7
    assert run.results == whole.results
    assert run.by_version == whole.by_version
    assert run.by_version
    assert set(run.by_version["images"].values()) == {3}
    assert run.checkpoint is None
    assert HarmCase.objects.filter(run=run).count() == HarmCase.objects.filter(run=whole).count()


def test_two_workers_do_not_count_an_image_twice(people: Cast, project: Project) -> None:
    harms_recipe(project)
    finished(project, people.ada, texts=["A scary man.", "A scary man."])
    run = harms.start(project=project, actor=project.created_by, candidate="s3")
    run_jobs()
    done = HarmRun.objects.select_related("project").get(pk=run.pk)
    late = harm_measuring._reading(HarmRun.objects.select_related("project").get(pk=run.pk))
    late.run.read = 0
    with pytest.raises(jobs.LeaseLost):
        late.keep()
    assert HarmRun.objects.get(pk=run.pk).results == done.results


@pytest.fixture
def told(people: Cast, project: Project) -> HarmCase:
    """A case about an answer that Ada gave."""
    use_recipe(project, {"key": "description", "title": "Description", "rounds": 1})
    add_samples(project, 1)
    describe(project, people.ada, "A scary dog.")
    return HarmCase.objects.get(run=measured(project, "s3"))


def _act(people: Cast, case: HarmCase, act: str, status: int = 201) -> Any:
    client, body = client_of(people.lead), {"act": act, "reason": "Unkind."}
    answer = client.post(f"/api/v1/harm-cases/{case.pk}/act", body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_case_is_sent_to_review_and_done_again(
    people: Cast, project: Project, told: HarmCase
) -> None:
    assert [each["act"] for each in _act(people, told, "review")["acts"]] == ["review"]
    flag = Flag.objects.get()
    assert flag.numbers == {"reason": "Unkind."}
    assert len(_act(people, told, "review")["acts"]) == 1
    done = _act(people, told, "redo")
    assert {each["act"] for each in done["acts"]} == {"review", "redo"}
    held = Assignment.objects.get(answer__isnull=False)
    assert held.verdict == Assignment.Verdict.REJECTED


def test_no_model_learns_from_an_image_that_was_left_out(
    people: Cast, project: Project, told: HarmCase
) -> None:
    assert finished_samples(project).count() == 1
    _act(people, told, "leave_out")
    assert finished_samples(project).count() == 0
    told.run.delete()
    assert finished_samples(project).count() == 0


def test_what_was_left_out_can_be_let_in_again(
    people: Cast, project: Project, told: HarmCase
) -> None:
    _act(people, told, "leave_out")
    _act(people, told, "let_in")
    assert finished_samples(project).count() == 1


def test_what_a_model_said_cannot_be_sent_to_review(people: Cast, project: Project) -> None:
    harms_recipe(project)
    finished(project, people.ada, seed="A scary dog.", texts=["A dog.", "A dog."])
    case = HarmCase.objects.get(run=measured(project, "s4"))
    assert _act(people, case, "redo", 409)["error"]["code"]
    assert not case.acts.exists()


def test_the_export_has_the_figures_with_what_they_rest_on_and_every_case(
    people: Cast, project: Project, told: HarmCase
) -> None:
    answer: Any = client_of(people.lead).get(f"/api/v1/harm-runs/{told.run_id}/export")
    first, *others = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert first["run"]["figures"][0]["demeaning"]["attributes"]["upper"]["count"] == 1
    assert first["run"]["used"]["assumptions"]
    assert [other["case"]["word"] for other in others] == ["scary"]
