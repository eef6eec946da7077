"""Results and cases cost as many queries for a large study as for a small one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.evaluation.models import Study
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of
from tests.evaluation.judging import address, judge
from tests.evaluation.texts_scene import prepared, two_files

# With the session, the user and the membership. Raise a number only with a reason.
LIMITS = {"results": 9, "results/table.tex": 9, "items": 9, "items?disagree=1": 11}


def judged(people: Cast, project: Project, items: int) -> Study:
    study = prepared(
        project, two_files(project, items), name=f"{items}", raters=[people.ada.pk, people.ben.pk]
    )
    for rater in (people.ada, people.ben):
        judge(study, rater, lambda item: {each["key"]: 1 for each in study.options["metrics"]})
    return study


@pytest.mark.parametrize("path", list(LIMITS))
def test_more_items_cost_no_more_queries(people: Cast, new_project: NewProject, path: str) -> None:
    client = client_of(people.owner)
    counts = []
    for items in (2, 6):
        study = judged(people, new_project(), items)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{address(study)}/{path}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= LIMITS[path]
