"""Whatever happens to a project whose texts are given and judged, these things hold."""

from collections import Counter

import pytest

from annotate import kinds
from annotate.kinds.capabilities import Judges
from annotate.projects.models import Project
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Outcome, Sample, Task
from annotate.workflow.selectors.annotations import judgements_of, standing
from tests.conftest import Cast, Clock
from tests.workflow import aggregates
from tests.workflow.study_histories import RATERS, StudyHistory
from tests.workflow.test_crowd_histories import (
    no_sample_is_lost,
    transitions_give_the_present_state,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[(2, True), (5, False), (21, True)], ids="story {}".format)
def story(
    request: pytest.FixtureRequest, people: Cast, project: Project, time: Clock
) -> StudyHistory:
    number, hits = request.param
    told = StudyHistory(project, people, time, number, hits=hits)
    for _ in range(10):
        told.live(150)
        if told.is_worth_looking_at():
            return told
    pytest.fail("The story never came to everything it is about.")


def test_every_promise_is_kept(story: StudyHistory) -> None:
    """One test for all of them: a story takes longer to tell than to look at."""
    transitions_give_the_present_state()
    nobody_judged_a_pair_twice()
    nobody_was_asked_for_what_is_given()
    no_sample_is_lost(story.project)
    every_pair_of_a_finished_image_has_its_raters(story)
    outcomes_are_the_scores_that_stand(story.project)
    assert aggregates.that_differ(story.project) == []


def nobody_judged_a_pair_twice() -> None:
    worked = Assignment.objects.filter(state__in=["live", "submitted"])
    judged = Counter(worked.values_list("annotator", "task__about"))
    assert set(judged.values()) == {1}


def nobody_was_asked_for_what_is_given() -> None:
    assert set(Task.objects.values_list("stage_key", flat=True)) == {"rating"}
    assert not Task.objects.filter(about=None).exists()
    given = Annotation.objects.filter(stage_key="texts")
    assert set(given.values_list("origin", "author")) == {("import", None)}


def every_pair_of_a_finished_image_has_its_raters(story: StudyHistory) -> None:
    for sample in Sample.objects.filter(state="done"):
        for given in Annotation.objects.filter(sample=sample, stage_key="texts"):
            tasks = Task.objects.filter(about=given).exclude(state="cancelled")
            assert set(tasks.values_list("state", flat=True)) == {"done"}
            assert tasks.count() >= RATERS


def outcomes_are_the_scores_that_stand(project: Project) -> None:
    rating = project.recipe.stage("rating")
    for outcome in Outcome.objects.all():
        scores = standing(judgements_of([outcome.annotation_id], "rating"))
        settled = kinds.able(rating.kind_object, Judges).aggregate(
            [answers.typed(each) for each in scores], rating.kind_settings
        )
        assert settled is not None
        assert (outcome.kept, outcome.numbers) == (True, settled.numbers)
