"""A study of ranking over HTTP, from the wizard to the table of a paper."""

import csv
import io
import re
import uuid
from collections.abc import Sequence
from typing import Any

import pytest

from annotate.evaluation.models import Study
from annotate.evaluation.selectors.printed import section
from annotate.people.models import User
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.judging import address
from tests.evaluation.studies import get, text_of
from tests.evaluation.texts_scene import (
    fresh,
    prepared,
    run_jobs,
    shown_sources,
    source_of,
    text_file,
    texts_of,
)
from tests.workflow.test_blindness import walk

pytestmark = pytest.mark.django_db

TITLES = ("Quokka-2", "Wombat & Co", "People")
LETTERS = "ABC"
# By rater, the ranks of the texts A, B and C of an image with an odd number, then an even one.
OPINIONS = {
    "ada": ([1, 2, 3], [2, 1, 2]),
    "ben": ([1, 2, 3], [1, 1, 1]),
    "cleo": ([1, 1, 2], [2, 1, 3]),
}
TELLING = re.compile(r"source|title_of|position|stimul|quokka|wombat", re.IGNORECASE)


def three_files(project: Project, images: int) -> list[dict[str, Any]]:
    samples = add_samples(project, images)
    files = []
    for letter, title in zip(LETTERS, TITLES, strict=True):
        texts = {
            sample.image.external_id: f"Text {letter} of image {number}."
            for number, sample in enumerate(samples, start=1)
        }
        file = text_file(project, samples, f"file {letter}", **texts)
        files.append({"source": source_of(file), "title": title})
    return files


def ranks_for(texts: Sequence[str], rater: str) -> list[int]:
    """Return what somebody thinks of texts in the order in which they are shown."""
    ranks = []
    for text in texts:
        letter, number = re.fullmatch(r"Text ([ABC]) of image (\d+)\.", text).groups()  # type: ignore[union-attr]
        opinion = OPINIONS[rater][(int(number) + 1) % 2]
        ranks.append(opinion[LETTERS.index(letter)])
    return ranks


def send(user: User, path: str, body: Any, status: int) -> Any:
    answer = client_of(user).post(path, body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def rank_all(study: Study, rater: User, items: int) -> list[dict[str, Any]]:
    """Rank every item that one person is given; return the assignments as they were sent."""
    assignments = []
    for _ in range(items):
        claimed = send(rater, f"/api/v1/projects/{study.work_id}/claim", {}, 200)["assignment"]
        texts = claimed["about"]["answer"]["texts"]
        answer = {"ranks": ranks_for(texts, rater.username), "justification": "It reads so."}
        submitted = {"key": str(uuid.uuid4()), "answer": answer}
        send(rater, f"/api/v1/assignments/{claimed['id']}/submit", submitted, 200)
        assignments.append(claimed)
    return assignments


def wizard(people: Cast, project: Project, images: int = 6) -> Study:
    """Make the study as the wizard does."""
    sources = three_files(project, images)
    base = f"/api/v1/projects/{project.pk}/studies"
    wanted = {"design": "ranking.v1", "sources": [each["source"] for each in sources]}
    assert send(people.owner, f"{base}/preview", wanted, 200)["items"] == images
    body = {
        "name": "Which is best",
        "design": "ranking.v1",
        "sources": sources,
        "raters_per_item": 3,
        "justification": "required",
        "settings": {"question": "Which one would you print?"},
        "raters": [people.ada.pk, people.ben.pk, people.cleo.pk],
        "open_to_others": True,
        "seed": 7,
    }
    made = send(people.owner, base, body, 201)
    run_jobs()
    return fresh(Study.objects.get(pk=made["id"]))


@pytest.fixture
def study(people: Cast, project: Project) -> Study:
    """Six images with three texts each, ranked by Ada, Ben and Cleo as in `OPINIONS`."""
    made = wizard(people, project)
    for rater in (people.ada, people.ben, people.cleo):
        rank_all(made, rater, 6)
    return made


def test_three_raters_with_ties_give_the_table_worked_out_by_hand(
    people: Cast, study: Study
) -> None:
    """Three images are odd, three even; tied texts share the mean of their places.

    Odd images:   Ada A 1, B 2, C 3; Ben A 1, B 2, C 3; Cleo A 1.5, B 1.5, C 3:
                  sums A 3.5, B 5.5, C 9.
    Even images:  Ada A 2.5, B 1, C 2.5; Ben A 2, B 2, C 2; Cleo A 2, B 1, C 3:
                  sums A 6.5, B 4, C 7.5.
    Mean ranks over 3·(3 + 3) rankings: A 10/6, B 9.5/6, C 16.5/6.

    A and B: odd 2 : 0 and a tie, even 0 : 2 and a tie, so 6 : 6 and 6 ties.
    A and C: odd 3 : 0, even 1 : 0 and two ties, so 12 : 0 and 6 ties.
    B and C: odd 3 : 0, even 2 : 0 and a tie, so 15 : 0 and 3 ties.

    Kendall's W, odd: S = 2.5² + 0.5² + 3² = 15.5, T = 6: 12·15.5/(9·24 - 3·6) = 31/33.
    Even: S = 0.5² + 2² + 1.5² = 6.5, T = 6 + 24 = 30: 12·6.5/(9·24 - 3·30) = 13/21.
    Their mean is 60/77.

    Alpha, of twice the ranks of one odd and one even image: 4 times 2, 2 times 3, 6 times 4,
    2 times 5 and 4 times 6, so the levels are apart 2-3 3, 2-4 7, 2-5 11, 2-6 14, 3-4 4, 3-5 8,
    3-6 11, 4-5 4, 4-6 7 and 5-6 3. Observed, pair by pair within the texts of an image: odd A
    2·3², B 2·4²; even A 2·4², B 2·7², C 4² + 3² + 7²: 254 of 18 values. Expected: the product of
    the numbers and the squared distance is 8208 over all pairs of levels; of three times as many
    values, 2·9·8208/(54·53). Alpha is 1 - (254/18)·54·53/(18·8208) = 1 - 40386/147744.

    Intervals: a draw of six images has k odd ones, and A the mean 13/6 - k/6. k is 6 in 1.6% of
    draws and 5 in 9.4%, so the middle 95% go from k = 5 to k = 1: A from 1.33 to 2; B, at
    4/3 + k/12, from 1.42 to 1.75; C, at 5/2 + k/12, from 2.58 to 2.92.
    """
    found = get(people.reviewer, f"{address(study)}/results")
    assert (found["design"], found["items"], found["ratings"], found["raters"]) == (
        "ranking.v1",
        6,
        18,
        3,
    )
    means = {each["source"]: each["mean_rank"]["value"] for each in found["by_source"]}
    assert means == pytest.approx(dict(zip(TITLES, (10 / 6, 9.5 / 6, 16.5 / 6), strict=True)))
    assert found["pairs"] == [
        {"first": 0, "second": 1, "wins": 6, "losses": 6, "ties": 6},
        {"first": 0, "second": 2, "wins": 12, "losses": 0, "ties": 6},
        {"first": 1, "second": 2, "wins": 15, "losses": 0, "ties": 3},
    ]
    assert found["agreement"]["kendall_w"] == pytest.approx(60 / 77)
    assert found["agreement"]["alpha"] == pytest.approx(1 - 40386 / 147744)
    assert found["agreement"]["items"] == 6
    latex = text_of(people.owner, f"{address(study)}/results/table.tex")
    assert r"Quokka-2 & 18 & 1.67 & [1.33, 2.00] \\" in latex
    assert r"Wombat \& Co & 18 & 1.58 & [1.42, 1.75] \\" in latex
    assert r"People & 18 & 2.75 & [2.58, 2.92] \\" in latex
    assert r"Quokka-2 & Wombat \& Co & 6 & 6 & 6 \\" in latex
    assert r"Quokka-2 & People & 12 & 6 & 0 \\" in latex
    ends = r"\[0\.\d{3}, [01]\.\d{3}\]"
    agreed = (
        rf"Kendall's W 0\.779 {ends}, Krippendorff's alpha \(ordinal\) 0\.727 {ends}, of 6 items\."
    )
    assert re.search(agreed, latex)


def test_files_have_a_row_for_each_source_and_for_each_rank(people: Cast, study: Study) -> None:
    table = text_of(people.owner, f"{address(study)}/results/table.csv").splitlines()
    assert table[2].startswith("Wombat & Co,18,1.583,1.417,1.75,6,6,,,15,3")
    file = text_of(people.owner, f"{address(study)}/results/ratings.csv")
    rows = list(csv.DictReader(io.StringIO(file)))
    assert len(rows) == 6 * 3 * 3
    assert {row["justification"] for row in rows} == {"It reads so."}
    ranks = [row["rank"] for row in rows if row["source"] == "Wombat & Co"]
    # Of B: 2, 2 and 1 in odd images, 1 three times in even ones.
    assert sorted(ranks) == ["1"] * 12 + ["2"] * 6


def test_cases_tell_ranks_in_the_order_of_the_sources(people: Cast, study: Study) -> None:
    page = get(people.owner, f"{address(study)}/items")["results"]
    assert len(page) == 6
    for case in page:
        number = int(case["stimuli"][0]["text"].rstrip(".").rsplit(" ", 1)[1])
        told = [each["answer"]["ranks"] for each in case["ratings"]]
        assert told == [opinion[(number + 1) % 2] for opinion in OPINIONS.values()]
        assert [each["title"] for each in case["stimuli"]] == list(TITLES)


def test_raters_see_texts_in_a_stored_order_of_their_own_and_no_source(
    people: Cast, project: Project
) -> None:
    made = wizard(people, project)
    assignments = [one for rater in (people.ada, people.ben) for one in rank_all(made, rater, 6)]
    for assignment in assignments:
        held = Assignment.objects.get(pk=assignment["id"])
        item = made.items.get(presentation=held.task.about_id)
        shown = [texts_of(item)[source] for source in shown_sources(made, held)]
        assert assignment["about"]["answer"]["texts"] == shown
        keys = {key for _, key, _ in walk(assignment) if key}
        assert [key for key in keys if TELLING.search(key)] == []
        assert [title for title in TITLES if title in repr(assignment)] == []


def test_what_the_lead_asks_is_what_raters_read(people: Cast, project: Project) -> None:
    made = wizard(people, project, images=1)
    assert made.options["settings"] == {
        "question": "Which one would you print?",
        "help": "",
        "ties": True,
    }
    assert (made.options["metrics"], made.options["justification"]) == ([], "required")
    claimed = send(people.ada, f"/api/v1/projects/{made.work_id}/claim", {}, 200)["assignment"]
    assert claimed["stage"]["settings"]["question"] == "Which one would you print?"
    unfinished = {"key": str(uuid.uuid4()), "answer": {"ranks": [1, 3, None], "justification": ""}}
    refused = send(people.ada, f"/api/v1/assignments/{claimed['id']}/submit", unfinished, 422)
    assert [(each["path"], each["code"]) for each in refused["error"]["fields"]] == [
        ("ranks[2]", "rank_missing"),
        ("justification", "justification_missing"),
    ]


def test_two_people_who_turn_a_pair_round_disagree(people: Cast, project: Project) -> None:
    study = prepared(
        project,
        three_files(project, 2),
        design="ranking.v1",
        raters=[people.ada.pk, people.ben.pk],
        settings={"ties": False},
    )
    for rater, ranks in ((people.ada, [1, 2, 3]), (people.ben, [3, 2, 1])):
        for _ in range(2):
            claimed = send(rater, f"/api/v1/projects/{study.work_id}/claim", {}, 200)["assignment"]
            texts = claimed["about"]["answer"]["texts"]
            wanted = [1, 2, 3] if "image 1" in texts[0] else ranks
            by_text = [wanted["ABC".index(text.split()[1])] for text in texts]
            answer = {"ranks": by_text, "justification": ""}
            path = f"/api/v1/assignments/{claimed['id']}/submit"
            tied = {"key": str(uuid.uuid4()), "answer": answer | {"ranks": [1, 1, 2]}}
            refused = send(rater, path, tied, 422)["error"]["fields"]
            assert [(each["path"], each["code"]) for each in refused] == [("ranks[1]", "rank_tied")]
            send(rater, path, {"key": str(uuid.uuid4()), "answer": answer}, 200)
    page = get(people.owner, f"{address(study)}/items?disagree=1")["results"]
    assert ["image 2" in case["stimuli"][0]["text"] for case in page] == [True]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"settings": {"ties": "sometimes"}}, "settings.ties"),
        ({"settings": {"colour": 1}}, "settings.colour"),
        ({"metrics": [{"key": "truth", "title": "Truth"}]}, "metrics"),
        ({"sources": "one"}, "sources"),
    ],
)
def test_a_ranking_that_cannot_be_is_refused_by_the_field(
    people: Cast, project: Project, wish: dict[str, Any], field: str
) -> None:
    sources = three_files(project, 1)
    if wish.get("sources"):
        wish = {"sources": sources[:1]}
    body = {"name": "No", "design": "ranking.v1", "sources": sources, **wish}
    refused = send(people.owner, f"/api/v1/projects/{project.pk}/studies", body, 422)
    assert [each["path"] for each in refused["error"]["fields"]] == [field]


def test_a_study_of_ranking_is_printed(people: Cast, study: Study) -> None:
    printed = section(study.project, ReportOptions())
    assert printed is not None
    assert len(printed.blocks) == 4
