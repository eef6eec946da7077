"""A share of the answers that were passed on unchanged is drawn for a lead, the same ones again."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.analysis.proportions import wilson
from annotate.analysis.quality.texts import is_drawn
from annotate.projects.models import Project
from annotate.quality.models import Flag, PendingCheck
from annotate.quality.services import new_work
from annotate.quality.services.jobs import change_settings
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.dashboards.scene import shown
from tests.quality.checks_at_once import Silent
from tests.workflow.acts import TREE, claim, describe, fresh, mark, seed, submit

pytestmark = pytest.mark.django_db
TEXT = "A red kite above a green field"


def check(project: Project, stage: str = "description") -> None:
    new_work.check_new({"project_id": project.pk, "stage": stage}, Silent())


def share(project: Project, people: Cast, number: float) -> None:
    change_settings(project=project, actor=people.owner, changes={"spot_check_share": number})


def drawn(project: Project, *states: str) -> set[int | None]:
    flags = Flag.objects.filter(project=project, code="spot_check", state__in=states or ("open",))
    return set(flags.values_list("annotation_id", flat=True))


def began(project: Project, people: Cast, number: int) -> None:
    """So many images whose objects are marked, each with a text to start from."""
    for sample in add_samples(project, number):
        seed(sample, TEXT)
    for _ in range(number):
        mark(project, people.ada, TREE)


def test_only_answers_passed_on_unchanged_are_drawn(project: Project, people: Cast) -> None:
    share(project, people, 1)
    began(project, people, 3)
    same = [describe(project, people.ben, TEXT) for _ in range(2)]
    describe(project, people.ben, TEXT + " and a tree")
    check(project)
    check(project, "objects")  # began from nothing
    assert drawn(project) == {held.answer_id for held in same}


def test_the_flag_says_what_it_began_with_and_what_else_was_passed_on(
    project: Project, people: Cast
) -> None:
    share(project, people, 1)
    began(project, people, 4)
    held = describe(project, people.ben, TEXT)
    for _ in range(3):
        describe(project, people.ben, TEXT + " and a tree")
    check(project)
    flag = Flag.objects.get(code="spot_check")
    base = Annotation.objects.get(sample=held.sample, origin="model")
    low, high = wilson(1, 4)
    assert flag.numbers == {
        "base": base.pk,
        "origin": "model",
        "producer": "classical 1",
        "unchanged": 1,
        "answers": 4,
        "share": 0.25,
        "low": round(low, 4),
        "high": round(high, 4),
        "drawn": 1.0,
        "seed": str(project.seed),
    }
    assert flag.related == [base.pk]
    review = shown(people, project, f"review/{held.answer_id}")
    [told] = [one for one in review["flags"] if one["code"] == "spot_check"]
    assert re.search(r"classical 1 .* 1 of 4 answers .*25%", told["message"])
    assert review["answer"]["verdict"] == "unreviewed"
    Flag.objects.exclude(code="spot_check").delete()  # the texts are copies, too
    [row] = [
        one
        for one in shown(people, project, "annotators")["results"]
        if one["user"]["id"] == people.ben.pk
    ]
    assert row["unchanged"] == {"number": 1, "of": 4, "low": low, "high": high}
    assert row["evidence"]["questioned"] == 0


def test_objects_kept_as_they_were_are_drawn_and_changed_ones_not(
    project: Project, people: Cast
) -> None:
    share(project, people, 1)
    first, second = add_samples(project, 2, opened=False)
    for sample in (first, second):
        services.add_seed(
            project=project,
            sample=sample,
            stage_key="objects",
            value={"objects": [TREE]},
            producer="boxes 1",
        )
    services.open_samples(project=project, samples=[first, second])
    kept = claim(project, people.ada, "objects")
    submit(kept, {"objects": [TREE]})
    mark(project, people.ada, TREE | {"label": "oak"})
    check(project, "objects")
    assert drawn(project) == {fresh(kept).answer_id}


def test_the_draw_is_that_of_the_seed_and_a_greater_share_keeps_it(
    project: Project, people: Cast
) -> None:
    began(project, people, 30)
    answers = {describe(project, people.ben, TEXT).answer_id for _ in range(30)}
    pending = list(PendingCheck.objects.filter(project=project, stage_key="description"))
    found = []
    for number in (0, 0.2, 0.2, 0.6, 1):
        share(project, people, number)
        PendingCheck.objects.bulk_create(pending, ignore_conflicts=True)
        check(project)
        right = {pk for pk in answers if pk and is_drawn(pk, share=number, seed=project.seed)}
        assert drawn(project) == right
        found.append(right)
    assert found[0] == set()
    assert found[1] == found[2] <= found[3] <= found[4] == answers
    share(project, people, 0)
    PendingCheck.objects.bulk_create(pending, ignore_conflicts=True)
    check(project)
    assert drawn(project) == set()
    assert drawn(project, "withdrawn") == answers


def test_a_share_outside_of_0_to_1_is_refused(project: Project, people: Cast) -> None:
    url = f"/api/v1/projects/{project.pk}/quality"
    for number in (-0.1, 1.5, "many", None):
        refused = client_of(people.owner).put(url, {"spot_check_share": number}, format="json")
        assert refused.status_code == 422
        [field] = refused.json()["error"]["fields"]
        assert field["path"] == "spot_check_share"


def test_drawing_takes_a_few_statements_however_many_are_drawn(
    project: Project, people: Cast
) -> None:
    share(project, people, 1)
    costs = []
    for number in (5, 20):
        began(project, people, number)
        for _ in range(number):
            describe(project, people.ben, TEXT)
        with CaptureQueriesContext(connection) as asked:
            check(project)
        costs.append(
            sum("workflow_dailystats" in one["sql"] and "unchanged" in one["sql"] for one in asked)
        )
    assert Assignment.objects.filter(flags__code="spot_check").count() == 25
    assert costs == [1, 1]
