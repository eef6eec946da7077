"""A study from the wizard to LaTeX: three people judge, and their browsers never learn whose."""

import csv
import io
import json
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from annotate.analysis.sxs import percentages
from tests.e2e import steps, study_acts, study_secrets
from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.study_acts import METRICS, Heard, Judge
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

NewVisitor = Callable[..., Visitor]
NAME = "Which one helps more"
TITLES = ("Zephyr people", "Quokka-2 model")
AUTHOR, SOURCE_PROJECT, FILE = "annabel-author", "Ferns and other photographs", "quokka-output"
# By a person, then by the model of the file.
TEXTS = {
    "coffee.jpg": ("A cup of coffee stands on a saucer.", "A white cup and a spoon on wood."),
    "rocket.jpg": ("A rocket stands beside its tower.", "A white rocket at dusk, lit from below."),
    "chelsea.jpg": ("A ginger cat looks to the left.", "A tabby cat with green eyes, close up."),
}
# How far each rater leans to the second source in each photo, from the first metric on: -2 to 2.
LEANING = {
    "mouse": {"coffee.jpg": (2, 1, 0, -1, 2), "rocket.jpg": (1, 1, -2, 0, 1),
              "chelsea.jpg": (-1, 2, -1, 1, 0)},
    "phone": {"coffee.jpg": (2, 2, -1, 0, 1), "rocket.jpg": (0, 1, -1, 0, 2),
              "chelsea.jpg": (-2, 1, 0, 2, 0)},
    "keys": {"coffee.jpg": (1, 1, 0, -2, 2), "rocket.jpg": (2, 1, -2, 1, 1),
             "chelsea.jpg": (-1, 0, -1, 1, -1)},
}  # fmt: skip


@pytest.fixture
def author(browser: Browser, served: Served) -> Iterator[Caller]:
    made = Caller(browser, served)
    yield made
    made.close()


# --- where the texts come from ---------------------------------------------------------------


def _first_round(lead: Visitor, author: Caller) -> int:
    """Let a project have photos with a first description each, all by one person."""
    project = steps.create_project(lead, SOURCE_PROJECT)
    steps.upload(lead, project, [PHOTOS / name for name in TEXTS])
    steps.seed(lead, project, len(TEXTS))
    author.join(steps.invite(lead, project, 1), AUTHOR)
    for stage in ("objects", "description"):
        for _ in TEXTS:
            claimed = author.call("POST", f"/projects/{project}/claim", {"stage": stage})
            held = claimed["assignment"]
            text = TEXTS[held["image"]["name"]][0]
            body = {
                "key": str(uuid.uuid4()),
                "answer": {"text": text} if stage == "description" else held["start"],
                "active_seconds": 60,
            }
            author.call("POST", f"/assignments/{held['id']}/submit", body)
    return project


def _file_of_texts(folder: Path) -> Path:
    lines = [{"image": name, "text": texts[1]} for name, texts in TEXTS.items()]
    file = folder / f"{FILE}.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return file


# --- judging ---------------------------------------------------------------------------------


def _judge(who: str, sides: list[bool]) -> Judge:
    """Judge as somebody leans; note whether the pair was shown the other way round."""

    def judge(left: str, right: str) -> dict[str, int]:
        [(photo, texts)] = [each for each in TEXTS.items() if set(each[1]) == {left, right}]
        flipped = left == texts[1]
        sign = -1 if flipped else 1
        leaning = [sign * each for each in LEANING[who][photo]]
        sides.append(flipped)
        return dict(zip(METRICS, leaning, strict=True))

    return judge


def _all_judge(visitors: dict[str, Visitor]) -> None:
    seen: list[list[bool]] = []
    for who, visitor in visitors.items():
        act = study_acts.judge_by_keyboard if who == "keys" else study_acts.judge_by_pointer
        seen.append([])
        act(visitor, len(TEXTS), _judge(who, seen[-1]))
    # Which way round is drawn for each person: all or none may be turned.
    assert [len(sides) for sides in seen] == [len(TEXTS)] * len(visitors)


# --- what is told ----------------------------------------------------------------------------


def _expected(at: int) -> list[int]:
    """Return the percentages of a metric, from the first source to the second."""
    scores = [photos[photo][at] for photos in LEANING.values() for photo in TEXTS]
    return percentages([scores.count(score) for score in (-2, -1, 0, 1, 2)])


def _expect_results(lead: Visitor, project: int, study: int) -> None:
    page = lead.open(f"/projects/{project}/studies/{study}/results")
    table = page.get_by_role("table", name="Percentages by metric")
    expect(table.get_by_role("row")).to_have_count(1 + len(METRICS))
    for at, metric in enumerate(METRICS):
        row = table.get_by_role("row").filter(has_text=metric)
        cells = " ".join(row.get_by_role("cell").all_inner_texts())
        found = [int(each) for each in re.findall(r"(\d+)\s*%", cells)]
        assert found == _expected(at), metric
    expect(page.get_by_role("heading", name="Agreement")).to_be_visible()


def _expect_files(lead: Visitor, project: int, study: int) -> None:
    rows = list(csv.DictReader(io.StringIO(
        study_acts.download(lead, project, study, "Tables as CSV")
    )))  # fmt: skip
    columns = [f"{TITLES[0]} ++ %", f"{TITLES[0]} + %", "neutral %"]
    columns += [f"{TITLES[1]} + %", f"{TITLES[1]} ++ %"]
    for at, metric in enumerate(METRICS):
        assert rows[at]["metric"] == metric
        assert [int(rows[at][column]) for column in columns] == _expected(at)
    latex = study_acts.download(lead, project, study, "Tables as LaTeX")
    for at, metric in enumerate(METRICS):
        cells = " & ".join(map(str, [metric, *_expected(at)]))
        assert cells in re.sub(r" +", " ", latex), metric
    assert all(title in latex for title in TITLES)
    ratings = study_acts.download(lead, project, study, "All judgements")
    assert ratings.count("By keyboard: ") == len(TEXTS) * len(METRICS)
    assert ratings.count("By pointer: ") == 2 * len(TEXTS) * len(METRICS)


@pytest.mark.long
def test_three_people_judge_blindly_what_the_lead_then_prints(
    new_visitor: NewVisitor, author: Caller, tmp_path: Path, served: Served
) -> None:
    study_secrets.let_ids_begin_far_away(served)
    lead = new_visitor()
    lead.sign_in("lena")
    project = _first_round(lead, author)
    study = study_acts.make_study(lead, project, NAME, _file_of_texts(tmp_path), TITLES)
    work = study_acts.work_of(lead, project, study)
    link = steps.invite(lead, work, 3)

    visitors = {
        "mouse": new_visitor(),
        "phone": new_visitor(width=390, height=844),
        "keys": new_visitor(),
    }
    heard = {who: Heard.by(visitor) for who, visitor in visitors.items()}
    for who, visitor in visitors.items():
        steps.accept(visitor, link, f"study-{who}")
    _all_judge(visitors)
    for visitor in visitors.values():
        visitor.open("/history")
        expect(visitor.page.get_by_role("heading", name="History")).to_be_visible()

    _expect_results(lead, project, study)
    _expect_files(lead, project, study)
    hidden = study_secrets.numbers_of(served, NAME)
    words = [*TITLES, FILE, AUTHOR, SOURCE_PROJECT]
    for each in heard.values():
        # What may be told is found by the same search, so that it looks in the right place.
        assert any(str(work).encode() in body for _, body in each.of_api())
        shown = study_secrets.expect_blind(each, words, hidden)
        assert shown == {frozenset(texts) for texts in TEXTS.values()}, "not everything was heard"
