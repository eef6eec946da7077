"""VizWiz-Captions: a HIT of five photos by five people, a spammer found, and the work redone."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import hit_steps, steps
from tests.e2e.callers import Caller
from tests.e2e.captions import CLOCK, COFFEE, FLAGS, HONEST, PHOTO_OF, ROCKET, SPAM, STARS
from tests.e2e.hit_steps import CANNED, caption, expect_page, go_on, page_button, say_text
from tests.e2e.installation import PHOTOS, ROOT, Served
from tests.e2e.visitors import Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.deployed]

NewVisitor = Callable[..., Visitor]
ISSUES = ("Blurred", "Rotated", "Nothing is wrong")
FORMAT = "VizWiz-Captions JSON"
RELEASED = ROOT / "tests" / "analysis" / "data" / "vizwiz" / "vizwiz_captions_sample.json"


def _answer(text: str, name: str) -> dict[str, Any]:
    return {
        "text": text,
        "canned": text == CANNED,
        "text_detected": name == CLOCK,
        "quality_issues": ["dark"] if name == STARS else ["none"],
        "quality_other": "",
    }


def _honest(number: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def answer(task: dict[str, Any]) -> dict[str, Any]:
        name = task["image"]["name"]
        return _answer(HONEST[name][number], name)

    return answer


@pytest.fixture
def callers(browser: Browser, served: Served) -> Iterator[list[Caller]]:
    made = [Caller(browser, served) for _ in range(4)]
    yield made
    for caller in made:
        caller.close()


# --- at work ---------------------------------------------------------------------------------


def _write(page: Page, text: str, *, has_text: bool, issue: str) -> None:
    """Fill in one page as somebody does who works honestly, or not."""
    if text == CANNED:
        # By key: remarks on the words before it may come just now, and move it away from a click.
        page.get_by_role("button", name="Too poor to recognise anything").press("Enter")
        expect(caption(page)).to_have_value(CANNED)
    else:
        caption(page).fill(text)
    say_text(page, there_is=has_text)
    page.get_by_role("checkbox", name=issue, exact=True).check()


def _be_corrected(page: Page) -> None:
    """What breaks a rule is said while one types, and taken back when it is fixed."""
    caption(page).fill("There is a cup. It is red.")
    remarks = page.get_by_role("list", name="About your text").first
    expect(remarks).to_contain_text("To fix:")
    expect(remarks.get_by_role("listitem")).to_have_count(3)
    caption(page).fill("A beautiful red cup of coffee on a table")
    expect(remarks).to_contain_text("Suggestion:")
    expect(remarks).not_to_contain_text("To fix:")


def _change_their_mind(page: Page) -> None:
    """The ready-made text stands in for one's own words, which come back."""
    caption(page).fill("These words are to be kept for later")
    page.get_by_role("button", name="Too poor to recognise anything").click()
    expect(caption(page)).to_have_value(CANNED)
    page.get_by_role("button", name="Write a caption after all").click()
    expect(caption(page)).to_have_value("These words are to be kept for later")


def _choose_issues(page: Page) -> None:
    """ "Nothing is wrong" excludes the rest."""
    box = {name: page.get_by_role("checkbox", name=name, exact=True) for name in ISSUES}
    box["Blurred"].check()
    box["Rotated"].check()
    box["Nothing is wrong"].check()
    expect(box["Blurred"]).not_to_be_checked()
    expect(box["Rotated"]).not_to_be_checked()


def _come_back(person: Visitor, names: list[str]) -> None:
    """Leave on the third page, reload, find everything, and go back to the second."""
    page = person.page
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
    page.reload()
    expect_page(page, 3)
    expect(caption(page)).to_have_value(HONEST[names[2]][0])
    page.get_by_role("button", name="Previous").click()
    expect_page(page, 2)
    expect(caption(page)).to_have_value(HONEST[names[1]][0])
    page_button(page, 3).click()
    expect_page(page, 3)


def _work_well(person: Visitor, hasty: Mapping[str, float]) -> None:
    """The whole HIT in the browser, with everything the workbench offers.

    She looks at each photo for a second longer than the hasty person took for all of it: on a fast
    machine both would else be equally quick now and then.
    """
    page = person.page
    names = hit_steps.names(person)
    assert sorted(names) == sorted(PHOTO_OF)
    for number, name in enumerate(names, start=1):
        if number == 1:
            _be_corrected(page)
            _change_their_mind(page)
            _choose_issues(page)
        page.clock.fast_forward(int(1000 * (hasty[name] + 1)))
        issue = "Too dark" if name == STARS else "Nothing is wrong"
        _write(page, HONEST[name][0], has_text=name == CLOCK, issue=issue)
        if number == 3:
            _come_back(person, names)
        if number == 4:
            # Submitting too early says what is missing and sends nothing.
            page_button(page, 5).click()
            page.get_by_role("button", name="Submit all 5").click()
            missing = page.get_by_role("dialog", name="Not quite ready")
            missing.get_by_role("button", name=re.compile("^Page 5: ")).click()
            expect_page(page, 5)
        elif number < 5:
            go_on(page, number + 1)
    expect(page.get_by_text("5 of 5 ready")).to_be_visible()
    hit_steps.submit_all(page, 5)


def _work_badly(person: Visitor) -> None:
    page = hit_steps.start(person, "Caption")
    for number, name in enumerate(hit_steps.names(person), start=1):
        _write(page, SPAM[name], has_text=False, issue="Blurred")
        if number < 5:
            go_on(page, number + 1)
    hit_steps.submit_all(page, 5)


def _seconds(lead: Visitor, project: int, username: str) -> dict[str, float]:
    """Return how long somebody took for each image."""
    found = {}
    for sample in steps.api(lead, f"/projects/{project}/samples")["results"]:
        [stage] = steps.api(lead, f"/samples/{sample['id']}")["stages"]
        [seconds] = [
            each["active_seconds"]
            for each in stage["annotations"]
            if each["author"]["username"] == username
        ]
        found[sample["image"]["name"]] = seconds
    return found


# --- in review -------------------------------------------------------------------------------


def _queue(lead: Visitor, project: int) -> dict[str, Any]:
    items = steps.api(lead, f"/projects/{project}/review?state=open")["results"]
    return {item["answer"]["image"]["name"]: item for item in items}


def _all_flags(lead: Visitor, project: int) -> dict[str, Any]:
    """The worker checks what is submitted; a lead checks once more, now that there is a pool."""
    by_themselves = sum(len(codes) for codes in FLAGS.values())
    hit_steps.wait_for_checks(lead, project, by_themselves)
    lead.page.get_by_role("button", name="Run checks", exact=True).click()
    hit_steps.wait_for_checks(lead, project, by_themselves + 1)
    queue = _queue(lead, project)
    found = {name: [f["code"] for f in item["flags"]] for name, item in queue.items()}
    # About the person, and so on only one of the answers.
    assert sum(codes.count("early_warning") for codes in found.values()) == 1
    assert {name: {*codes} - {"early_warning"} for name, codes in found.items()} == FLAGS
    return queue


def _read_every_flag(lead: Visitor, project: int, queue: Mapping[str, Any]) -> None:
    """Walk through the queue with the keyboard; each flag says its numbers in a sentence."""
    page = lead.open(f"/projects/{project}/review")
    links = page.locator("[data-review-link]")
    expect(links).to_have_count(5)
    links.first.click()
    seen = set()
    for place in range(1, 6):
        expect(page.get_by_text(f"{place} of 5", exact=True)).to_be_visible()
        name = page.get_by_role("heading", name=re.compile(r"^VizWiz_train_\d+\.jpg")).inner_text()
        item = queue[name]
        for flag in item["flags"]:
            reason = page.get_by_role("listitem").filter(
                has=page.get_by_role("heading", name=flag["title"], exact=True)
            )
            expect(reason).to_contain_text(flag["message"])
        # Side by side: what the four others wrote.
        others = page.locator("section, div").filter(has_text="What others answered").last
        for text in {*HONEST[name]}:
            expect(page.get_by_text(text).first).to_be_visible()
        expect(others).to_be_visible()
        seen.add(name)
        if place < 5:
            page.keyboard.press("j")
    assert seen == set(PHOTO_OF)


def _open_answer(lead: Visitor, project: int, item: Mapping[str, Any]) -> Page:
    page = lead.open(f"/projects/{project}/review/{item['answer']['annotation']}")
    expect(page.get_by_role("region", name="Decide")).to_be_visible()
    return page


def _send_feedback(lead: Visitor, project: int, item: Mapping[str, Any]) -> None:
    """Feedback tied to the telephone number, which is selected with the keyboard."""
    page = _open_answer(lead, project, item)
    page.keyboard.press("f")
    dialog = page.get_by_role("dialog", name=re.compile("^Feedback to "))
    message = dialog.get_by_role("textbox", name="Message")
    expect(message).to_be_focused()
    dialog.get_by_role("textbox", name="The words it is about").focus()
    page.keyboard.press("Control+End")
    for _ in "555-010-9999":
        page.keyboard.press("Shift+ArrowLeft")
    expect(dialog).to_contain_text("About “555-010-9999”")
    message.fill("Never give a telephone number.")
    dialog.get_by_role("button", name="Send").click()
    expect(dialog).to_have_count(0)


def _reject(lead: Visitor, project: int, item: Mapping[str, Any]) -> None:
    page = _open_answer(lead, project, item)
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name="Reject this answer?")
    expect(dialog.get_by_role("button", name="Reject")).to_be_disabled()
    dialog.get_by_role("button", name="Mostly capitals").click()
    dialog.get_by_role("radio", name="Have it done again from there").check()
    dialog.get_by_role("button", name="Reject").click()
    expect(page.get_by_text("Somebody else will do the work again.")).to_be_visible()


def _block(lead: Visitor, project: int, item: Mapping[str, Any]) -> None:
    page = _open_answer(lead, project, item)
    page.keyboard.press("b")
    dialog = page.get_by_role("dialog", name=re.compile(r"^Block .*\?$"))
    dialog.get_by_role("radio", name="From this project").check()
    dialog.get_by_label("Why?").fill("Nothing of this describes a photo.")
    dialog.get_by_role("checkbox", name="Reject what they did, and give it to others").check()
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_text(re.compile("is blocked.*given to others: 4"))).to_be_visible()


def _expect_consequences(spammer: Visitor) -> None:
    """The blocked person is told so, and finds the feedback with the words it is about."""
    page = spammer.open("/")
    expect(page.get_by_text("You cannot work here now")).to_be_visible()
    spammer.open("/feedback")
    expect(page.get_by_text("Never give a telephone number.")).to_be_visible()
    expect(page.locator("mark").filter(has_text="555-010-9999")).to_be_visible()


# --- the export ------------------------------------------------------------------------------


def _texts(exported: Mapping[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {image["file_name"]: [] for image in exported["images"]}
    by_id = {image["id"]: image["file_name"] for image in exported["images"]}
    for each in exported["annotations"]:
        found[by_id[each["image_id"]]].append(each["caption"])
    return found


def _expect_released_layout(exported: Mapping[str, Any]) -> None:
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    assert exported.keys() == released.keys()
    assert exported["info"].keys() == released["info"].keys()
    for part in ("images", "annotations"):
        wanted = released[part][0].keys()
        assert all(each.keys() == wanted for each in exported[part])
    assert [image["id"] for image in exported["images"]] == [11, 12, 13, 14, 15]
    assert {image["file_name"]: image["text_detected"] for image in exported["images"]} == {
        name: name == CLOCK for name in PHOTO_OF
    }


def _expect_only_good_work(exported: Mapping[str, Any]) -> None:
    _expect_released_layout(exported)
    wanted = {name: sorted([*HONEST[name], _redone(name)]) for name in PHOTO_OF}
    assert {name: sorted(texts) for name, texts in _texts(exported).items()} == wanted
    ids = [each["id"] for each in exported["annotations"]]
    assert sorted(ids) == [5 * image + k for image in range(11, 16) for k in range(5)]
    assert not any(each["is_rejected"] for each in exported["annotations"])
    for each in exported["annotations"]:
        assert each["is_precanned"] == (each["caption"] == CANNED)


def _expect_rejected_marked(exported: Mapping[str, Any]) -> None:
    _expect_released_layout(exported)
    rejected = [each["caption"] for each in exported["annotations"] if each["is_rejected"]]
    assert sorted(rejected) == sorted(SPAM.values())
    assert len(exported["annotations"]) == 30


def _redone(name: str) -> str:
    return (
        CANNED if name == STARS else f"What the sixth person wrote about photo {int(name[-6:-4])}"
    )


@pytest.mark.long
def test_a_spammer_is_found_blocked_and_replaced(
    new_visitor: NewVisitor, callers: list[Caller], tmp_path: Path
) -> None:
    lead, ann, sam = (new_visitor() for _ in range(3))
    lead.sign_in("lena")
    project = hit_steps.create_project(lead, "Photos by people who cannot see", "VizWiz-Captions")
    for name, photo in PHOTO_OF.items():
        (tmp_path / name).write_bytes((PHOTOS / photo).read_bytes())
    steps.upload(lead, project, [tmp_path / name for name in PHOTO_OF])
    hit_steps.expect_open(lead, project, 5)
    link = steps.invite(lead, project, 6)
    steps.accept(sam, link, "captions-sam")
    steps.accept(ann, link, "captions-ann")
    three, redoing = callers[:3], callers[3]
    for number, caller in enumerate(callers):
        caller.join(link, f"captions-{number}")

    ann.page.clock.install()
    hit_steps.start(ann, "Caption")
    hits = [caller.claim(project, "caption") for caller in three]
    _work_badly(sam)
    _work_well(ann, _seconds(lead, project, "captions-sam"))
    seconds = _seconds(lead, project, "captions-ann")
    for number, (caller, hit) in enumerate(zip(three, hits, strict=True), start=1):
        caller.submit(hit, _honest(number), seconds)

    queue = _all_flags(lead, project)
    assert {item["answer"]["annotator"]["username"] for item in queue.values()} == {"captions-sam"}
    _read_every_flag(lead, project, queue)
    _send_feedback(lead, project, queue[ROCKET])
    _reject(lead, project, queue[STARS])
    _block(lead, project, queue[COFFEE])
    assert _queue(lead, project) == {}
    _expect_consequences(sam)

    hit = redoing.claim(project, "caption")
    assert sorted(each["image"]["name"] for each in hit["assignments"]) == sorted(PHOTO_OF)
    redoing.submit(hit, lambda task: _answer(_redone(task["image"]["name"]), task["image"]["name"]))
    samples = steps.api(lead, f"/projects/{project}/samples")["results"]
    assert all(sample["state"] == "done" for sample in samples)

    _expect_only_good_work(
        hit_steps.export(lead, project, tmp_path / "kept.json", format=FORMAT, options=())
    )
    everything = ("Also answers that were rejected",)
    _expect_rejected_marked(
        hit_steps.export(lead, project, tmp_path / "all.json", format=FORMAT, options=everything)
    )
