"""The project of a study is a project: leases, HITs, review and requeueing work in it."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.evaluation.models import Study
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample, Task
from tests.conftest import Cast, client_of
from tests.evaluation.texts_scene import prepared, two_files
from tests.workflow.acts import claim, submit, why_nothing

pytestmark = pytest.mark.django_db
METRICS = [{"key": "overall", "title": "Overall", "help": ""}]


@pytest.fixture
def study(people: Cast, project: Project) -> Study:
    """Three pairs, each to be compared by two people: Ada and Ben."""
    raters = [people.ada.pk, people.ben.pk]
    options: dict[str, Any] = {"metrics": METRICS, "raters_per_item": 2, "raters": raters}
    return prepared(project, two_files(project, 3), **options)


def judge(study: Study, user: User, score: int = 1) -> Annotation:
    assert study.work is not None
    held = claim(study.work, user)
    scores = {"overall": {"score": score, "justification": "It says more."}}
    submit(held, {"scores": scores})
    return Annotation.objects.get(assignment=held.pk)


def test_each_item_is_judged_by_so_many_people_once(people: Cast, study: Study) -> None:
    assert study.work is not None
    for user in (people.ada, people.ben):
        about = {judge(study, user).about_id for _ in range(3)}
        assert len(about) == 3
        assert why_nothing(study.work, user) in ("no_more_for_you", "nothing_open")
    states = Sample.objects.filter(project=study.work).values_list("state", flat=True)
    assert set(states) == {Sample.State.DONE}


def test_a_rejected_judgement_is_asked_of_somebody_else(people: Cast, study: Study) -> None:
    assert study.work is not None
    said = judge(study, people.ada)
    requeued = services.set_verdict(
        annotation=said, verdict="rejected", actor=people.owner, reason="One word", requeue=True
    )
    assert requeued is not None
    open_for_it = Task.objects.filter(about=said.about, state=Task.State.OPEN)
    assert open_for_it.count() == 2
    told = client_of(people.owner).get(f"/api/v1/projects/{study.project_id}/studies/{study.pk}")
    assert (told.json()["ratings"], told.json()["wanted"]) == (0, 6)


def test_a_lead_can_give_the_work_in_hits(people: Cast, study: Study) -> None:
    address = f"/api/v1/projects/{study.work_id}"
    changes = {"settings": {"stages": {"rating": {"hit": {"size": 3, "minutes": 60}}}}}
    answer = client_of(people.lead).patch(address, changes, format="json")
    assert answer.status_code == 200, answer.content
    taken = client_of(people.ada).post(f"{address}/claim", {}, format="json").json()
    assert len(taken["hit"]["assignments"]) == 3


def test_pages_of_the_project_open(people: Cast, study: Study) -> None:
    judge(study, people.ada)
    base = f"/api/v1/projects/{study.work_id}"
    for path in ("members", "samples", "overview", "review", "guidelines", "rounds", "annotators"):
        answer = client_of(people.lead).get(f"{base}/{path}")
        assert answer.status_code == 200, (path, answer.content)
    sample = Sample.objects.filter(project=study.work_id)[0]
    assert client_of(people.lead).get(f"/api/v1/samples/{sample.pk}").status_code == 200


def test_nobody_can_make_such_a_project_by_hand(people: Cast) -> None:
    answer = client_of(people.owner).post(
        "/api/v1/projects", {"name": "By hand", "recipe": "side-by-side"}, format="json"
    )
    assert answer.status_code == errors.Invalid.status
    assert answer.json()["error"]["fields"][0]["code"] == "made_by_study"
