"""A second reader in the browser: begun, read, looked at in review, and held against verdicts."""

import shutil
import uuid

import pytest
from playwright.sync_api import Browser, expect

from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.e2e import routes, sweep
from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.keyboard import tab_to
from tests.e2e.visitors import NewVisitor
from tests.evaluation.reading_scene import DOG, SKY, kite, truthful

pytestmark = pytest.mark.e2e
PICTURES = 2


@pytest.fixture(scope="module")
def project(
    served: Served,
    browser: Browser,
    model_server: tuple[str, StandIn],
    tmp_path_factory: pytest.TempPathFactory,
) -> int:
    """Two finished descriptions, one of which says what is not there; and a model that knows."""
    folder = tmp_path_factory.mktemp("described")
    for picture in sorted(PHOTOS.glob("*.jpg"))[:PICTURES]:
        shutil.copy(picture, folder / picture.name)
    address, standin = model_server
    standin.say = truthful
    lead = Caller(browser, served).sign_in("lena")
    stages = {"objects": {"rounds": 1}, "description": {"rounds": 1}}
    made = {
        "name": "Read again",
        "recipe": "iiw",
        "guidelines_required": False,
        "settings": {"stages": stages},
    }
    project = int(lead.call("POST", "/projects", made)["id"])
    path = f"/projects/{project}"
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    settings = {"base_url": f"http://{address}/v1", "model": MODEL, "price_in": 3, "retries": 0}
    body = {"name": "Reader", "backend": "openai", "settings": settings}
    lead.call("POST", f"{path}/connections", body)
    lead.call("POST", f"{path}/seeding/skip", {})
    people = []
    for name in ("Ada", "Ben"):
        username = f"read-{uuid.uuid4().hex[:8]}"
        served.manage("add_user", username, "--name", name)
        served.manage("add_member", str(project), username)
        people.append(Caller(browser, served).sign_in(username))
    for place in range(PICTURES):
        _work(people[0], path, "objects", {"objects": [_thing("kite"), _thing("tree")]})
        _work(people[1], path, "description", {"text": f"{kite(place)} {(SKY, DOG)[place]}"})
    for caller in (lead, *people):
        caller.close()
    return project


def _work(person: Caller, path: str, stage: str, answer: Json) -> None:
    task = person.call("POST", f"{path}/claim", {"stage": stage})["assignment"]
    body = {"key": str(uuid.uuid4()), "answer": answer, "active_seconds": 30}
    person.call("POST", f"/assignments/{task['id']}/submit", body)


def _thing(label: str) -> Json:
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    named = {"id": label, "label": label, "derived_from": [], "box": box}
    return {**named, "description": f"A {label}."}


def test_a_lead_has_texts_read_and_sees_the_marks_in_review(
    project: int, served: Served, browser: Browser, new_visitor: NewVisitor
) -> None:
    page = new_visitor().sign_in("lena")
    base = f"/projects/{project}/studies/second-reader"
    page.goto(f"{served.url}{base}")
    expect(page.get_by_role("heading", name="Nothing read yet")).to_be_visible()
    tab_to(page, "link", "New reading")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Begin")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Every text was read.")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("Contradicted", exact=True)).to_be_visible()
    lead = Caller(browser, served).sign_in("lena")
    answers = lead.call("GET", f"/projects/{project}/review?state=all&stage=description")
    marked = next(
        row["answer"]["annotation"]
        for row in answers["results"]
        if DOG in row["answer"]["value"]["text"]
    )
    page.goto(f"{served.url}/projects/{project}/review/{marked}?state=all")
    closed = page.get_by_role("button", name="Second reader")
    expect(closed).to_have_attribute("aria-expanded", "false")
    tab_to(page, "button", "Second reader")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Objects that no sentence mentions: tree")).to_be_visible()
    assert sweep.looks(page, "second-reader-in-review") == []
    body = {"verdict": "rejected", "reason": "There is no dog.", "requeue": False}
    lead.call("POST", f"/projects/{project}/review/{marked}", body)
    lead.close()
    page.goto(f"{served.url}{base}")
    figures = page.get_by_role("table", name="How far Reader M0 agrees with people")
    precise = figures.get_by_role("row", name="Texts with a mark that reviewers rejected")
    expect(precise).to_contain_text("1 of 1")


def test_pages_of_the_second_reader_are_accessible_and_fit_the_window(
    project: int, served: Served, browser: Browser
) -> None:
    lead = Caller(browser, served).sign_in("lena")
    path = f"/projects/{project}/second-readings"
    if not lead.call("GET", path)["results"]:
        choices = lead.call("GET", f"{path}/choices")
        wish = {"source": choices["sources"][0]["source"]}
        lead.call("POST", path, wish | {"version": choices["versions"][0]["version"]["id"]})
    told = lead.when(path, lambda page: page["results"][0]["state"] == "done")
    lead.close()
    base = f"/projects/{project}/studies/second-reader"
    pages = {
        "second-reader": ("lena", base),
        "second-reader-new": ("lena", f"{base}/new"),
        "second-reading": ("lena", f"{base}/{told['results'][0]['id']}"),
    }
    assert routes.unopened("second-reader", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
