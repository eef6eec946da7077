"""Reasoning in the browser: a set brought in, a model asked, figures read, files fetched."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.e2e import routes, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import SCREENSHOTS, Visitor
from tests.evaluation.knowing_model import KnowingModel

pytestmark = pytest.mark.e2e
NUMBER = 40
TRUE = [f"the cup {at} is on the plate" for at in range(NUMBER)]
WINOGROUND = [
    {
        "id": at,
        "image_0": f"ex_{at}_img_0",
        "image_1": f"ex_{at}_img_1",
        "caption_0": TRUE[at],
        "caption_1": f"the plate {at} is on the cup",
        "collapsed_tag": "Relation" if at % 4 else "Object",
    }
    for at in range(NUMBER)
]


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, model_server: tuple[str, StandIn]) -> int:
    """Return a project with two files of descriptions and a connected model."""
    address, standin = model_server
    standin.say = KnowingModel(frozenset(TRUE)).say
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call(
        "POST",
        "/projects",
        {"name": "Sweep: reasoning", "recipe": "iiw", "guidelines_required": False},
    )
    base = f"/projects/{made['id']}"
    settings = {"base_url": f"http://{address}/v1", "model": MODEL, "price_in": 3, "retries": 0}
    body = {"name": "Language model", "backend": "openai", "settings": settings}
    lead.call("POST", f"{base}/connections", body)
    for name, knows in (("People", 36), ("Model", 24)):
        rows = [
            {
                "key": f"ex_{at}_img_{image}",
                "text": f"{name}: {WINOGROUND[at][f'caption_{image}'] if at < knows else at}.",
            }
            for at in range(NUMBER)
            for image in (0, 1)
        ]
        content = "".join(json.dumps(row) + "\n" for row in rows).encode()
        file = {"name": f"{name}.jsonl", "mimeType": "application/jsonl", "buffer": content}
        lead.call("POST", f"{base}/text-files", None, multipart={"file": file, "name": name})
    lead.close()
    return int(made["id"])


@pytest.fixture(scope="module")
def run(project: int, served: Served, browser: Browser) -> str:
    """Bring a set in and ask the model through the pages; return the address of the run."""
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    lead.open(f"/projects/{project}/studies/reasoning")
    examples = "".join(json.dumps(row) + "\n" for row in WINOGROUND).encode()
    page.locator("input[type=file]").set_input_files(
        {"name": "examples.jsonl", "mimeType": "application/jsonl", "buffer": examples}
    )
    page.get_by_role("textbox", name="Name").fill("Winoground")
    page.get_by_role("button", name="Bring in").click()
    expect(page.get_by_text("Winoground: 80 questions of Winoground.")).to_be_visible()
    page.get_by_role("link", name="New run").click()
    page.get_by_label("Name of the run").fill("Table 5")
    page.get_by_label("File: People", exact=True).check()
    page.get_by_label("File: Model", exact=True).check()
    expect(page.get_by_text("Up to 240 prompts")).to_be_visible()
    page.get_by_label("Cost at most").fill("5")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", name="Table 5")).to_be_visible()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible(timeout=60_000)
    address = page.url.removeprefix(served.url)
    assert lead.faults == []
    lead.context.close()
    return address


def test_a_run_shows_accuracies_differences_and_costs_and_gives_files(
    run: str, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(accept_downloads=True), served)
    page = lead.sign_in("lena")
    lead.open(run)
    table = page.get_by_role("table", name="Accuracy in Winoground")
    # Of four examples nothing is known, and always saying 1 is right in half of their questions.
    expect(table.get_by_role("row", name="File: People")).to_contain_text("95%")
    expect(table.get_by_role("row", name="Without description")).to_contain_text("50%")
    differences = page.get_by_role("table", name="Differences in Winoground")
    expect(differences.get_by_role("row")).to_have_count(1 + 3)
    # Both questions of an example are one prompt where nothing tells its images apart.
    prompts = NUMBER + (36 * 2 + 4) + (24 * 2 + 16)
    expect(page.get_by_text(f"{prompts} of {prompts} prompts replied to")).to_be_visible()
    kinds = page.get_by_role("table", name="What was changed in Winoground")
    expect(kinds.get_by_role("row").nth(1)).to_contain_text("Relation")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "reasoning-run-whole.png", full_page=True)
    with page.expect_download() as download:
        page.get_by_role("link", name="All answers (CSV)").click()
    assert len(Path(download.value.path()).read_text().splitlines()) == 241
    assert download.value.suggested_filename == "table-5-answers.csv"
    assert lead.faults == []
    lead.context.close()


@pytest.fixture(scope="module")
def pages(project: int, run: str, served: Served, browser: Browser) -> sweep.Pages:
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call(
        "POST",
        "/projects",
        {"name": "Sweep: no reasoning", "recipe": "iiw", "guidelines_required": False},
    )
    lead.close()
    empty = f"/projects/{made['id']}/studies/reasoning"
    return {
        "reasoning": ("lena", f"/projects/{project}/studies/reasoning"),
        "reasoning-new": ("lena", f"/projects/{project}/studies/reasoning/new"),
        "reasoning-run": ("lena", run),
        "reasoning-empty": ("lena", empty),
        "reasoning-new-empty": ("lena", f"{empty}/new"),
    }


def test_pages_of_reasoning_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served
) -> None:
    assert routes.unopened("reasoning", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
