"""A model is connected, tried, used for seeds, trained, promoted and taken back, in the browser.

The model is a real vision-language model of a million random weights, made on the spot: what it
writes is nonsense, but it is asked, trained, saved and loaded as any other.
"""

import re
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.backends.tiny import vlm
from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.steps import api
from tests.e2e.visitors import Visitor
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

PICTURES = ("clock.jpg", "rocket.jpg", "coffee.jpg", "chelsea.jpg", "astronaut.jpg", "camera.jpg")
SLOW = 240_000  # milliseconds: a model is loaded, on a processor that others use too


@pytest.mark.long
def test_a_model_is_connected_tried_trained_promoted_and_rolled_back(
    served: Served,
    browser: Browser,
    new_visitor: Callable[..., Visitor],
    tmp_path: Path,
) -> None:
    pictures = sorted(PHOTOS.glob("*.jpg"))[: len(PICTURES)]
    vlm.build(served.data / "base-models" / "tiny-vlm", seed=3)
    project = made_project(served, browser, tmp_path, pictures)
    lead = new_visitor()
    lead.sign_in("lena")

    connection = connect(lead, project)
    try_it(lead, pictures[0].name)
    choose_models(lead, project, connection)
    seed_with_progress(lead, project, len(pictures))
    before = seeds_of(lead, project)

    ada = Caller(browser, served).sign_in("learning-ada")
    finished = [finish_one(ada, project, number) for number in range(3)]
    started = ada.call("POST", f"/projects/{project}/claim", {})["assignment"]["image"]["name"]

    set_up_and_train(lead, project, connection)
    assert seeds_of(lead, project) == before, "nothing changes before a lead has promoted"
    promote(lead, project, connection)
    after = seeds_of(lead, project)
    untouched = {name for name in before if name not in {*finished, started}}
    assert after[started] == before[started], "who has started keeps what they see"
    assert untouched
    assert all(after[name][0].endswith("M1") for name in untouched)
    assert all(before[name][0].endswith("M0") for name in untouched)
    shown = ada.call("POST", f"/projects/{project}/claim", {})["assignment"]
    assert shown["image"]["name"] == started

    roll_back(lead, project)
    back = seeds_of(lead, project)
    assert {name: back[name][1] for name in untouched} == {
        name: before[name][1] for name in untouched
    }
    ada.close()


def made_project(served: Served, browser: Browser, folder: Path, pictures: list[Path]) -> int:
    """Make a project with photographs in which one person may finish an image alone."""
    for picture in pictures:
        shutil.copy(picture, folder / picture.name)
    lead = Caller(browser, served).sign_in("lena")
    served.manage("add_user", "learning-ada", "--name", "Ada")
    wishes = {"no_repeat": "stage", "stages": {"description": {"rounds": 1}}}
    made = {
        "name": "Seeds that learn",
        "recipe": "iiw",
        "guidelines_required": False,
        "settings": wishes,
    }
    project = int(lead.call("POST", "/projects", made)["id"])
    served.manage("add_member", str(project), "learning-ada")
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    lead.close()
    return project


def connect(lead: Visitor, project: int) -> int:
    """Connect the local model through the form; return the id of the connection."""
    page = lead.open(f"/projects/{project}/models")
    page.get_by_role("button", name="Connect a model").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("Local models", re.IGNORECASE)).click()
    dialog.get_by_label("Vision-language model").fill("no-such-model")
    dialog.get_by_text("More settings").click()
    dialog.get_by_role("textbox", name=re.compile("^Name")).fill("tiny")
    dialog.get_by_label("Longest text in tokens").fill("24")
    dialog.get_by_label("Vision-language model").fill("tiny-vlm")
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(page).to_have_url(re.compile(r"/models/\d+"))
    expect(page.get_by_role("heading", name="Try it on an image")).to_be_visible()
    found = re.search(r"/models/(\d+)", page.url)
    assert found is not None
    return int(found[1])


def try_it(lead: Visitor, name: str) -> None:
    """Ask the model about one image and wait for what it says."""
    page = lead.page
    page.get_by_role("radio", name=re.compile(re.escape(name))).check(force=True)
    page.get_by_role("button", name=f"Try it on {name}").click()
    expect(page.get_by_text("Text about the image").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("How it was made").first).to_be_visible()


def choose_models(lead: Visitor, project: int, connection: int) -> None:
    page = lead.open(f"/projects/{project}/models")
    writes = page.get_by_role("combobox", name="Writes the first texts")
    writes.click()
    page.get_by_role("option", name=re.compile("^tiny")).click()
    page.get_by_role("button", name="Save models used").click()
    expect(page.get_by_text("The models used are saved.")).to_be_visible()
    assert api(lead, f"/projects/{project}/model-assignment")["captioner"] == connection


def seed_with_progress(lead: Visitor, project: int, number: int) -> None:
    page = lead.open(f"/projects/{project}/seeding")
    page.get_by_role("button", name=f"Seed {number} samples").click()
    expect(page.get_by_text(f"{number} of {number}").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("Finished").first).to_be_visible(timeout=SLOW)


def seeds_of(lead: Visitor, project: int) -> dict[str, tuple[str, str]]:
    """Return the newest seed of each image's description: who made it, and its text."""
    found = {}
    for sample in api(lead, f"/projects/{project}/samples?page_size=100")["results"]:
        detail = api(lead, f"/samples/{sample['id']}")
        [stage] = [each for each in detail["stages"] if each["key"] == "description"]
        newest = [each for each in stage["annotations"] if each["index"] == 0][-1]
        found[sample["image"]["name"]] = newest["producer"], newest["value"]["text"]
    return found


def finish_one(person: Caller, project: int, number: int) -> str:
    """Do both stages of one image over the API; return its name."""
    objects = [{"id": f"thing{number}", "label": "thing", "derived_from": []}]
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    task = person.call("POST", f"/projects/{project}/claim", {})["assignment"]
    answer: Json = {"objects": [{**objects[0], "box": box, "description": "A round thing."}]}
    submit(person, task, answer)
    task = person.call("POST", f"/projects/{project}/claim", {})["assignment"]
    submit(person, task, {"text": f"A round thing number {number} lies on a grey ground."})
    return str(task["image"]["name"])


def submit(person: Caller, task: Json, answer: Json) -> None:
    body = {"key": str(uuid.uuid4()), "answer": answer, "active_seconds": 1}
    person.call("POST", f"/assignments/{task['id']}/submit", body)


def set_up_and_train(lead: Visitor, project: int, connection: int) -> None:
    """Let a lead decide about versions, train now, and watch the curve grow."""
    page = lead.open(f"/projects/{project}/learning")
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Model", exact=True).click()
    page.get_by_role("option", name="tiny", exact=True).click()
    dialog.get_by_role("radio", name="When a lead says so").check()
    dialog.get_by_label("Most steps").fill("12")
    dialog.get_by_label("Passes over the data").fill("20")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).not_to_be_visible()
    page.get_by_role("button", name="Train now").click()
    expect(page.get_by_role("heading", name="Training tiny")).to_be_visible()
    expect(page.get_by_role("img", name="Loss by step").first).to_be_visible(timeout=SLOW)
    lead.page.screenshot(path=lead.served.data / "curve.png")
    expect(page.get_by_text("M1 of tiny is trained.").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("M1 does not take over by itself.").first).to_be_visible(timeout=SLOW)


def promote(lead: Visitor, project: int, connection: int) -> None:
    run = newest_run(lead, project)["id"]
    page = lead.open(f"/projects/{project}/models/{connection}")
    page.get_by_role("button", name="Promote M1").click()
    page.get_by_role("dialog").get_by_role("button", name="Promote").click()
    expect(page.get_by_text("M1 is active from now on.")).to_be_visible()
    wait_for_new_seeds(lead, project, "M1", run)


def roll_back(lead: Visitor, project: int) -> None:
    run = newest_run(lead, project)["id"]
    page = lead.open(f"/projects/{project}/learning")
    page.get_by_role("button", name="Roll back").click()
    page.get_by_role("dialog").get_by_role("button", name="Roll back").click()
    expect(page.get_by_text("M0 is active again.")).to_be_visible()
    wait_for_new_seeds(lead, project, "M0", run)


def newest_run(lead: Visitor, project: int) -> Json:
    run: Json = api(lead, f"/projects/{project}/seeding")["run"]
    return run


def wait_for_new_seeds(lead: Visitor, project: int, version: str, before: int) -> None:
    """Wait until a run after the one that was the newest before has ended, and is told of."""

    def has_succeeded() -> bool:
        run = newest_run(lead, project)
        return bool(run["id"] != before and run["job"]["state"] == "succeeded")

    eventually(has_succeeded, "the end of the seeding run", SLOW / 1000)
    assert newest_run(lead, project)["failures"] == []
    page = lead.open(f"/projects/{project}/learning")
    told = re.compile(rf"that nobody has started get new seeds from {version}\b")
    expect(page.get_by_text(told).first).to_be_visible()
