"""A study of ranking from the wizard to LaTeX: three people put texts in order, ties included."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e import ranking_acts, ranking_wizard, steps, study_acts, study_secrets
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.ranking_acts import REASON, Opinion
from tests.e2e.study_acts import Heard
from tests.e2e.visitors import NewVisitor, Visitor

pytestmark = pytest.mark.e2e

NAME = "Which one would be printed"
SOURCE_PROJECT = "Photographs for print"
TITLES = ("Zephyr people", "Quokka-2 model", "Wombat & Co")
FILES = ("zephyr-file", "quokka-file", "wombat-file")
# One text of each source, in the order of the titles.
TEXTS = {
    "coffee.jpg": ("A cup of coffee stands on a saucer.", "A white cup on wood.", "A cup."),
    "rocket.jpg": ("A rocket beside its tower.", "A white rocket, lit from below.", "A tower."),
    "chelsea.jpg": ("A ginger cat looks left.", "A tabby cat with green eyes.", "A cat."),
}
# Who puts the texts of these sources where.
RANKS = {
    "drag": {"coffee.jpg": (1, 2, 3), "rocket.jpg": (2, 1, 2), "chelsea.jpg": (3, 1, 2)},
    "touch": {"coffee.jpg": (1, 2, 3), "rocket.jpg": (1, 1, 1), "chelsea.jpg": (2, 1, 3)},
    "keys": {"coffee.jpg": (1, 1, 2), "rocket.jpg": (2, 1, 3), "chelsea.jpg": (3, 2, 1)},
}

# What comes of them, worked out by hand. Tied texts share the mean of their places:
#
#              coffee                    rocket                    chelsea
#     drag     1    2    3               2.5  1    2.5             3  1  2
#     touch    1    2    3               2    2    2               2  1  3
#     keys     1.5  1.5  3               2    1    3               3  2  1
#     sums     3.5  5.5  9               6.5  4    7.5             8  4  6
#
# Mean ranks over 9 rankings: 18/9, 13.5/9 and 22.5/9. Of 27 draws of three images, one has coffee
# thrice and one chelsea thrice, 3.7% each: intervals reach from the lowest mean of an image to
# the highest, as sums of three: 3.5 to 8, 4 to 5.5, 6 to 9.
MEANS = ((2.0, 3.5 / 3, 8 / 3), (1.5, 4 / 3, 5.5 / 3), (2.5, 2.0, 3.0))
# First before second, tied, second before first; for coffee, rocket and chelsea:
#     Zephyr and Quokka: 2 1 0, 0 1 2, 0 0 3; Zephyr and Wombat: 3 0 0, 1 2 0, 1 0 2;
#     Quokka and Wombat: 3 0 0, 2 1 0, 2 0 1.
PAIRS = {(0, 1): (2, 2, 5), (0, 2): (5, 2, 2), (1, 2): (7, 1, 1)}
# Kendall's W is 12 S / (9 · 24 - 3 T), S the squared distances of the sums from 6, T the sum of
# t³ - t over the ties:
#     coffee   S = 2.5² + 0.5² + 3² = 15.5,  T = 6:       186/198 = 31/33
#     rocket   S = 0.5² + 2² + 1.5² = 6.5,   T = 6 + 24:   78/126 = 13/21
#     chelsea  S = 2² + 2² + 0² = 8,         T = 0:        96/216 = 4/9
KENDALL_W = (31 / 33 + 13 / 21 + 4 / 9) / 3
# Alpha, of twice the ranks: 7 times 2, 2 times 3, 9 times 4, 2 times 5, 7 times 6. Levels are as
# far apart as there are values from the middle of one to that of the other: 2-3 4.5, 2-4 10,
# 2-5 15.5, 2-6 20, 3-4 5.5, 3-5 11, 3-6 15.5, 4-5 5.5, 4-6 10, 5-6 4.5.
# Observed, squared, over the pairs of people of each text: coffee 2·4.5² + 2·5.5² + 0 = 101,
# rocket 2·5.5² + 2·10² + (4.5² + 5.5² + 10²) = 411, chelsea 2·10² + 2·10² + (10² + 10² + 20²)
# = 1000: 1512, of 27 values. Expected: over all pairs of levels the product of their numbers with
# the square is 283.5 + 6300 + 3363.5 + 19600 + 544.5 + 484 + 3363.5 + 544.5 + 6300 + 283.5 = 41067.
ALPHA = 1 - (1512 / 27) / (2 * 41067 / (27 * 26))


# --- where the texts come from ---------------------------------------------------------------


def _files_of_texts(folder: Path) -> dict[str, Path]:
    files = {}
    for source, (title, stem) in enumerate(zip(TITLES, FILES, strict=True)):
        lines = [{"image": name, "text": texts[source]} for name, texts in TEXTS.items()]
        files[title] = folder / f"{stem}.jsonl"
        files[title].write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return files


def _opinion(who: str) -> Opinion:
    """Rank texts by what they say: in which order they are shown is drawn by chance."""

    def opinion(shown: Sequence[str]) -> list[int]:
        [(photo, texts)] = [each for each in TEXTS.items() if set(each[1]) == set(shown)]
        return [RANKS[who][photo][texts.index(text)] for text in shown]

    return opinion


# --- what is told ----------------------------------------------------------------------------


def _expect_results(lead: Visitor, project: int, study: int) -> None:
    page = lead.open(f"/projects/{project}/studies/{study}/results")
    means = page.get_by_role("table", name="Mean rank")
    for title, (mean, low, high) in zip(TITLES, MEANS, strict=True):
        cells = means.get_by_role("row", name=title).get_by_role("cell")
        expect(cells).to_have_text([title, f"{mean:.2f}", f"{low:.2f} … {high:.2f}", "9"])
    pairs = page.get_by_role("table", name="Pairs")
    for row, title in enumerate(TITLES):
        cells = pairs.get_by_role("row").nth(1 + row).get_by_role("cell")
        expect(cells).to_have_text([title, *_won(row)])
    for name, figure in (("Kendall's W", KENDALL_W), ("Krippendorff's alpha", ALPHA)):
        told = page.get_by_role("main").locator("dl > div", has_text=name)
        interval = re.compile(r"0\.\d\d to [01]\.\d\d")
        expect(told.get_by_role("definition")).to_have_text([f"{figure:.2f}", interval])


def _won(row: int) -> list[str]:
    """Return how often a source was put before each other one, and tied with it."""
    cells = []
    for column in range(len(TITLES)):
        wins, ties, _ = PAIRS.get((row, column)) or PAIRS.get((column, row), (0, 0, 0))[::-1]
        cells.append("–" if row == column else f"{wins}{ties} {'tie' if ties == 1 else 'ties'}")
    return cells


def _expect_cases(lead: Visitor, project: int, study: int) -> None:
    """Find every ranking by itself; people are numbered in the order in which they joined."""
    page = lead.open(f"/projects/{project}/studies/{study}/cases")
    for photo, texts in TEXTS.items():
        case = page.get_by_role("region", name=re.compile(rf"^\d+: {re.escape(photo)}$"))
        for text in texts:
            expect(case.get_by_text(text, exact=True)).to_be_visible()
        for number, ranks in enumerate(RANKS.values(), start=1):
            row = case.get_by_role("row", name=f"Rater {number}")
            expect(row.get_by_role("cell").nth(1)).to_have_text(_in_words(ranks[photo]))


def _in_words(ranks: tuple[int, ...]) -> str:
    places = []
    for rank in sorted(set(ranks)):
        tied = [title for title, own in zip(TITLES, ranks, strict=True) if own == rank]
        places.append(f"{rank} {' = '.join(tied)}")
    return "".join(places)


def _expect_files(lead: Visitor, project: int, study: int) -> None:
    table = study_acts.download(lead, project, study, "Tables as CSV")
    rows = list(csv.DictReader(io.StringIO(table)))
    for row, (title, figures) in enumerate(zip(TITLES, MEANS, strict=True)):
        assert (rows[row]["source"], rows[row]["rankings"]) == (title, "9")
        told = [float(rows[row][column]) for column in ("mean rank", "low", "high")]
        assert told == pytest.approx(figures, abs=0.0005)
    for (first, second), (wins, ties, losses) in PAIRS.items():
        assert rows[first][f"before {TITLES[second]}"] == str(wins)
        assert rows[second][f"before {TITLES[first]}"] == str(losses)
        assert rows[first][f"tied with {TITLES[second]}"] == str(ties)
    latex = re.sub(r" +", " ", study_acts.download(lead, project, study, "Tables as LaTeX"))
    titles = [title.replace("&", r"\&") for title in TITLES]
    for title, (mean, low, high) in zip(titles, MEANS, strict=True):
        assert rf"{title} & 9 & {mean:.2f} & [{low:.2f}, {high:.2f}] \\" in latex
    for (first, second), counts in PAIRS.items():
        cells = " & ".join([titles[first], titles[second], *map(str, counts)])
        assert rf"{cells} \\" in latex
    assert re.search(rf"Kendall's W {KENDALL_W:.3f} \[.*\], .*al\) {ALPHA:.3f} \[", latex)
    ratings = study_acts.download(lead, project, study, "All judgements")
    assert ratings.count(REASON) == len(RANKS) * len(TEXTS) * len(TITLES)


@pytest.mark.long
def test_three_people_rank_by_drag_touch_and_keyboard_what_the_lead_then_prints(
    new_visitor: NewVisitor, tmp_path: Path, served: Served
) -> None:
    study_secrets.let_ids_begin_far_away(served)
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, SOURCE_PROJECT)
    steps.upload(lead, project, [PHOTOS / name for name in TEXTS])
    study = ranking_wizard.make_study(lead, project, NAME, _files_of_texts(tmp_path))
    work = study_acts.work_of(lead, project, study)
    link = steps.invite(lead, work, 3)

    acts: dict[str, Callable[[Visitor, int, Opinion], None]] = {
        "drag": ranking_acts.rank_by_drag,
        "touch": ranking_acts.rank_by_touch,
        "keys": ranking_acts.rank_by_keyboard,
    }
    visitors = {
        "drag": new_visitor(),
        "touch": new_visitor(width=390, height=844, has_touch=True),
        "keys": new_visitor(),
    }
    heard = {who: Heard.by(visitor) for who, visitor in visitors.items()}
    for who, visitor in visitors.items():
        steps.accept(visitor, link, f"print-{who}")
        acts[who](visitor, len(TEXTS), _opinion(who))
        visitor.open("/history")
        visitor.page.get_by_role("link", name=re.compile("^Look at ")).first.click()
        expect(visitor.page.get_by_text("What you judged", exact=True)).to_be_visible()

    _expect_results(lead, project, study)
    _expect_cases(lead, project, study)
    _expect_files(lead, project, study)
    hidden = study_secrets.numbers_of(served, NAME)
    words = [*TITLES, *FILES, SOURCE_PROJECT]
    for each in heard.values():
        shown = study_secrets.expect_blind(each, words, hidden)
        assert shown == {frozenset(texts) for texts in TEXTS.values()}, "not everything was heard"
