"""A rejection is taken back where two tasks of one place had been called off for it."""

import pytest

from annotate.projects.models import Project
from annotate.workflow.models import Sample, Task
from tests.conftest import Cast, add_samples
from tests.workflow.acts import describe, mark, open_tasks, thing, use_recipe
from tests.workflow.test_verdicts import again, figures_are_right, verdict

pytestmark = pytest.mark.django_db


def test_of_two_that_were_called_off_for_one_answer_the_newer_comes_back(
    people: Cast, project: Project
) -> None:
    """Both were round 2 of the text: the second was opened after the objects were done again."""
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1", "rounds": 1},
        {"key": "description", "rounds": 3},
        no_repeat="stage",
    )
    [sample] = add_samples(project, 1)
    objects = mark(project, people.ada, thing())
    text = describe(project, people.ben, "A tree stands in a field.")
    again(text, people.lead)
    again(objects, people.lead)
    mark(project, people.cleo, thing())
    assert open_tasks(Sample.objects.get(pk=sample.pk)) == [("description", 2)]
    again(text, people.lead)
    second = Task.objects.filter(sample=sample, stage_key="description", index=2)
    assert {task.state for task in second} == {"cancelled"}

    verdict(text, people.lead, "unreviewed")
    assert [task.state for task in second.order_by("created_at", "pk")] == ["cancelled", "open"]
    figures_are_right(project)
