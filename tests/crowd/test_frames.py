"""The frame of Mechanical Turk in a real browser: what headers and cookies come to in the end.

Catches: cookies that a browser does not keep in frames of another site, a policy that forbids the
platform its frame or its form, and one that allows them to anybody.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Frame, Page
from pytest_django import Settings

from annotate.crowd.models import Channel
from tests.crowd.deeds import GREEN
from tests.crowd.stand_ins.mturk import MTurk
from tests.crowd.stand_ins.server import Asked, Said, serving

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
# As the web client asks: with the cookie, and its token for changes.
ASK = """async ([method, path, body]) => {
  const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
  const answer = await fetch(path, {
    method, headers: {"Content-Type": "application/json", "X-CSRFToken": token},
    body: body === null ? undefined : JSON.stringify(body),
  });
  return {status: answer.status, body: await answer.json()};
}"""
SEND_FORM = """([url, fields]) => {
  const form = document.createElement("form");
  form.method = "post"; form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.name = name; input.value = value; form.append(input);
  }
  document.body.append(form); form.submit();
}"""


@contextmanager
def site(answer: Callable[[Asked], Said], address: list[str]) -> Iterator[str]:
    """Serve a site whose only page shows the address, when there is one, in a frame."""

    def page(asked: Asked) -> Said:
        if asked.method == "GET":
            return Said(html=f'<!doctype html><title>HIT</title><iframe src="{address[0]}">')
        return answer(asked)

    with serving(page) as url:
        yield url


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_page() as page:
        yield page


def shown(page: Page, url: str) -> Frame:
    """Open the site, and return what is in its frame."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page.frames[1]


def parameters(submit_to: str) -> str:
    return urlencode(
        {"assignmentId": "A1", "hitId": "H1", "workerId": "W1", "turkSubmitTo": submit_to}
    )


def ask(frame: Frame, method: str, path: str, body: Any = None) -> Any:
    answer = frame.evaluate(ASK, [method, path, body])
    assert answer["status"] == 200, answer
    return answer["body"]


def test_work_is_done_and_submitted_in_the_frame(
    turk: Channel, mturk: MTurk, live_server: Any, settings: Settings, page: Page
) -> None:
    address = [""]
    with site(mturk, address) as platform:
        settings.MTURK_FRAME_ORIGINS = [platform]
        settings.MTURK_SUBMIT_ORIGINS = [platform]
        mturk.accept("A1", "W1")
        address[0] = f"{live_server.url}/enter/{turk.slug}?{parameters(platform)}"
        frame = shown(page, platform)
        assert "/entered/" in frame.url, frame.content()
        assert ask(frame, "GET", "/api/v1/crowd/participation")["next"] == "claim"
        project = ask(frame, "GET", "/api/v1/crowd/participation")["project"]["id"]
        hit = ask(frame, "POST", f"/api/v1/projects/{project}/claim", {})["hit"]
        answers = [
            {"assignment": each["id"], "answer": {"text": GREEN}, "active_seconds": 9}
            for each in hit["assignments"]
        ]
        body = {"key": "11111111-2222-4333-8444-555555555555", "answers": answers}
        ask(frame, "POST", f"/api/v1/hits/{hit['id']}/submit", body)
        form = ask(frame, "GET", f"/api/v1/hits/{hit['id']}/completion")
        with page.expect_response(form["url"]) as sent:
            frame.evaluate(SEND_FORM, [form["url"], form["fields"]])
        assert sent.value.status == 200
    assert mturk.submitted == {"A1": {"assignmentId": "A1", "outcome": "completed"}}


def test_another_site_cannot_show_the_pages(
    turk: Channel, mturk: MTurk, live_server: Any, settings: Settings, page: Page
) -> None:
    address = [f"{live_server.url}/enter/{turk.slug}?{parameters('https://www.mturk.com')}"]
    with site(mturk, address) as evil:
        frame = shown(page, evil)
        assert not frame.url.startswith(live_server.url), "shown in a frame of anybody"
    assert not mturk.submitted


@pytest.mark.usefixtures("mturk")
def test_channels_of_other_platforms_are_shown_in_no_frame(
    study: Channel, live_server: Any, settings: Settings, page: Page
) -> None:
    address = [f"{live_server.url}/enter/{study.slug}"]
    with site(lambda _: Said(), address) as platform:
        settings.MTURK_FRAME_ORIGINS = [platform]
        frame = shown(page, platform)
        assert not frame.url.startswith(live_server.url)
