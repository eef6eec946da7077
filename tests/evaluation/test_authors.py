"""Nobody judges in a study for which they wrote one of the texts."""

import pytest

from annotate.evaluation.models import StudyAuthor
from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.texts_scene import prepared, source_of, text_file
from tests.workflow.acts import claim, describe, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def described(people: Cast, project: Project) -> Project:
    """Ada described an image, and there is a file of texts about it."""
    use_recipe(project, {"key": "description", "title": "Description", "rounds": 2})
    samples = add_samples(project, 1)
    text_file(project, samples, "gpt")
    describe(project, people.ada, "A tall tree stands alone in a wide green field.")
    return project


def test_an_author_is_given_none_of_the_study_and_told_why(
    people: Cast, described: Project
) -> None:
    first = {"type": "round", "stage": "description", "index": 1}
    sources = [
        {"source": first, "title": "Round 1"},
        {"source": source_of(described.text_files.get()), "title": "GPT-4V"},
    ]
    study = prepared(described, sources, raters=[people.ada.pk, people.ben.pk])
    work = study.work
    assert work is not None
    assert [each.user for each in StudyAuthor.objects.filter(study=study)] == [people.ada]
    answer = client_of(people.ada).post(f"/api/v1/projects/{work.pk}/claim", {}, format="json")
    told = answer.json()
    assert (told["assignment"], told["reason"]) == (None, "gated")
    assert told["gate"]["reason"] == "author"
    assert claim(work, people.ben).sample.project_id == work.pk


def test_an_author_works_on_in_other_projects(people: Cast, described: Project) -> None:
    first = {"type": "round", "stage": "description", "index": 1}
    prepared(described, [{"source": first, "title": "Round 1"}], design="likert.v1")
    add_samples(described, 1)
    assert services.claim(project=described, annotator=people.ada).assignment is not None


def test_who_has_only_read_a_text_may_judge(people: Cast, described: Project) -> None:
    """Catches a bar against everybody of the project: round 2 was nobody's choice here."""
    describe(described, people.ben, "Another text altogether about a lonely oak.")
    first = {"type": "round", "stage": "description", "index": 1}
    study = prepared(described, [{"source": first, "title": "Round 1"}], design="likert.v1")
    assert [each.user for each in StudyAuthor.objects.filter(study=study)] == [people.ada]
