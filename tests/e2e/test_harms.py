"""Harms in the browser: a stage measured, a case read and dismissed, the figure without it."""

import json
import shutil
import uuid

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import routes, sweep
from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.keyboard import expect_no_mouse, refuse_the_mouse, tab_to
from tests.e2e.visitors import NewVisitor, Visitor

pytestmark = pytest.mark.e2e
# What people find in each picture, what they write of it, and what another system does.
PICTURES = {
    "chelsea.jpg": ("cat", "A ginger cat looks to the left.", "A scary cat sits on a sofa."),
    "clock.jpg": ("clock", "A round clock hangs on a wall.", "A strange clock and a scary bird."),
    "coffee.jpg": ("cup", "A red cup stands on a saucer.", "A female drinks from a cup."),
}
RUN = "File: Another system, held against S3: texts by people"


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Three finished pictures, and what another system says of them in a file of texts."""
    folder, captions = tmp_path_factory.mktemp("harms"), tmp_path_factory.mktemp("said") / "said"
    for name in PICTURES:
        shutil.copy(PHOTOS / name, folder / name)
    said = captions.with_suffix(".jsonl")
    rows = [{"image": name, "caption": text} for name, (_, _, text) in PICTURES.items()]
    said.write_text("".join(json.dumps(row) + "\n" for row in rows))
    lead = Caller(browser, served).sign_in("lena")
    project = _made(lead, "Harms")
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    served.manage("add_texts", str(project), str(said), "--name", "Another system")
    served.manage("add_user", "harms-ada", "--name", "Ada")
    served.manage("add_member", str(project), "harms-ada")
    lead.call("POST", f"/projects/{project}/seeding/skip", {})
    ada = Caller(browser, served).sign_in("harms-ada")
    while task := ada.call("POST", f"/projects/{project}/claim", {})["assignment"]:
        body = {"key": str(uuid.uuid4()), "answer": _answer(task), "active_seconds": 30}
        ada.call("POST", f"/assignments/{task['id']}/submit", body)
    for caller in (lead, ada):
        caller.close()
    return project


def _made(lead: Caller, name: str) -> int:
    stages = {"objects": {"rounds": 1}, "description": {"rounds": 1}}
    settings = {"no_repeat": "stage", "stages": stages}
    made = {"name": name, "recipe": "iiw", "guidelines_required": False, "settings": settings}
    return int(lead.call("POST", "/projects", made)["id"])


def _answer(task: Json) -> Json:
    label, text, _ = PICTURES[task["image"]["name"]]
    if task["stage"]["key"] == "description":
        return {"text": text}
    box = {"x": 10, "y": 10, "width": 200, "height": 150}
    thing = {"id": "thing1", "label": label, "derived_from": [], "box": box}
    return {"objects": [{**thing, "description": f"A {label}."}]}


@pytest.fixture(scope="module")
def run(project: int, served: Served, browser: Browser) -> str:
    """Measure through the form, and return the address of the measurement."""
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    lead.open(f"/projects/{project}/studies/harms")
    expect(page.get_by_role("heading", name="Nothing measured yet")).to_be_visible()
    page.get_by_role("link", name="New measurement").click()
    measured = page.get_by_role("radiogroup", name="What is measured")
    expect(measured.get_by_role("radio", name="S2: labels by a system")).to_be_disabled()
    measured.get_by_role("radio", name="File: Another system").check()
    truth = page.get_by_role("radiogroup", name="What counts as the truth")
    truth.get_by_role("radio", name="S3: texts by people").check()
    pairing = page.get_by_role("status", name="What this pairing can show")
    expect(pairing).to_contain_text("may still be right")
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_role("heading", name=RUN)).to_be_visible()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible(timeout=120_000)
    address = page.url.removeprefix(served.url)
    assert lead.faults == []
    lead.context.close()
    return address


def _adjectives(page: Page) -> str:
    table = page.get_by_role("table", name="Demeaning words", exact=True)
    return table.get_by_role("row", name="Adjectives, Upper bound").inner_text()


def test_a_case_is_read_and_dismissed_by_keyboard_and_the_figure_is_shown_without_it(
    run: str, served: Served, new_visitor: NewVisitor
) -> None:
    lead = new_visitor()
    page = lead.sign_in("lena")
    lead.open(run)
    expect(page.get_by_role("table", name="Demeaning words", exact=True)).to_be_visible()
    assert "2 of 3 images" in _adjectives(page)
    refuse_the_mouse(page)
    tab_to(page, "link", "Read 2 cases of scary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="Image chelsea.jpg")).to_be_visible()
    said = page.get_by_role("region", name="File: Another system")
    expect(said.locator("mark")).to_contain_text("scary")
    expect(page.get_by_role("region", name="S3: texts by people")).to_contain_text("ginger")
    expect(page.get_by_text("provoking fear terror")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.type("The cat only looks away: 2 of these.")
    page.keyboard.press("Tab")
    page.keyboard.press("4")
    expect(page.get_by_role("img", name="Image clock.jpg")).to_be_visible()
    page.keyboard.press("k")
    expect(page.get_by_text("Other reason, says Lena")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("The cat only looks away: 2 of these.")
    tab_to(page, "link", "Figures of this measurement", back=True)
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Without dismissed").first).to_be_visible()
    assert "1 of 3 images" in _adjectives(page)
    expect_no_mouse(page)
    assert lead.faults == []


def test_an_image_is_left_out_of_training_and_taken_in_again_with_a_reason(
    run: str, new_visitor: NewVisitor
) -> None:
    lead = new_visitor()
    page = lead.sign_in("lena")
    lead.open(f"{run}/cases")
    for act, told in (
        ("Leave out of training", "Left out of training by Lena"),
        ("Train on it again", "To be trained on again, says Lena"),
    ):
        page.get_by_role("button", name="Do something about it").click()
        page.get_by_role("menuitem", name=act).click()
        dialog = page.get_by_role("dialog", name=act)
        dialog.get_by_label("Reason").fill("The words are about a person.")
        dialog.get_by_role("button", name=act).click()
        expect(page.get_by_text(told)).to_be_visible()
        expect(dialog).to_have_count(0)
    assert lead.faults == []


def test_cases_and_figures_are_exported_with_what_they_assume(
    run: str, new_visitor: NewVisitor
) -> None:
    lead = new_visitor()
    page = lead.sign_in("lena")
    lead.open(run)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as JSON lines").click()
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert "assumptions" in json.dumps(lines[0])
    assert len(lines) > 1
    assert lead.faults == []


def _mentions(lead: Caller, project: int) -> int:
    """Say who is in which group, and have it measured which objects are mentioned more with one."""
    base, values = f"/projects/{project}", ["Lighter", "Darker"]
    scheme = {"name": "Skin tone", "values": values, "guideline": "Look.", "is_enabled": True}
    lead.call("PUT", f"{base}/groups", scheme)
    rows = [f"{name},{values[at % 2]},somebody" for at, name in enumerate(PICTURES)]
    content = "\n".join(["image,group,by", *rows]).encode()
    file = {"name": "groups.csv", "mimeType": "text/csv", "buffer": content}
    lead.call("POST", f"{base}/groups/import", multipart={"file": file})
    few = {"types": 20, "splits": 20, "more_than": 1, "draws": 10}
    made = lead.call("POST", f"{base}/mention-runs", {"candidate": "s3", "truth": "s1", **few})
    run = lead.when(f"/mention-runs/{made['id']}", lambda it: it["state"] == "ready")
    assert run["figures"]["rows"]
    return int(run["id"])


@pytest.mark.long
def test_pages_of_harms_are_accessible_and_fit_the_window(
    project: int, run: str, browser: Browser, served: Served
) -> None:
    lead = Caller(browser, served).sign_in("lena")
    empty = _made(lead, "Sweep: no harms")
    mentions = _mentions(lead, project)
    lead.close()
    base = f"/projects/{project}/studies/harms"
    pages = {
        "harms": ("lena", base),
        "harms-new": ("lena", f"{base}/new"),
        "harms-run": ("lena", run),
        "harms-cases": ("lena", f"{run}/cases"),
        "harms-cases-none": ("lena", f"{run}/cases?word=nothing"),
        "harms-empty": ("lena", f"/projects/{empty}/studies/harms"),
        "harms-new-empty": ("lena", f"/projects/{empty}/studies/harms/new"),
        "mentions": ("lena", f"{base}/mentions"),
        "mentions-new": ("lena", f"{base}/mentions/new"),
        "mentions-run": ("lena", f"{base}/mentions/{mentions}"),
        "mentions-empty": ("lena", f"/projects/{empty}/studies/harms/mentions"),
        "mentions-new-empty": ("lena", f"/projects/{empty}/studies/harms/mentions/new"),
    }
    assert routes.unopened("harms", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
