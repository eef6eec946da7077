"""A budget of the project stops studies whose images a model makes; paid images are kept."""

import pytest

from annotate.evaluation.models import StudyStimulus
from annotate.projects.models import Project
from tests.backends.standin.api import StandIn
from tests.conftest import Cast, client_of
from tests.evaluation.judging import address as address_of
from tests.evaluation.studies import get
from tests.evaluation.test_generated_images import Making, address, making, missing, standin
from tests.evaluation.texts_scene import fresh, run_jobs
from tests.seeding.budget_acts import goes_on, set_budget, stopped

__all__ = ["address", "making", "standin"]
pytestmark = pytest.mark.django_db
IMAGES = 2 * 2 * 2


def test_the_images_of_a_study_stop_at_the_budget_and_go_on_when_it_is_raised(
    making: Making, project: Project, people: Cast, standin: StandIn
) -> None:
    """Catches images that are paid for and thrown away, and a study that opens without some."""
    lead, base = client_of(people.owner), f"/api/v1/projects/{project.pk}"
    listed = lead.get(f"{base}/connections").json()
    [painter] = [each["id"] for each in listed if each["name"] == "Painter"]
    priced = {"settings": {"price_request": 0.5}}
    changed = lead.patch(f"{base}/connections/{painter}", priced, format="json")
    assert changed.status_code == 200, changed.content
    set_budget(lead, base, most_cost=1.5)
    study = making()
    assert study.job is not None
    run_jobs()
    says = stopped(study.job.pk, purpose="painting", asked=3)
    assert f"Stopped after 3 of {IMAGES}: The budget of 1.5" in says
    told = get(people.owner, address_of(study))
    assert (told["state"], missing(study)) == ("failed", IMAGES - 3)
    made = dict(StudyStimulus.objects.exclude(sha256="").values_list("pk", "key"))
    goes_on(lead, base, study.job.pk)
    assert (fresh(study).state, fresh(study).problem, missing(study)) == ("open", "", 0)
    prompts = [each["prompt"] for each in standin.painted]
    assert len(prompts) == len(set(prompts)) == IMAGES
    assert made.items() <= dict(StudyStimulus.objects.values_list("pk", "key")).items()
