"""Real photographs from upload to export, by four people at four browsers."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import steps
from tests.e2e.installation import PHOTOS
from tests.e2e.visitors import Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.deployed]

NewVisitor = Callable[..., Visitor]

FIRST = {
    "coffee.jpg": "A red cup of coffee stands on a red saucer on a wooden table, seen from above.",
    "chelsea.jpg": "A close-up of a ginger cat with green eyes that looks past the camera.",
    "china.jpg": "A Chinese temple hall with a curved roof under a clear blue sky.",
}
SECOND = {
    # Hardly a change: the Jaccard similarity of the words is 14/16 and the work ends here.
    "coffee.jpg": FIRST["coffee.jpg"].replace("from above", "from slightly above"),
    "chelsea.jpg": "Long pale whiskers spread from a pink nose; the fur has darker stripes.",
    "china.jpg": FIRST["china.jpg"] + " Tourists in summer clothes walk up white marble stairs.",
}
THIRD = {
    "chelsea.jpg": SECOND["chelsea.jpg"] + " Behind it lies a grey woollen blanket.",
    "china.jpg": SECOND["china.jpg"] + " Red columns carry the eaves, and a lantern hangs inside.",
}
FINAL = {**SECOND, **THIRD}


def _objects(page: Page) -> Any:
    return page.get_by_role("list", name=re.compile("^Objects")).get_by_role("listitem")


def _open_object(page: Page, number: int) -> None:
    _objects(page).nth(number - 1).get_by_role("button", expanded=False).first.click()


def _edit_the_first_object(page: Page) -> None:
    _open_object(page, 1)
    page.get_by_label("Label of object 1").fill("white and red coffee cup")
    page.get_by_label("Description of object 1").fill("A cup, white inside and red outside.")


def _remove_the_second_object(page: Page) -> None:
    count = _objects(page).count()
    _open_object(page, 2)
    _objects(page).nth(1).get_by_role("button", name="Remove").click()
    expect(_objects(page)).to_have_count(count - 1)


def _merge_the_last_two_objects(page: Page) -> None:
    count = _objects(page).count()
    for number in (count - 1, count):
        page.get_by_role("checkbox", name=f"Select object {number}").check()
    page.get_by_role("group", name="Selected objects").get_by_role("button", name="Merge").click()
    expect(_objects(page)).to_have_count(count - 1)


def _draw_an_object(page: Page) -> None:
    """Draw over other boxes: the drawing tool does not care what lies below."""
    count = _objects(page).count()
    page.get_by_role("button", name=re.compile("^Draw a box")).click()
    image = page.get_by_role("img", name="Image coffee.jpg").bounding_box()
    assert image is not None
    page.mouse.move(image["x"] + image["width"] * 0.62, image["y"] + image["height"] * 0.55)
    page.mouse.down()
    page.mouse.move(
        image["x"] + image["width"] * 0.92, image["y"] + image["height"] * 0.95, steps=6
    )
    page.mouse.up()
    expect(_objects(page)).to_have_count(count + 1)
    number = count + 1
    page.get_by_label(f"Label of object {number}").fill("wooden table top")
    page.get_by_label(f"Description of object {number}").fill("Brown boards with a visible grain.")


def _do_objects(person: Visitor) -> None:
    """Do Task 1 for all three photographs; on one of them use every tool."""
    page = steps.start(person, "Objects")
    for _ in FIRST:
        if steps.image_name(page) == "coffee.jpg":
            _edit_the_first_object(page)
            _remove_the_second_object(page)
            _merge_the_last_two_objects(page)
            _draw_an_object(page)
        steps.submit(page)
    expect(page.get_by_text("Submitted. That is all for now.")).to_be_visible()


def _do_round(person: Visitor, texts: dict[str, str], *, scratch: str = "") -> None:
    """Do one round of Task 2 on as many photographs as there are texts."""
    page = steps.start(person, "Image description")
    for _ in texts:
        name = steps.image_name(page)
        if name == scratch:
            page.get_by_role("button", name="Start from scratch").click()
            dialog = page.get_by_role("dialog", name="Start from scratch?")
            dialog.get_by_role("radio", name="It is too vague").check()
            dialog.get_by_role("button", name="Start from scratch").click()
            expect(steps.editor(page)).to_have_value("")
        steps.editor(page).fill(texts[name])
        steps.submit(page)
    expect(page.get_by_text("That is all for now.")).to_be_visible()


def _export(lead: Visitor, project: int, file: Path) -> list[dict[str, Any]]:
    page = lead.open(f"/projects/{project}/export")
    page.get_by_role("button", name="Start export").click()
    link = page.get_by_role("link", name=re.compile("^Download")).first
    expect(link).to_be_visible(timeout=60_000)
    with page.expect_download() as download:
        link.click()
    download.value.save_as(file)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.long
def test_from_photographs_to_an_export(new_visitor: NewVisitor, tmp_path: Path) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, "Photographs of three things")
    steps.upload(lead, project, [PHOTOS / name for name in FIRST])
    steps.seed(lead, project, 3)
    link = steps.invite(lead, project, 3)
    ada, ben, cleo = (new_visitor() for _ in range(3))
    for person, name in ((ada, "story-ada"), (ben, "story-ben"), (cleo, "story-cleo")):
        steps.accept(person, link, name)

    _do_objects(ada)
    _do_round(ada, FIRST)
    _do_round(ben, SECOND, scratch="chelsea.jpg")
    _do_round(cleo, THIRD)

    rows = {row["image/name"]: row for row in _export(lead, project, tmp_path / "export.jsonl")}
    assert {name: row["IIW"] for name, row in rows.items()} == FINAL
    labels = [item["label"] for item in rows["coffee.jpg"]["objects"]]
    assert labels[0] == "white and red coffee cup"
    assert labels[-1] == "wooden table top"

    assert rows["coffee.jpg"]["objects"][-1]["description"] == "Brown boards with a visible grain."

    samples = steps.api(lead, f"/projects/{project}/samples")["results"]
    for sample in samples:
        exported = rows[sample["image"]["name"]]["objects"]
        detail = steps.api(lead, f"/samples/{sample['id']}")["stages"][0]["annotations"][-1]
        kept = detail["value"]["objects"]
        assert [item["description"] for item in exported] == [i["description"] for i in kept]
        assert [item["box"] for item in exported] == [item["box"] for item in kept]
    flags = {sample["image"]["name"]: sample["flags"] for sample in samples}
    assert flags["coffee.jpg"] == ["stopped_early"]
    assert flags["chelsea.jpg"] == ["from_scratch"]
    assert all(sample["state"] == "done" for sample in samples)
    overview = steps.api(lead, f"/projects/{project}/overview")
    assert overview["objects"]["merged"] == 1
    assert overview["objects"]["added"] == 1
    rounds = [(row["stage"], row["index"], row["submissions"]) for row in overview["rounds"]]
    assert rounds == [
        ("objects", 1, 3),
        ("description", 1, 3),
        ("description", 2, 3),
        ("description", 3, 2),
    ]
