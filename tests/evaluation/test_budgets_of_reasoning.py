"""A budget of the project stops runs of reasoning, which keep what was paid for and go on later."""

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.models import ReasoningReply
from tests.backends.standin.api import StandIn
from tests.evaluation.knowing_model import KnowingModel
from tests.evaluation.test_reasoning_runs import (
    NUMBER,
    Start,
    address,
    base,
    connection,
    lead,
    model,
    read,
    standin,
    start,
)
from tests.evaluation.texts_scene import run_jobs
from tests.seeding.budget_acts import goes_on, set_budget, stopped

__all__ = ["address", "base", "connection", "lead", "model", "standin", "start"]
pytestmark = pytest.mark.django_db


def test_a_run_of_reasoning_stops_at_the_budget_and_goes_on_when_it_is_raised(
    lead: APIClient, base: str, start: Start, model: KnowingModel, standin: StandIn
) -> None:
    """Catches one that counts what was not asked as wrong, or puts a question twice."""
    set_budget(lead, base, most_tokens=1500)
    run = start().json()
    run_jobs()
    asked = len(model.asked)
    assert 0 < asked < 3 * NUMBER
    says = stopped(run["job"]["id"], purpose="reasoning", asked=asked)
    assert f"Stopped after {asked} of {3 * NUMBER}: The budget of 1500 tokens" in says
    told = read(lead, base, run)
    assert (told["state"], told["results"]["costs"]["replies"]) == ("stopped", asked)
    assert ReasoningReply.objects.count() == asked
    goes_on(lead, base, run["job"]["id"])
    told = read(lead, base, run)
    assert (told["state"], told["results"]["costs"]["replies"]) == ("ready", 3 * NUMBER)
    assert len(model.asked) == len(set(model.asked)) == 3 * NUMBER
