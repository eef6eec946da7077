"""A budget of the project stops the measuring of versions, which goes on without asking again."""

import pytest
from rest_framework.test import APIClient

from annotate import backends
from annotate.backends import Caption
from annotate.backends.base import LimitReached
from annotate.core.jobs import services as job_services
from annotate.learning.models import KeptAnswer, TrainingRun
from annotate.projects.models import Project
from annotate.seeding.selectors.spending import stopped_jobs
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.conftest import Cast, client_of
from tests.learning.acts import connect, finished, one_text, pupil, run_job, set_loop, start
from tests.learning.pupil import IGNORANT, PupilCaptioner
from tests.seeding.budget_acts import goes_on, set_budget, stopped

__all__ = ["address", "pupil", "standin"]
pytestmark = pytest.mark.django_db
HELD_OUT = 3


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


@pytest.fixture
def base(project: Project, people: Cast) -> str:
    """A project of six finished samples, of which three are held out."""
    one_text(project)
    finished(project, people.ada, 2 * HELD_OUT)
    return f"/api/v1/projects/{project.pk}"


@pytest.fixture
def versions(lead: APIClient, base: str, address: str) -> dict[str, int]:
    """Two versions of servers that are told apart by their instruction."""

    def connected(name: str) -> int:
        settings = {"base_url": address, "model": MODEL, "retries": 0, "instruction": name}
        body = {"name": name, "backend": "openai", "settings": {**settings, "concurrency": 1}}
        made = lead.post(f"{base}/connections", body, format="json")
        assert made.status_code == 201, made.content
        return int(made.json()["serving"]["id"])

    return {"old": connected("One"), "new": connected("Other")}


def test_a_comparison_stops_at_the_budget_and_goes_on_when_it_is_raised(
    lead: APIClient, base: str, versions: dict[str, int], standin: StandIn
) -> None:
    """Catches one that throws paid answers away, or whose figures are of a part."""
    set_budget(lead, base, most_tokens=600)
    begun = lead.post(f"{base}/comparisons", versions, format="json").json()
    job_services.run(begun["job"]["id"])
    asked = len(standin.chats)
    assert 0 < asked < 4 * HELD_OUT
    says = stopped(begun["job"]["id"], purpose="comparison", asked=asked)
    assert "The budget of 600 tokens" in says
    assert KeptAnswer.objects.count() == asked
    assert lead.get(f"{base}/comparisons/{begun['id']}").json()["result"] is None
    again = lead.post(f"{base}/comparisons", versions, format="json").json()
    assert again["id"] == begun["id"], "it waits for money, and another would ask anew"
    goes_on(lead, base, begun["job"]["id"])
    result = lead.get(f"{base}/comparisons/{begun['id']}").json()["result"]
    assert (result["samples"], result["failed_old"], result["failed_new"]) == (HELD_OUT, 0, 0)
    # Of each picture the objects and the whole, by each version.
    assert len(standin.chats) == 4 * HELD_OUT
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize("are_kept", [True, False])
def test_a_training_that_a_budget_stops_while_it_is_measured_asks_nothing_again_that_is_kept(
    project: Project,
    people: Cast,
    base: str,
    pupil: backends.Backend,
    monkeypatch: pytest.MonkeyPatch,
    are_kept: bool,
) -> None:
    """Catches a new version that is promoted unseen, since its rival could not be paid for, and
    one that is compared without an interval, since a rule of retention has removed its answers.
    """
    made = connect(project, people.lead)
    set_loop(project, made, is_on=False)
    run = start(made)
    asked: list[str] = []
    there_is_room: list[bool] = []
    plainly = PupilCaptioner.caption_image

    def limited(self: PupilCaptioner, *told: object) -> Caption:
        if self._text == IGNORANT and IGNORANT in asked and not there_is_room:
            raise LimitReached("The budget of 600 tokens is used up.")
        asked.append(self._text)
        return plainly(self, *told)  # type: ignore[arg-type]

    monkeypatch.setattr(PupilCaptioner, "caption_image", limited)
    run = run_job(run)
    assert run.state == TrainingRun.State.FAILED
    assert stopped_jobs().get() == run.job
    assert (asked.count(IGNORANT), len(asked)) == (1, HELD_OUT + 1)
    there_is_room.append(True)
    if not are_kept:
        KeptAnswer.objects.all().delete()
    assert run.job is not None
    job_services.retry(run.job)
    run = run_job(run)
    assert run.state == TrainingRun.State.SUCCEEDED
    again = 0 if are_kept else HELD_OUT + 1
    assert len(asked) == 2 * HELD_OUT + again
    assert asked.count(IGNORANT) == HELD_OUT + (0 if are_kept else 1)
    assert run.progress["compared"]["metrics"]["samples"] == HELD_OUT
    assert not KeptAnswer.objects.exists()
