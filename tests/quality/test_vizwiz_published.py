"""Real answers of a real crowd, brought in through the product, get the published flags.

The file and the expected flags are those of the VizWiz-Captions collection (tests/analysis/data).
"""

import json
from typing import Any

import pytest

from annotate.analysis.commands.vizwiz_flags import PUBLISHED, report_of
from annotate.analysis.quality.captions import measures_of
from annotate.analysis.quality.model import Basis
from annotate.analysis.undefined import defined
from annotate.analysis.vizwiz_results import read_results
from annotate.people.models import PlatformRecord
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.selectors import works
from annotate.quality.selectors.works import Scope
from annotate.workflow.models import Assignment
from tests.conftest import Cast
from tests.exchange.results import DATA, REAL, bring_in, vizwiz_project, with_the_real_images
from tests.quality.checks_at_once import run_checks

pytestmark = pytest.mark.django_db
EXPECTED = json.loads((DATA / "vizwiz" / "expected_flags_first_hit.json").read_text())["rows"]
Answer = tuple[str, str]
Z_NAMES: tuple[tuple[Basis, str], ...] = (
    ("hit", "z_hit"),
    ("image", "z_image"),
    ("platform", "z_mturk"),
)


@pytest.fixture
def collected(people: Cast) -> Project:
    """The fifty real captions as finished work, checked."""
    project = with_the_real_images(vizwiz_project(people))
    bring_in(project, REAL)
    run_checks(project=project)
    return project


def by_answer(project: Project) -> dict[Answer, Assignment]:
    """Return the submissions by (worker, image) as the file names them."""
    names = dict(PlatformRecord.objects.values_list("user_id", "external_id"))
    rows = Assignment.objects.filter(project=project).select_related("sample__image")
    return {(names[row.annotator_id], row.sample.image.name): row for row in rows}


def found_for(row: Assignment) -> set[str]:
    return set(Flag.objects.filter(assignment=row).values_list("code", flat=True))


def expected_codes(row: dict[str, Any]) -> set[str]:
    flags = {code for name, code in PUBLISHED.items() if row[name]}
    return flags | {f"rule:{code}" for code in row["client_errors"]}


def test_the_first_hit_gets_exactly_the_published_flags(collected: Project) -> None:
    answers = by_answer(collected)
    assert len(EXPECTED) == 25
    found = {
        (row["worker"], row["image"]): found_for(answers[row["worker"], row["image"]])
        for row in EXPECTED
    }
    assert found == {(row["worker"], row["image"]): expected_codes(row) for row in EXPECTED}
    assert sum(map(len, found.values())) == 1, "the expectation is not empty"


def test_both_hits_get_what_the_command_reports(collected: Project) -> None:
    """The product and `vizwiz-flags` are one implementation with two ways in."""
    with REAL.open(encoding="utf-8") as file:
        rows = report_of(read_results(file))["rows"]
    answers = by_answer(collected)
    assert len(rows) == len(answers) == 50
    of_images = set(PUBLISHED.values())
    found = {key: {c for c in found_for(row) if c in of_images} for key, row in answers.items()}
    wanted = {
        (row["worker"], row["image"]): {c for c in expected_codes(row) if c in of_images}
        for row in rows
    }
    assert found == wanted
    assert set.union(*wanted.values()) == {"canned_often", "text_minority"}


def test_the_one_flag_of_the_first_hit_says_its_numbers(collected: Project) -> None:
    (row,) = [row for row in EXPECTED if row["WQ_TEXT"]]
    answer = by_answer(collected)[row["worker"], row["image"]]
    flag = Flag.objects.get(assignment=answer)
    assert (flag.code, flag.state) == ("text_minority", "open")
    assert flag.numbers == {"yes": 4, "answers": 5, "limit": 0.8}
    assert len(flag.related) == 4


def test_times_are_those_of_the_published_results(collected: Project) -> None:
    """By image, by the page's clock and by the platform's, to the last published digit."""
    stage = collected.recipe.stage("caption")
    rows = list(works.rows_of(collected, stage, Scope()))
    by_pk = {row.assignment: row.work for row in rows}
    measures = {each.work.key: each for each in measures_of([row.work for row in rows])}
    answers = by_answer(collected)
    for row in EXPECTED:
        work = by_pk[answers[row["worker"], row["image"]].pk]
        assert work.seconds_image == pytest.approx(row["job_time_image"], abs=5e-4)
        assert work.seconds_platform == pytest.approx(row["job_time_mturk"], abs=5e-4)
        assert work.seconds_hit == pytest.approx(row["job_time_hit"], abs=5e-4)
        times = measures[work.key].times
        for basis, name in Z_NAMES:
            assert defined(times[basis].z) == pytest.approx(row[name], abs=1e-4)
