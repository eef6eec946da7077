"""Doubtful words are found where people wrote them, and nowhere else."""

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.quality.models import Suggestion
from annotate.quality.selectors import spelling as selectors
from annotate.quality.services import spelling
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.quality.spelling_scene import (
    CANNED,
    accept,
    caption,
    check,
    doubted,
    one,
    reject_answer,
)
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    made = new_project()
    use_recipe(
        made,
        {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 5},
        {"key": "objects", "kind": "objects.v1"},
    )
    return made


@pytest.fixture
def sample(project: Project) -> Sample:
    return add_samples(project, 1, opened=False)[0]


def test_a_doubtful_word_is_suggested_with_its_place_and_options(
    project: Project, people: Cast, sample: Sample
) -> None:
    answer = caption(sample, "A bag of hazlenut wafers lies on a wooden tabel")
    assert check(project, people) == {"added": 2}
    row = one(project, "hazlenut")
    assert (row.annotation_id, row.path, row.start, row.end) == (answer.pk, "text", 9, 17)
    assert row.options[0]["word"] == "hazelnut"
    assert row.confidence == row.options[0]["confidence"] > 0
    assert one(project, "tabel").options[0]["word"] == "table"


def test_brands_and_quoted_words_survive(project: Project, people: Cast, sample: Sample) -> None:
    caption(sample, "A bottle of Dove beside a Progresso can that says “Tomatoe”")
    check(project, people)
    assert doubted(project) == []


def test_canned_rejected_and_machine_texts_are_left_alone(
    project: Project, people: Cast, sample: Sample
) -> None:
    caption(sample, CANNED.replace("recognize", "recognise"), index=1, origin="model")
    rejected = caption(sample, "A wooden tabel with a lamp stands there", index=2)
    canned = caption(sample, CANNED, index=3)
    caption(sample, "A gold question about a tabel and a lamp", index=4, purpose="gold")
    assert canned.value["canned"]
    reject_answer(rejected, people)
    check(project, people)
    assert doubted(project) == []


def test_looking_again_adds_nothing_and_changes_no_decision(
    project: Project, people: Cast, sample: Sample
) -> None:
    caption(sample, "A bag of hazlenut wafers lies on a wooden tabel")
    check(project, people)
    accept(project, people, one(project, "tabel"))
    before = list(Suggestion.objects.order_by("pk").values())
    assert check(project, people) == {"added": 0}
    assert list(Suggestion.objects.order_by("pk").values()) == before


def test_a_word_the_project_knows_is_doubted_no_longer(
    project: Project, people: Cast, sample: Sample
) -> None:
    caption(sample, "A bag of hazlenut wafers lies on a wooden tabel")
    check(project, people)
    spelling.set_words(project=project, actor=people.owner, words=["Hazlenut"])
    assert doubted(project) == ["tabel"], "at once, without looking again"
    check(project, people)
    assert doubted(project) == ["tabel"]


def test_a_word_taken_off_the_list_is_doubted_again(
    project: Project, people: Cast, sample: Sample
) -> None:
    caption(sample, "A bag of hazlenut wafers lies on a wooden table")
    spelling.set_words(project=project, actor=people.owner, words=["hazlenut"])
    check(project, people)
    assert doubted(project) == []
    spelling.set_words(project=project, actor=people.owner, words=[])
    check(project, people)
    assert doubted(project) == ["hazlenut"]


def test_an_answer_rejected_since_is_no_longer_in_the_queue(
    project: Project, people: Cast, sample: Sample
) -> None:
    answer = caption(sample, "A bag of hazlenut wafers lies on a table")
    check(project, people)
    reject_answer(answer, people)
    assert doubted(project) == []


def test_only_one_run_at_a_time_and_only_over_a_stage_there_is(
    project: Project, people: Cast, sample: Sample
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        spelling.start_run(project=project, actor=people.owner, stage_key="nowhere")
    assert refused.value.fields[0].path == "stage"
    spelling.start_run(project=project, actor=people.owner, stage_key="caption")
    with pytest.raises(errors.Conflict):
        spelling.start_run(project=project, actor=people.owner, stage_key="caption")


def test_descriptions_of_objects_are_looked_at_each_in_its_place(
    project: Project, people: Cast, sample: Sample
) -> None:
    thing = {"id": "o1", "label": "lamp", "box": {"x": 1, "y": 1, "width": 5, "height": 5}}
    value = {
        "objects": [
            {**thing, "description": "A lamp.", "derived_from": []},
            {**thing, "id": "o2", "description": "It stands on a tabel.", "derived_from": []},
        ]
    }
    answer = caption(sample, "", kind="objects.v1", stage_key="objects", value=value)
    check(project, people, "objects")
    row = one(project, "tabel")
    assert row.path == "objects[1].description"
    accept(project, people, row)
    assert selectors.corrected_texts(project)[answer.pk] == {
        "objects[1].description": "It stands on a table."
    }
