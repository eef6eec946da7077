"""Results of ratings: the median of each item, by source (TextCaps §4.2)."""

import csv
import io

import pytest

from annotate.evaluation.models import Study, StudyItem
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.evaluation.judging import address, judge
from tests.evaluation.studies import get, text_of
from tests.evaluation.texts_scene import prepared, sources_of, two_files


@pytest.fixture
def study(people: Cast, project: Project) -> Study:
    """Four images, two texts each; Ada and Ben disagree about both sources."""
    made = prepared(
        project,
        two_files(project, 4),
        design="likert.v1",
        raters_per_item=3,
        raters=[people.ada.pk, people.ben.pk, people.cleo.pk],
    )
    judge(made, people.ada, lambda item: {"overall": 4 + sources_of(item)[0]})
    judge(made, people.ben, lambda item: {"overall": 1 + sources_of(item)[0]})
    judge(made, people.cleo, lambda item: {"overall": 3 + sources_of(item)[0]})
    return made


def test_medians_are_by_source_and_the_difference_by_image(people: Cast, study: Study) -> None:
    found = get(people.reviewer, f"{address(study)}/results")
    assert found["design"] == "likert.v1"
    assert (found["items"], found["ratings"], found["raters"]) == (8, 24, 3)
    (metric,) = found["metrics"]
    first, second = metric["by_source"]
    assert (first["source"], second["source"]) == ("GPT-4V", "IIW-Human")
    assert (first["items"], first["median_counts"]) == (4, [0, 0, 4, 0, 0])
    assert first["counts"] == [4, 0, 4, 4, 0]
    assert first["mean_of_medians"] == {"value": 3, "low": 3, "high": 3, "why": None}
    assert second["median_counts"] == [0, 0, 0, 4, 0]
    assert metric["difference"]["value"] == 1
    (agreement,) = found["agreement"]
    assert agreement["pairwise"] == 0
    assert agreement["alpha"] < 0.1


def test_ratings_are_given_out_by_source(people: Cast, study: Study) -> None:
    rows = list(
        csv.DictReader(io.StringIO(text_of(people.owner, f"{address(study)}/results/ratings.csv")))
    )
    assert len(rows) == 24
    assert {row["source"] for row in rows} == {"GPT-4V", "IIW-Human"}
    table = text_of(people.owner, f"{address(study)}/results/table.csv").splitlines()
    assert table[1].startswith("Overall quality,GPT-4V,4,3.0,3.0,3.0,0,0,4,0,0,4,0,4,4,0")
    latex = text_of(people.owner, f"{address(study)}/results/table.tex")
    assert r"Overall quality & IIW-Human & 4 & 4.00 & [4.00, 4.00] \\" in latex


def test_cases_name_their_one_source_and_take_scores_of_the_scale(
    people: Cast, study: Study
) -> None:
    page = get(people.owner, f"{address(study)}/items?score=5")["results"]
    assert [[one["title"] for one in each["stimuli"]] for each in page] == [["IIW-Human"]] * 4
    assert all(each["stimuli"][0]["text"] for each in page)


def test_one_source_has_no_difference(people: Cast, project: Project) -> None:
    study = prepared(project, two_files(project, 2)[:1], design="likert.v1", raters=[people.ada.pk])
    judge(study, people.ada, lambda item: {"overall": 5})
    (metric,) = get(people.owner, f"{address(study)}/results")["metrics"]
    assert metric["difference"] is None
    assert len(metric["by_source"]) == 1


def test_images_of_the_same_name_are_two_images(people: Cast, study: Study) -> None:
    """Catches a difference over pairs that are told apart by a file name."""
    before = get(people.owner, f"{address(study)}/results")["metrics"][0]
    StudyItem.objects.filter(study=study).update(image_name="photo.jpg")
    after = get(people.owner, f"{address(study)}/results")["metrics"][0]
    assert after == before
    assert after["by_source"][0]["items"] == 4
