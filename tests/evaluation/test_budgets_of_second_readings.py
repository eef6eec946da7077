"""A budget of the project stops second readings, which keep what was paid for and go on later."""

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.models import ReadText
from annotate.workflow.models import Annotation
from tests.backends.standin.api import StandIn
from tests.evaluation.enriching_scene import address, base, lead, standin
from tests.evaluation.reading_scene import (
    SAID,
    answers,
    begin,
    number_in,
    seen,
    states,
    version,
    work,
)
from tests.seeding.budget_acts import goes_on, set_budget, stopped

__all__ = ["address", "answers", "base", "lead", "standin", "version"]
pytestmark = pytest.mark.django_db


def test_a_second_reading_stops_at_the_budget_and_goes_on_when_it_is_raised(
    lead: APIClient, base: str, answers: list[Annotation], version: int, standin: StandIn
) -> None:
    """Catches one that fails its texts, throws verdicts away, or has a text read twice."""
    set_budget(lead, base, most_tokens=1500)
    told = begin(lead, base, version)
    work(told)
    asked = len(standin.chats)
    assert 0 < asked < len(SAID)
    says = stopped(told["job"]["id"], purpose="second_reading", asked=asked)
    assert f"Stopped after {asked} of {len(SAID)}: The budget of 1500 tokens" in says
    assert states(told).count("answered") == asked
    assert states(told).count("pending") == len(SAID) - asked
    read = ReadText.objects.filter(reading=told["id"], state="answered")
    before = {row.pk: row.answered_at for row in read}
    goes_on(lead, base, told["job"]["id"])
    assert seen(lead, base, told)["state"] == "done"
    assert sorted(map(number_in, standin.chats)) == list(range(len(SAID)))
    assert {row.pk: row.answered_at for row in read.filter(pk__in=before)} == before
    assert states(told) == ["answered"] * len(SAID)
