"""What workers do over HTTP, said briefly."""

import uuid
from typing import Any
from urllib.parse import urlencode

from annotate.crowd.models import Channel, Participation
from annotate.projects.models import Project
from annotate.workflow.models import Hit, Task
from tests.crowd.browsers import Browser, Page

GREEN = "A tall tree stands alone in a wide green field."


def come(browser: Browser, channel: Channel, **parameters: str) -> Page:
    """Open the link a platform gives; return where it ends."""
    return browser.follow(browser.get(f"/enter/{channel.slug}?{urlencode(parameters)}"))


def arrive(browser: Browser, channel: Channel, **parameters: str) -> Participation:
    """Come in, and return the visit that began."""
    page = come(browser, channel, **parameters)
    assert page.status == 302, page.text
    return Participation.objects.get(pk=int(page.location.removeprefix("/entered/")))


def take(browser: Browser, project: Project) -> dict[str, Any]:
    """Claim a HIT, and return it."""
    page = browser.post(f"/api/v1/projects/{project.pk}/claim")
    assert page.status == 200, page.text
    hit: dict[str, Any] = page.json["hit"]
    assert hit is not None, page.json
    return hit


def hand_in(browser: Browser, hit: dict[str, Any], text: str = GREEN) -> Page:
    """Answer every task of a HIT and submit it."""
    answers = [
        {"assignment": each["id"], "answer": {"text": text}, "active_seconds": 30}
        for each in hit["assignments"]
    ]
    body = {"key": str(uuid.uuid4()), "answers": answers}
    page = browser.post(f"/api/v1/hits/{hit['id']}/submit", body)
    assert page.status == 200, page.text
    return page


def held(project: Project) -> int:
    """Count the tasks that somebody holds."""
    return Task.objects.filter(project=project, state=Task.State.HELD).count()


def state_of(hit: dict[str, Any]) -> str:
    return str(Hit.objects.get(pk=hit["id"]).state)


def fresh(visit: Participation) -> Participation:
    return Participation.objects.select_related("channel__project", "user").get(pk=visit.pk)
