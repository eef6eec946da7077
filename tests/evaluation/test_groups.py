"""Which group an image is in: by what most people said, and only where a project opted in."""

import pytest

from annotate.evaluation.group_models import GroupAnswer, GroupScheme
from annotate.evaluation.selectors.groups import groups_of
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.evaluation.groups_scene import DARKER, LIGHTER, UNSURE, said, scheme_in

pytestmark = pytest.mark.django_db


def sample_with(scheme: GroupScheme, people: Cast, *values: str) -> Sample:
    [sample] = add_samples(scheme.project, 1)
    askers: list[User] = [people.ada, people.ben, people.cleo]
    pairs = dict(zip(("ada", "ben", "cleo"), zip(askers, values, strict=False), strict=False))
    said(scheme, sample, **pairs)
    return sample


@pytest.mark.parametrize(
    ("values", "group"),
    [
        ((LIGHTER, LIGHTER, DARKER), LIGHTER),
        ((DARKER,), DARKER),
        ((LIGHTER, LIGHTER, UNSURE), LIGHTER),
        ((LIGHTER, DARKER), None),
        ((LIGHTER, DARKER, UNSURE), None),
        ((UNSURE, UNSURE, DARKER), None),
        ((), None),
    ],
)
def test_the_group_of_an_image_is_what_most_said(
    project: Project, people: Cast, values: tuple[str, ...], group: str | None
) -> None:
    sample = sample_with(scheme_in(project), people, *values)
    assert groups_of(project) == ({} if group is None else {sample.pk: group})


def test_without_opting_in_no_image_has_a_group(project: Project, people: Cast) -> None:
    assert groups_of(project) == {}
    scheme = scheme_in(project, enabled=False)
    sample_with(scheme, people, LIGHTER)
    assert groups_of(project) == {}


def test_withdrawn_images_have_no_group(project: Project, people: Cast) -> None:
    sample = sample_with(scheme_in(project), people, LIGHTER)
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.WITHDRAWN)
    assert groups_of(project) == {}


def test_what_is_asked_or_passed_on_says_nothing(project: Project, people: Cast) -> None:
    scheme = scheme_in(project)
    sample = sample_with(scheme, people)
    for person, state in ((people.ada, "asked"), (people.ben, "skipped")):
        GroupAnswer.objects.create(
            scheme=scheme, sample=sample, person=person, state=state, value=LIGHTER
        )
    assert groups_of(project) == {}


def test_projects_do_not_see_each_others_groups(
    project: Project, people: Cast, new_project: NewProject
) -> None:
    sample_with(scheme_in(project), people, LIGHTER)
    other = new_project(name="Another")
    scheme_in(other)
    assert groups_of(other) == {}
