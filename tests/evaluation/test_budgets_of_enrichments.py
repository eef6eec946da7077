"""A budget of the project stops enrichments, which keep what was paid for and go on later."""

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.models import FileText
from tests.backends.standin.api import StandIn
from tests.evaluation.enriching_scene import (
    Json,
    address,
    base,
    begin,
    captions,
    lead,
    number_in,
    row_of,
    seen,
    standin,
    states,
    version,
    work,
)
from tests.seeding.budget_acts import goes_on, set_budget, stopped

__all__ = ["address", "base", "captions", "lead", "standin", "version"]
pytestmark = pytest.mark.django_db


def test_an_enrichment_stops_at_the_budget_and_goes_on_when_it_is_raised(
    lead: APIClient, base: str, captions: Json, version: int, standin: StandIn
) -> None:
    """Catches one that fails its images, throws texts away, or asks about an image twice."""
    # One answer takes some 200 tokens: the third could be too much.
    set_budget(lead, base, most_tokens=600)
    told = begin(lead, base, captions, version)
    work(told)
    asked = len(standin.chats)
    assert 0 < asked < 5
    says = stopped(told["job"]["id"], purpose="enrichment", asked=asked)
    assert f"Stopped after {asked} of 5: The budget of 600 tokens" in says
    assert states(told).count("answered") == asked
    assert states(told).count("pending") == 5 - asked
    assert seen(lead, base, told)["counts"]["failed"] == 0
    written = set(FileText.objects.filter(file=row_of(told).output).values_list("pk", flat=True))
    goes_on(lead, base, told["job"]["id"])
    assert states(told) == ["answered"] * 5
    assert seen(lead, base, told)["state"] == "done"
    assert sorted(map(number_in, standin.chats)) == list("01234")
    now = set(FileText.objects.filter(file=row_of(told).output).values_list("pk", flat=True))
    assert (len(now), written <= now) == (5, True)
