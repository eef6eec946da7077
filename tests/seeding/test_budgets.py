"""What models may cost a project: runs stop before the request that could cost too much."""

import pytest
from rest_framework.test import APIClient

from annotate.backends.openai.server import usage_of
from annotate.backends.openai.settings import OpenAISettings
from annotate.core import clock
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.notifications.models import Notification
from annotate.notifications.services.conditions import look_around
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import SeededSample
from annotate.seeding.selectors.spending import models_stopped
from tests.backends.standin.api import StandIn
from tests.conftest import Cast, client_of
from tests.seeding.budget_acts import set_budget
from tests.seeding.test_seeding_by_a_server import (
    add_pictures,
    address,
    base,
    connected,
    lead,
    run,
    standin,
)

__all__ = ["address", "base", "connected", "lead", "standin"]

pytestmark = pytest.mark.django_db
# Of each picture: its objects, the one that was found, and the whole.
REQUESTS = 3


def again(whole: int) -> str:
    """Do the worker's part of what was queued again."""
    for part in Job.objects.filter(parent=whole, state=Job.State.QUEUED).order_by("pk"):
        job_services.run(part.pk)
    return str(Job.objects.get(pk=whole).state)


def test_a_run_stops_before_the_budget_is_exceeded_and_goes_on_when_it_is_raised(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    """Catches a run that spends on, fails its samples, or forgets what is done."""
    add_pictures(project, 8)
    set_budget(lead, base, most_tokens=2500)
    shown = run(lead, base)
    job, counts = shown["job"], shown["counts"]
    assert (job["state"], job["error"]["code"]) == ("failed", "stopped_by_limit")
    assert counts["failed"] == 0
    assert 0 < counts["seeded"] < 8
    assert (
        f"Stopped after {counts['seeded']} of 8: The budget of 2500 tokens"
        in (job["error"]["message"])
    )
    spent = lead.get(f"{base}/budget").json()
    assert spent["spent"]["requests"] == len(standin.chats)
    tokens = spent["spent"]["prompt_tokens"] + spent["spent"]["completion_tokens"]
    assert 2500 - 400 < tokens <= 2500
    assert spent["stopped"] == 1
    assert [row["purpose"] for row in spent["by_purpose"]] == ["seeding"]
    assert [row["name"] for row in spent["by_connection"]] == ["Ours"]
    seeded_before = set(SeededSample.objects.filter(state="seeded").values_list("pk", flat=True))
    assert set_budget(lead, base, most_tokens=100_000)["stopped"] == 0
    assert again(job["id"]) == "succeeded"
    now = set(SeededSample.objects.filter(state="seeded").values_list("pk", flat=True))
    assert (len(now), seeded_before <= now) == (8, True)


def test_a_budget_in_money_holds_to_the_last_request(
    lead: APIClient, base: str, connected: int, project: Project
) -> None:
    add_pictures(project, 4)
    set_budget(lead, base, most_cost=0.0012)
    assert run(lead, base)["job"]["error"]["code"] == "stopped_by_limit"
    shown = lead.get(f"{base}/budget").json()
    assert 0 < shown["spent"]["cost"] <= 0.0012
    assert shown["prices_known"] is True


def test_a_budget_of_nothing_asks_nothing(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    add_pictures(project, 1)
    set_budget(lead, base, most_tokens=0)
    assert run(lead, base)["job"]["state"] == "failed"
    assert standin.chats == []


def test_leads_are_told_of_runs_that_stopped(
    lead: APIClient, base: str, connected: int, project: Project, people: Cast
) -> None:
    add_pictures(project, 1)
    set_budget(lead, base, most_tokens=0)
    job = run(lead, base)["job"]["id"]
    look_around()
    told = Notification.objects.filter(kind="models_stopped", project=project)
    assert people.owner.pk in set(told.values_list("user", flat=True))
    assert [found.count for found in models_stopped(clock.now())] == [1]
    Job.objects.filter(pk=job).update(dismissed_at=clock.now())
    assert list(models_stopped(clock.now())) == []


def test_a_trial_says_that_the_budget_is_used_up(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    add_pictures(project, 1)
    set_budget(lead, base, most_tokens=0)
    image = project.images.get().pk
    address = f"{base}/connections/{connected}/try"
    trial = lead.post(address, {"image": image}, format="json")
    assert trial.status_code == 201, trial.content
    job_services.run(trial.json()["job"]["id"])
    shown = lead.get(f"{base}/trials/{trial.json()['id']}").json()
    assert "budget of 0 tokens" in shown["result"]["problem"]["message"]
    assert standin.chats == []


def test_a_change_of_the_budget_is_written_down_and_is_for_leads(
    lead: APIClient, base: str, project: Project, people: Cast
) -> None:
    set_budget(lead, base, most_cost=5)
    entry = AuditEvent.objects.get(project=project, verb="budget.changed")
    assert entry.data["most_cost"] == 5
    body = {"most_cost": 7, "most_tokens": None}
    reviewer, ada = client_of(people.reviewer), client_of(people.ada)
    assert reviewer.get(f"{base}/budget").json()["most_cost"] == 5
    assert reviewer.put(f"{base}/budget", body, format="json").status_code == 403
    assert ada.get(f"{base}/budget").status_code in (403, 404)
    for wrong in (-1, "much", float("1e300")):
        refused = lead.put(f"{base}/budget", {**body, "most_cost": wrong}, format="json")
        assert refused.status_code == 422, refused.content


def test_a_price_of_a_request_counts_where_a_server_tells_no_tokens() -> None:
    settings = OpenAISettings(base_url="http://h/v1", model="m", price_request=0.5, price_in=50_000)
    silent, told = usage_of({}, settings), usage_of({"usage": {"prompt_tokens": 40}}, settings)
    assert (silent and silent.cost, told and told.cost) == (0.5, 2.5)
