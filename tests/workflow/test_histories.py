"""Whatever happens to a project in whatever order, these things hold."""

from collections import Counter, defaultdict

import pytest
from django.db.models import Model

from annotate.workflow.models import Annotation, Assignment, Sample, Task, Transition
from tests.conftest import Cast, Clock, NewProject
from tests.workflow import aggregates
from tests.workflow.histories import History
from tests.workflow.whole import lacking

pytestmark = pytest.mark.django_db

SUBJECTS: dict[str, type[Model]] = {"sample": Sample, "task": Task, "assignment": Assignment}
# A sample is born waiting; a row for that would double the size of every import.
BORN = {"sample": "waiting", "task": "", "assignment": ""}


@pytest.fixture(params=[0, 1, 11, 46], ids="story {}".format)
def story(
    request: pytest.FixtureRequest, people: Cast, new_project: NewProject, time: Clock
) -> History:
    project = new_project(no_repeat="stage" if request.param % 2 else "sample")
    told = History(project, people, time, number=request.param)
    told.live(220)
    return told


def replayed() -> dict[tuple[str, int], str]:
    """Return the state each subject should be in, from its transitions alone."""
    now: dict[tuple[str, int], str] = {}
    for row in Transition.objects.order_by("pk"):
        key = (row.subject, row.subject_id)
        before = now.get(key, BORN[row.subject])
        assert row.from_state == before, f"{key}: {row.from_state} -> {row.to_state} from {before}"
        now[key] = row.to_state
    return now


def test_replaying_the_transitions_gives_the_present_state(story: History) -> None:
    """Catches a change of state that wrote no transition, or two, or a false one."""
    expected = {
        (name, row.pk): row.state  # type: ignore[attr-defined]
        for name, model in SUBJECTS.items()
        for row in model._default_manager.all()
    }
    waiting = {key for key, state in expected.items() if state == "waiting"}
    found = replayed()
    assert {key: state for key, state in expected.items() if key not in waiting - set(found)} == (
        found
    )


def test_sums_written_on_the_way_equal_those_made_anew(story: History) -> None:
    tables = {key[0] for key in aggregates.there(story.project)}
    # Labels are counted only where the story came to objects that have some.
    assert tables - {"LabelUse"} == {"DailyStats", "SampleCounter", "HistogramBin"}
    assert aggregates.that_differ(story.project) == []


def test_no_promise_is_broken(story: History) -> None:
    live = Counter(Assignment.objects.filter(state="live").values_list("task", flat=True))
    assert set(live.values()) <= {1}, "two people hold one task"
    held = set(Task.objects.filter(state="held").values_list("pk", flat=True))
    assert held == set(live), "a task is held by nobody, or a lease has no task"
    worked = Assignment.objects.filter(state__in=["live", "submitted"])
    pairs = Counter(worked.values_list("sample", "annotator", "exclusion_group"))
    assert set(pairs.values()) <= {1}, "somebody worked twice on a sample"
    answers = Annotation.objects.filter(origin="person").count()
    assert answers == Assignment.objects.filter(state="submitted", answer__isnull=False).count()
    assert answers == Task.objects.filter(state="done").count()


def test_every_open_sample_has_exactly_one_round_to_do(story: History) -> None:
    """Catches a sample that is lost: open, with nothing anybody could take."""
    to_do: dict[int, list[str]] = defaultdict(list)
    for task in Task.objects.filter(state__in=["open", "held"]):
        to_do[task.sample_id].append(f"{task.stage_key} {task.index}")
    for sample in Sample.objects.all():
        expected = [f"{sample.stage_key} {sample.round}"] if sample.state == "open" else []
        assert to_do[sample.pk] == expected, sample.state


def test_the_story_was_worth_telling(story: History) -> None:
    """Guards the other tests: a history in which nothing happens would prove nothing."""
    assert Annotation.objects.filter(origin="person").count() >= 5
    assert len(set(Transition.objects.values_list("reason", flat=True))) >= 6
    assert story.refused > 0


def test_no_finished_sample_lacks_what_its_recipe_promises(story: History) -> None:
    assert lacking(story.project) == []
