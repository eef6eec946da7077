"""Whatever happens to a project of HITs, votes, reviews and batches, these things hold."""

from collections import Counter

import pytest

from annotate import kinds
from annotate.kinds.capabilities import Judges
from annotate.projects.models import Project
from annotate.workflow import answers, hooks
from annotate.workflow.models import Annotation, Assignment, Hit, Outcome, Sample, Task
from annotate.workflow.selectors.annotations import judgements_of, standing
from tests.conftest import Cast, Clock
from tests.workflow import aggregates
from tests.workflow.crowd_histories import TEXTS, VOTES, CrowdHistory
from tests.workflow.test_histories import SUBJECTS, replayed

pytestmark = pytest.mark.django_db
UNFINISHED = ["open", "parked", "held"]


@pytest.fixture(params=[1, 10, 13], ids="story {}".format)
def story(
    request: pytest.FixtureRequest,
    people: Cast,
    project: Project,
    time: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> CrowdHistory:
    told = CrowdHistory(project, people, time, number=request.param)
    monkeypatch.setattr(hooks.mixing, "functions", (told.mix,))
    told.live(250)
    # Chance also hangs on ids, which no database promises: a dull story goes on for a while.
    for _ in range(10):
        if told.is_worth_looking_at():
            return told
        told.live(50)
    pytest.fail("The story never came to everything it is about.")


def test_every_promise_is_kept(story: CrowdHistory) -> None:
    """One test for all of them: a story takes longer to tell than to look at."""
    transitions_give_the_present_state()
    leases_tasks_and_hits_fit_together()
    nobody_worked_where_they_must_not()
    no_sample_is_lost(story.project)
    outcomes_are_those_of_the_votes(story.project)
    assert aggregates.that_differ(story.project) == []


def transitions_give_the_present_state() -> None:
    expected = {
        (name, row.pk): row.state  # type: ignore[attr-defined]
        for name, model in SUBJECTS.items()
        for row in model._default_manager.all()
    }
    found = replayed()
    waiting = {key for key, state in expected.items() if state == "waiting"} - set(found)
    assert {key: state for key, state in expected.items() if key not in waiting} == found


def leases_tasks_and_hits_fit_together() -> None:
    live = Assignment.objects.filter(state="live")
    tasks = Counter(live.values_list("task", flat=True))
    assert set(tasks.values()) <= {1}, "two people hold one task"
    assert set(Task.objects.filter(state="held").values_list("pk", flat=True)) == set(tasks)
    assert set(live.values_list("hit__state", flat=True)) <= {"live"}
    assert not Hit.objects.filter(state="live").exclude(assignments__state="live").exists()
    assert not Task.objects.exclude(purpose="work").filter(state__in=["open", "parked"]).exists()
    assert not Task.objects.filter(state="open", sample__batch__state="closed").exists()


def nobody_worked_where_they_must_not() -> None:
    worked = Assignment.objects.filter(state__in=["live", "submitted"])
    groups = Counter(worked.values_list("sample", "annotator", "exclusion_group"))
    assert set(groups.values()) <= {1}
    wrote = set(worked.filter(task__stage_key="text").values_list("sample", "annotator").distinct())
    judged = set(
        worked.filter(task__stage_key="vote").values_list("sample", "annotator").distinct()
    )
    assert wrote & judged == set(), "somebody judged where they wrote"


def no_sample_is_lost(project: Project) -> None:
    work = Task.objects.filter(purpose="work")
    for sample in Sample.objects.exclude(state="waiting"):
        unfinished = work.filter(sample=sample, state__in=UNFINISHED)
        if sample.state == "open":
            here = unfinished.filter(stage_key=sample.stage_key)
            assert here.exists(), f"{sample.pk} is open with nothing to do in {sample.stage_key}"
        else:
            assert not unfinished.exists(), f"{sample.pk} is {sample.state} with work to do"


def outcomes_are_those_of_the_votes(project: Project) -> None:
    vote = project.recipe.stage("vote")
    for outcome in Outcome.objects.select_related("annotation"):
        votes = standing(judgements_of([outcome.annotation_id], "vote"))
        settled = kinds.able(vote.kind_object, Judges).aggregate(
            [answers.typed(each) for each in votes], vote.kind_settings
        )
        assert settled is not None
        assert (outcome.kept, outcome.numbers) == (settled.kept, settled.numbers)
    for sample in Sample.objects.filter(state="done"):
        texts = standing(Annotation.objects.filter(sample=sample, stage_key="text", purpose="work"))
        for text in texts:
            tasks = Task.objects.filter(about=text, purpose="work").exclude(state="cancelled")
            done = tasks.count()
            rejected = Assignment.objects.filter(answer=text, verdict="rejected").exists()
            assert rejected or done >= VOTES, f"{text.pk} was not judged by enough"
        assert len(texts) >= TEXTS
