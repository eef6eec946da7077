"""What a lead sees of seeding runs, and which ones are refused before they begin."""

from typing import Any

import pytest

from annotate.backends import BackendError, Configured
from annotate.core import errors
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import SeedingRun
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.seeding.fakes import Fake, register
from tests.seeding.test_runs import finish, only_second, raising, start, waiting
from tests.workflow.acts import claim

__all__ = ["waiting"]
pytestmark = pytest.mark.django_db


def test_one_run_at_a_time(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    start(project, people)
    with pytest.raises(errors.Conflict) as refused:
        start(project, people)
    assert refused.value.error_code == "run_under_way"


def test_with_nothing_waiting_there_is_nothing_to_start(
    people: Cast, project: Project, fake: Fake
) -> None:
    with pytest.raises(services.NothingToSeed):
        start(project, people)
    assert not SeedingRun.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("names", "path", "code"),
    [
        (("nobody", "classical"), "detector", "unknown_backend"),
        (("classical", "nobody"), "captioner", "unknown_backend"),
    ],
)
def test_an_unknown_back_end_is_refused_by_its_field(
    people: Cast,
    project: Project,
    waiting: list[Sample],
    names: tuple[str, str],
    path: str,
    code: str,
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        services.start_run(
            project=project, actor=people.owner, detector=names[0], captioner=names[1]
        )
    [field] = refused.value.fields
    assert (field.path, field.code) == (path, code)


def test_a_back_end_that_cannot_work_here_is_refused_with_the_reason(
    people: Cast, project: Project, waiting: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, Fake(), make_detector=raising_maker)
    with pytest.raises(errors.Invalid) as refused:
        start(project, people)
    assert "no graphics card" in refused.value.fields[0].message


def raising_maker(_: Configured) -> Any:
    raise RuntimeError("no graphics card")


def test_leaving_seeds_out_opens_every_waiting_sample(
    people: Cast, project: Project, waiting: list[Sample]
) -> None:
    answer = client_of(people.owner).post(f"/api/v1/projects/{project.pk}/seeding/skip")
    assert answer.json() == {"opened": 3, "job": None}
    assert claim(project, people.ada).base is None


def test_a_lead_sees_how_it_goes(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    fake.detect = only_second(fake, raising(BackendError("Busy.")), fake.detect)
    client = client_of(people.owner)
    url = f"/api/v1/projects/{project.pk}/seeding"
    answer = client.post(url, {"detector": "fake", "captioner": "fake"}, format="json")
    assert answer.status_code == 201
    none = {"unseeded": 0, "started": 0}
    assert answer.json()["counts"] == {"pending": 3, "seeded": 0, "failed": 0, **none}
    finish(SeedingRun.objects.get())
    run = client.get(url).json()["run"]
    assert run["counts"] == {"pending": 0, "seeded": 2, "failed": 1, **none}
    [failure] = run["failures"]
    assert (failure["sample_id"], failure["name"]) == (waiting[1].pk, "p.jpg")
    assert (failure["message"], failure["params"]) == ("Busy.", {"text": "Busy."})
    assert run["job"]["state"] == "succeeded"


def test_a_lead_sees_the_runs_of_before_each_with_its_own_failures(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    fake.detect = only_second(fake, raising(BackendError("Busy.")), fake.detect)
    finish(start(project, people))
    fake.detect = raising(BackendError("Broken."))
    finish(start(project, people))
    page = client_of(people.reviewer).get(f"/api/v1/projects/{project.pk}/seeding/runs").json()
    second, first = page["results"]
    assert (first["counts"]["seeded"], first["counts"]["failed"]) == (2, 1)
    assert (second["counts"]["seeded"], second["counts"]["failed"]) == (0, 1)
    assert [each["failures"][0]["message"] for each in (second, first)] == ["Broken.", "Busy."]
    assert {each["over"] for each in page["results"]} == {"waiting"}
