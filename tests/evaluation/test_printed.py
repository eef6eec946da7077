"""Studies in the printed report: the tables that the product shows, with the same numbers."""

import pytest

from annotate.core.documents import Facts, Section, Table
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.printed import section
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.evaluation.studies import brought_in, csv_of, get, released

pytestmark = pytest.mark.django_db


def printed(project: Project) -> Section:
    found = section(project, ReportOptions())
    assert found is not None
    return found


def tables(found: Section) -> list[Table]:
    return [block for block in found.blocks if isinstance(block, Table)]


def test_a_project_without_studies_prints_none(project: Project) -> None:
    assert section(project, ReportOptions()) is None


def test_the_published_comparison_is_printed_with_its_percentages(
    people: Cast, project: Project
) -> None:
    """IIW Table 5 for GPT-4V and IIW-Human: the same cells as the page of results."""
    address = brought_in(people.lead, project, released())
    told = get(people.lead, f"{address}/results")
    percentages = tables(printed(project))[0]
    assert len(percentages.rows) == 5
    for row, metric in zip(percentages.rows, told["metrics"], strict=True):
        assert row[0] == metric["title"]
        assert list(row[1:6]) == metric["percent"]
        assert sum(metric["percent"]) == 100
        assert row[6] == metric["net"]["value"]


def test_what_has_no_agreement_says_why(people: Cast, project: Project) -> None:
    """One rater: alpha is not defined, and the table says so instead of a number."""
    brought_in(people.lead, project, csv_of([("a.jpg", "overall", 1, "ann")]))
    row = tables(printed(project))[-1].rows[0]
    assert row[1:6] == [0, None, None, None, None]
    assert row[6]


def test_a_study_that_is_still_being_prepared_is_not_printed(
    people: Cast, project: Project
) -> None:
    brought_in(people.lead, project, csv_of([("a.jpg", "overall", 1, "ann")]))
    assert isinstance(printed(project).blocks[0], Facts)
    Study.objects.update(state=Study.State.PREPARING)
    assert section(project, ReportOptions()) is None
