"""Stages whose answers are brought in: what is recorded, and what opening and leaving pass over."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample, Task
from tests.conftest import Cast, add_image, add_samples
from tests.workflow.acts import (
    code_of,
    open_tasks,
    stage_of,
    use_recipe,
    work,
)
from tests.workflow.studies import GOOD, give, judged, pair, use_study

pytestmark = pytest.mark.django_db
TEXTS = {"key": "texts", "kind": "texts.v1", "given": True}


def test_what_is_given_is_an_import_of_nobody_numbered_from_one(project: Project) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    made = give(sample, pair(1), pair(2))
    rows = Annotation.objects.filter(sample=sample).order_by("pk")
    assert list(rows) == made
    assert [(row.index, row.origin, row.author, row.kind) for row in rows] == [
        (1, "import", None, "texts.v1"),
        (2, "import", None, "texts.v1"),
    ]
    assert [row.value for row in rows] == [pair(1), pair(2)]
    assert rows[0].measures["self"]["sentences"] == 2


def test_saying_it_again_changes_nothing(project: Project) -> None:
    """A job that was interrupted begins anew."""
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    made = give(sample)
    assert give(sample) == made
    services.open_samples(project=project, samples=[sample])
    assert give(sample) == made
    assert Annotation.objects.count() == 1


def test_what_is_judged_does_not_change(project: Project) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    give(sample)
    with pytest.raises(errors.Conflict) as caught:
        give(sample, pair(2))
    assert code_of(caught.value) == "given_before"


def test_nothing_is_brought_in_once_work_has_begun(project: Project) -> None:
    use_recipe(project, {"key": "text"}, TEXTS)
    [sample] = add_samples(project, 1, opened=False)
    give(sample)
    services.open_samples(project=project, samples=[sample])
    assert stage_of(sample) == ("open", "text", 1)
    with pytest.raises(errors.Conflict):
        give(sample, pair(), pair(1))


@pytest.mark.parametrize("value", [{"texts": []}, {"texts": ["", "b"]}, {"texts": "a"}, {}])
def test_what_is_no_text_is_refused(project: Project, value: dict[str, Any]) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    with pytest.raises(errors.Invalid):
        give(sample, pair(), value)
    assert not Annotation.objects.exists()


def test_nothing_is_brought_in_where_people_are_asked(project: Project) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    with pytest.raises(errors.Invalid) as caught:
        services.add_external(
            project=project, sample=sample, stage_key="rating", values=[judged(1)]
        )
    assert caught.value.body()["error"]["fields"][0]["code"] == "not_given"


def test_a_sample_waits_until_everything_is_brought_in(project: Project) -> None:
    use_study(project)
    [there, missing] = add_samples(project, 2, opened=False)
    give(there)
    assert services.open_samples(project=project, samples=[there, missing]) == 1
    assert stage_of(there) == ("open", "rating", 1)
    assert stage_of(missing) == ("waiting", "", 0)
    give(missing)
    assert services.open_samples(project=project, samples=[there, missing]) == 1
    assert open_tasks(missing) == [("rating", 1), ("rating", 2), ("rating", 3)]


def test_new_images_are_not_opened_before_their_texts_are_there(project: Project) -> None:
    use_study(project)
    image = add_image(project)
    services.take_in(project=project, new=[image])
    sample = Sample.objects.get(image=image)
    assert stage_of(sample) == ("waiting", "", 0)


def test_leaving_passes_over_what_nobody_is_asked(project: Project, people: Cast) -> None:
    use_recipe(
        project,
        {"key": "text"},
        {**TEXTS, "mode": "parallel"},
        {
            "key": "rating",
            "kind": "likert.v1",
            "mode": "parallel",
            "about": "texts",
            "settings": GOOD,
        },
        {"key": "end"},
        no_repeat="stage",
    )
    [sample] = add_samples(project, 1, opened=False)
    give(sample, {"texts": ["One text."]})
    services.open_samples(project=project, samples=[sample])
    assert stage_of(sample) == ("open", "text", 1)
    work(project, people.ada, {"text": "A kite."}, "text")
    assert stage_of(sample) == ("open", "rating", 1)
    work(project, people.ben, judged(4), "rating")
    assert stage_of(sample) == ("open", "end", 1)
    work(project, people.ada, {"text": "It ends."}, "end")
    assert stage_of(sample)[0] == "done"


def test_a_seed_of_a_given_stage_is_not_judged(project: Project) -> None:
    """What somebody brings in to start from is not what is to be judged."""
    use_study(project, raters=1)
    [sample] = add_samples(project, 1, opened=False)
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="texts",
        value=pair(7),
        producer="m",
        origin=Annotation.Origin.IMPORT,
    )
    assert services.open_samples(project=project, samples=[sample]) == 0
    [given] = give(sample)
    services.open_samples(project=project, samples=[sample])
    assert [task.about for task in Task.objects.all()] == [given]
