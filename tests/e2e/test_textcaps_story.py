"""TextCaps: captions, votes with gold among them, and the export of what the majority kept."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import hit_steps, steps
from tests.e2e.callers import Caller
from tests.e2e.hit_steps import caption, go_on, set_number
from tests.e2e.installation import PHOTOS, ROOT, Served
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

NewVisitor = Callable[..., Visitor]
Json = dict[str, Any]
RELEASED = ROOT / "tests" / "analysis" / "data" / "textcaps" / "textcaps_0.1_sample.json"

CLOCK, ROCKET, HOPPER = "clock.jpg", "rocket.jpg", "grace-hopper.jpg"
# By each of two people; what follows is why the others vote against it.
CAPTIONS = {
    CLOCK: (
        "The hands of a station clock stand between the Roman numerals I and II",
        "A round clock hangs on a wall in front of a dark window",
    ),
    ROCKET: (
        "A white rocket with the letters USA on its side stands on a launch pad",
        "The word FALCON runs down the side of a rocket beside its tower",
    ),
    HOPPER: (
        "A officer in a blue uniform stand before the flag with a badge that read HOPPER",
        "A woman in a navy uniform wears ribbons above her name tag",
    ),
}
FAULTS = {CAPTIONS[CLOCK][1]: "requires_reading", CAPTIONS[HOPPER][0]: "grammatical"}
KEPT = {
    "clock": [CAPTIONS[CLOCK][0]],
    "rocket": [*CAPTIONS[ROCKET]],
    "grace-hopper": [CAPTIONS[HOPPER][1]],
}
CRITERIA = ("requires_reading", "true_for_image", "one_sentence", "grammatical", "objective")
# Known answers on two of the photos; each has five parts.
GOOD = "A launch tower with the sign PAD 39 A stands next to a white rocket"
BAD = "I thinks this lovely person are sad. Where is she going to be"


def _gold_file(folder: Path) -> Path:
    lines = [
        {
            "image": image,
            "stage": "validation",
            "answer": {"text": text, "canned": False},
            "expected": {f"votes.{key}": is_good for key in CRITERIA},
            "is_good": is_good,
            "uses": ["mixed"],
        }
        for image, text, is_good in ((ROCKET, GOOD, True), (HOPPER, BAD, False))
    ]
    wrong = {**lines[0], "image": "no-such-photo"}
    file = folder / "gold.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in [*lines, wrong]), encoding="utf-8")
    return file


def _votes(about: Mapping[str, Any], *, careful: bool) -> dict[str, bool]:
    """Return somebody's votes: a careful person sees every fault, the other one sees none."""
    text = about["text"]
    if not careful:
        return dict.fromkeys(CRITERIA, True)
    return {key: text != BAD and FAULTS.get(text) != key for key in CRITERIA}


def _voter(*, careful: bool) -> Callable[[Json], Json]:
    return lambda task: {"votes": _votes(task["about"]["answer"], careful=careful), "comment": ""}


@pytest.fixture
def callers(browser: Browser, served: Served) -> Iterator[list[Caller]]:
    made = [Caller(browser, served) for _ in range(4)]
    yield made
    for caller in made:
        caller.close()


# --- what the lead sets up -------------------------------------------------------------------


def _create_small_project(lead: Visitor) -> int:
    """TextCaps with numbers for three photos and five people, all set on the page."""
    page = hit_steps.open_new_project(lead, "Captions that read", "TextCaps")
    for title in ("Caption", "Validation"):
        page.get_by_role("button", name=re.compile(rf"^\d\. {title}")).click()
    captions = page.get_by_role("region", name=re.compile(r"^\d\. Caption"))
    set_number(captions, "Answers per image in “Caption”", 2)
    set_number(captions, "Tasks in a mini-batch", 2)
    votes = page.get_by_role("region", name=re.compile(r"^\d\. Validation"))
    set_number(votes, "Votes per answer in “Validation”", 3)
    set_number(votes, "Tasks in a mini-batch", 4)
    set_number(votes, "Share of gold tasks", 100)
    project = hit_steps.save_new_project(page)
    spec = {
        stage["key"]: stage for stage in steps.api(lead, f"/projects/{project}")["recipe"]["stages"]
    }
    numbers = [(each["rounds"], each["hit"]["size"], each["gold_rate"]) for each in spec.values()]
    assert numbers == [(2, 2, 0), (3, 4, 1)]
    return project


def _leave_times_alone(lead: Caller, project: int) -> None:
    """How long an answer takes here is up to the machine: a busy one makes outliers of some."""
    clocks = ("hit", "image", "platform")
    lead.call(
        "PUT", f"/projects/{project}/quality", {"off": [f"time_outlier_{each}" for each in clocks]}
    )


def _import_gold(lead: Visitor, project: int, file: Path) -> None:
    """First only check the file, then import it; a line that cannot be used is named."""
    page = lead.open(f"/projects/{project}/quality/gold")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="File", exact=True).click()
    chooser.value.set_files(file)
    page.get_by_role("button", name="Only check").click()
    expect(page.get_by_text("2 of 3 lines can be imported, 1 cannot.")).to_be_visible()
    expect(page.get_by_text("No gold answers yet.")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("2 of 3 lines imported, 1 refused.")).to_be_visible()
    expect(page.get_by_text("The project has no image “no-such-photo”.")).to_be_visible()
    table = page.get_by_role("table", name="Gold answers")
    expect(table.get_by_text("Good work")).to_be_visible()
    expect(table.get_by_text("Bad work")).to_be_visible()


# --- at work ---------------------------------------------------------------------------------


def _write_captions(person: Visitor, number: int) -> None:
    """Two mini-batches: two photos, then the one that is left."""
    page = hit_steps.start(person, "Caption")
    for size in (2, 1):
        hit_steps.expect_page(page, 1)
        for at, name in enumerate(hit_steps.names(person), start=1):
            caption(page).fill(CAPTIONS[name][number])
            if at < size:
                go_on(page, at + 1)
        before = page.url
        page.get_by_role("button", name="Submit all 2" if size == 2 else "Submit").click()
        if size == 2:
            page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.get_by_role("heading", name="Submitted. That is all for now.")).to_be_visible()


def _vote(person: Visitor) -> None:
    """Three mini-batches in the browser; nothing in them tells which ones are gold."""
    page = hit_steps.start(person, "Validation")
    judged = []
    # No photo is in one of them twice: six captions and two gold ones on three photos.
    for size in (3, 3, 2):
        hit_steps.expect_page(page, 1)
        hit = steps.api(person, f"/hits/{page.url.rsplit('/', 1)[-1]}")
        assert "gold" not in json.dumps(hit).lower()
        assert len({frozenset(each) for each in hit["assignments"]}) == 1
        for at, each in enumerate(hit["assignments"], start=1):
            judged.append(each["about"]["answer"]["text"])
            about = page.get_by_role("region", name="The caption to judge")
            expect(about).to_contain_text(each["about"]["answer"]["text"])
            _answer_questions(page, _votes(each["about"]["answer"], careful=True))
            if at < size:
                go_on(page, at + 1)
        before = page.url
        page.get_by_role("button", name=f"Submit all {size}").click()
        page.wait_for_function(
            "before => location.href !== before || document.body.innerText.includes('all for now')",
            arg=before,
        )
    expect(page.get_by_role("heading", name="Submitted. That is all for now.")).to_be_visible()
    assert sorted(judged) == sorted(
        [GOOD, BAD, *(text for two in CAPTIONS.values() for text in two)]
    )


def _answer_questions(page: Page, votes: Mapping[str, bool]) -> None:
    rows = page.get_by_role("list", name="Questions").get_by_role("radiogroup")
    expect(rows).to_have_count(len(CRITERIA))
    for row, key in enumerate(CRITERIA):
        name = "Yes" if votes[key] else "No"
        rows.nth(row).get_by_role("radio", name=name, exact=True).check()


# --- what the lead sees ----------------------------------------------------------------------


def _expect_a_flag_and_no_punishment(lead: Visitor, project: int, careless: Caller) -> None:
    page = lead.open(f"/projects/{project}/review")
    links = page.locator("[data-review-link]")
    expect(links).to_have_count(1)
    expect(page.get_by_role("table").get_by_text("Often wrong on known answers")).to_be_visible()
    links.first.click()
    expect(page.get_by_role("heading", name="Answer of textcaps-careless")).to_be_visible()
    expect(
        page.get_by_text("5 of 10 known answers were given right (50%); at least 70% is expected.")
    ).to_be_visible()
    answer = careless.call("POST", f"/projects/{project}/claim", {"stage": "validation"})
    assert (answer["hit"], answer["gate"]) == (None, None)
    assert answer["reason"] in ("nothing_open", "no_more_for_you")
    lead.open(f"/projects/{project}/quality/annotators")
    row = page.get_by_role("row").filter(has_text="textcaps-careless")
    expect(row).to_contain_text("5 of 10")
    expect(row).not_to_contain_text("Blocked")
    expect(page.get_by_text("Nobody has been blocked.")).to_be_visible()


def _expect_numbers_on_the_sample(lead: Visitor, project: int) -> None:
    samples = steps.api(lead, f"/projects/{project}/samples")["results"]
    assert all(sample["state"] == "done" for sample in samples)
    clock = next(each["id"] for each in samples if each["image"]["name"] == CLOCK)
    page = lead.open(f"/samples/{clock}")
    expect(page.get_by_text("Dropped", exact=True)).to_have_count(1)
    expect(page.get_by_text("Kept", exact=True)).to_have_count(1)
    expect(page.get_by_text("33% yes (1 of 3): not enough")).to_have_count(1)
    expect(page.get_by_text("100% yes (3 of 3)")).to_have_count(9)


def _expect_released_layout(exported: Mapping[str, Any]) -> None:
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    assert exported.keys() == released.keys()
    assert (exported["dataset_name"], exported["dataset_version"]) == ("textcaps", 0.1)
    keys = released["data"][0].keys()
    assert all(entry.keys() == keys for entry in exported["data"])
    assert [entry["caption_id"] for entry in exported["data"]] == list(
        range(100_000_000, 100_000_000 + len(exported["data"]))
    )


def _expect_what_the_majority_kept(exported: Mapping[str, Any]) -> None:
    _expect_released_layout(exported)
    found: dict[str, list[str]] = {}
    for entry in exported["data"]:
        found.setdefault(entry["image_id"], []).append(entry["caption_str"])
        assert sorted(entry["reference_strs"]) == sorted(KEPT[entry["image_id"]])
        assert entry["caption_tokens"][0] == "<s>"
    assert {key: sorted(texts) for key, texts in found.items()} == {
        key: sorted(texts) for key, texts in KEPT.items()
    }


def test_from_captions_through_votes_to_the_filtered_export(
    new_visitor: NewVisitor, callers: list[Caller], tmp_path: Path
) -> None:
    lead, writer, voter = (new_visitor() for _ in range(3))
    second, careful, careless, same_lead = callers
    lead.sign_in("lena")
    project = _create_small_project(lead)
    _leave_times_alone(same_lead.sign_in("lena"), project)
    steps.upload(lead, project, [PHOTOS / name for name in CAPTIONS])
    hit_steps.expect_open(lead, project, 3)
    link = steps.invite(lead, project, 5)
    steps.accept(writer, link, "textcaps-writer")
    steps.accept(voter, link, "textcaps-voter")
    for caller, name in zip(callers[:3], ("second", "careful", "careless"), strict=True):
        caller.join(link, f"textcaps-{name}")
    _import_gold(lead, project, _gold_file(tmp_path))

    _write_captions(writer, 0)
    for _ in range(2):
        second.submit(
            second.claim(project, "caption"),
            lambda task: {"text": CAPTIONS[task["image"]["name"]][1], "canned": False},
        )
    _vote(voter)
    for person, is_careful in ((careful, True), (careless, False)):
        for _ in range(3):
            person.submit(person.claim(project, "validation"), _voter(careful=is_careful))

    hit_steps.wait_for_checks(lead, project, 1)
    _expect_a_flag_and_no_punishment(lead, project, careless)
    _expect_numbers_on_the_sample(lead, project)
    file = tmp_path / "textcaps.json"
    exported = hit_steps.export(lead, project, file, format="TextCaps JSON")
    expect(lead.page.get_by_text("2 answers dropped by votes")).to_be_visible()
    _expect_what_the_majority_kept(exported)
