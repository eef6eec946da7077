"""Texts cut into cumulative chunks of sentences (IIW, Table 4): each is judged by itself."""

import uuid

import pytest

from annotate.evaluation.models import Study
from annotate.people.models import User
from annotate.projects.models import Project
from tests.conftest import Cast, add_samples
from tests.evaluation.judging import address
from tests.evaluation.studies import get, text_of
from tests.evaluation.test_ranking_study import send
from tests.evaluation.texts_scene import prepared, source_of, text_file, texts_of

pytestmark = pytest.mark.django_db

A = "A one. A two. A three."
B = "B one. B two."


@pytest.fixture
def study(people: Cast, project: Project) -> Study:
    """Two images with a text of three sentences by A and of two by B."""
    samples = add_samples(project, 2)
    sources = []
    for letter, text in (("A", A), ("B", B)):
        texts = {sample.image.external_id: text for sample in samples}
        file = text_file(project, samples, letter, **texts)
        sources.append({"source": source_of(file), "title": letter})
    return prepared(
        project, sources, design="ranking.v1", chunks=5, raters=[people.ada.pk, people.ben.pk]
    )


def test_there_is_an_item_for_each_image_and_chunk_that_every_text_has(study: Study) -> None:
    """B has two sentences, so nothing is held against the third one of A."""
    items = list(study.items.order_by("number"))
    assert [(item.chunk, texts_of(item)) for item in items] == [
        (1, ["A one.", "B one."]),
        (2, ["A one. A two.", "B one. B two."]),
    ] * 2
    assert items[0].image_id == items[1].image_id != items[2].image_id


def test_the_preview_counts_items_by_chunk(people: Cast, project: Project, study: Study) -> None:
    wanted = {
        "design": "ranking.v1",
        "sources": [each["source"] for each in study.sources],
        "chunks": 5,
    }
    found = send(people.owner, f"/api/v1/projects/{project.pk}/studies/preview", wanted, 200)
    assert found["items"] == 4
    wanted["chunks"] = 1
    found = send(people.owner, f"/api/v1/projects/{project.pk}/studies/preview", wanted, 200)
    assert found["items"] == 2


def rank(study: Study, rater: User) -> None:
    """A is better in the first sentence, B in the first two."""
    for _ in range(study.items.count()):
        claimed = send(rater, f"/api/v1/projects/{study.work_id}/claim", {}, 200)["assignment"]
        texts = claimed["about"]["answer"]["texts"]
        best = "B" if "two" in texts[0] else "A"
        answer = {"ranks": [1 if text[0] == best else 2 for text in texts], "justification": ""}
        body = {"key": str(uuid.uuid4()), "answer": answer}
        send(rater, f"/api/v1/assignments/{claimed['id']}/submit", body, 200)


def test_mean_ranks_are_told_by_chunk_as_well(people: Cast, study: Study) -> None:
    """A: 1 in the first sentence and 2 in the first two, of two raters and two images each.

    Over all both have 1.5; whichever images are drawn, each brings both of its chunks, so the
    interval is a point. Items drawn by themselves would give another one.
    """
    rank(study, people.ada)
    rank(study, people.ben)
    found = get(people.owner, f"{address(study)}/results")
    assert [
        (part["chunk"], part["items"], [each["mean_rank"]["value"] for each in part["by_source"]])
        for part in found["by_chunk"]
    ] == [(1, 2, [1, 2]), (2, 2, [2, 1])]
    overall = found["by_source"][0]
    assert (overall["n"], overall["mean_rank"]["value"]) == (8, 1.5)
    assert (overall["mean_rank"]["low"], overall["mean_rank"]["high"]) == (1.5, 1.5)
    assert "over the images" in found["method"]
    latex = text_of(people.owner, f"{address(study)}/results/table.tex")
    assert r"A & 1.00 & 2.00 \\" in latex
    table = text_of(people.owner, f"{address(study)}/results/table.csv")
    assert "A (first 2 sentences),4,2.0,2.0,2.0" in table
    ratings = text_of(people.owner, f"{address(study)}/results/ratings.csv").splitlines()
    assert ratings[0].endswith("order,chunk")
    assert {line.rsplit(",", 1)[1] for line in ratings[1:]} == {"1", "2"}


def test_a_study_of_whole_texts_has_no_chunks(people: Cast, project: Project) -> None:
    samples = add_samples(project, 1)
    sources = [
        {"source": source_of(text_file(project, samples, name)), "title": name} for name in "ab"
    ]
    made = prepared(project, sources, design="ranking.v1")
    assert [item.chunk for item in made.items.all()] == [None]
    assert get(people.owner, f"{address(made)}/results")["by_chunk"] == []
