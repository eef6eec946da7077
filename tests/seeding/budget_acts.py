"""What tests of budgets do: set them, work on what is queued, and see what was stopped."""

from typing import Any

from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.seeding.spending_models import RequestTurn, Spending


def set_budget(lead: APIClient, base: str, **most: Any) -> dict[str, Any]:
    """Set `most_cost` and `most_tokens`; what is not named is without a limit."""
    body = {"most_cost": None, "most_tokens": None, **most}
    answer = lead.put(f"{base}/budget", body, format="json")
    assert answer.status_code == 200, answer.content
    shown: dict[str, Any] = answer.json()
    return shown


def stopped(job_id: int, *, purpose: str, asked: int) -> str:
    """Hold a job to having stopped at a limit after so many requests; return what it says.

    What was spent is in the books for that purpose, and nothing is still set aside.
    """
    job = Job.objects.get(pk=job_id)
    error = job.error or {}
    assert (job.state, error.get("code")) == ("failed", "stopped_by_limit"), (job.state, error)
    assert list(Spending.objects.values_list("purpose", "requests")) == [(purpose, asked)]
    assert not RequestTurn.objects.exists()
    return str(error["message"])


def goes_on(lead: APIClient, base: str, job_id: int) -> None:
    """Raise the budget and do the worker's part: the job is queued again by that alone."""
    set_budget(lead, base, most_tokens=10**9)
    assert Job.objects.get(pk=job_id).state == Job.State.QUEUED
    job_services.run(job_id)
    job = Job.objects.get(pk=job_id)
    assert job.state == Job.State.SUCCEEDED, job.error
