"""Checks, verdicts and blocks at the same moment. Only PostgreSQL lets them meet."""

import pytest
from django.db.models import Count

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Block, Evidence, Flag
from annotate.quality.schemas.answers import NewAct
from annotate.quality.services import acts, blocks
from annotate.workflow.models import Assignment, Task
from tests.conftest import Cast
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    answer_all,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
)
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def spam(project: Project, people: Cast) -> list[Assignment]:
    caption_recipe(project)
    *team, odd = crew(project, 5)
    samples = new_samples(project, 6)
    answer_all(samples, team)
    return [give(sample, odd, captioned(CANNED)) for sample in samples]


def test_two_checks_at_once_write_each_flag_once(project: Project, spam: list[Assignment]) -> None:
    """Catches a flag, or its evidence, written by both of two jobs that overlap."""
    for _ in range(4):
        Flag.objects.all().delete()
        found = together(*[lambda: run_checks(project=project)] * 3)
        assert not [each for each in found if isinstance(each, errors.AppError)]
        assert Flag.objects.count() == 12
        assert Evidence.objects.count() == 12
        assert sum(each.opened for each in found) == 12


def test_a_check_never_reopens_what_is_settled_at_that_moment(
    project: Project, people: Cast, spam: list[Assignment]
) -> None:
    run_checks(project=project)
    chosen = NewAct(verb="approve", annotations=[answer.answer_id or 0 for answer in spam])

    def approve() -> int:
        done = acts.act(project=project, actor=people.lead, wanted=chosen)
        return done.items.filter(state="done").count()

    found = together(lambda: run_checks(project=project), approve)
    assert found[1] == len(spam)
    assert not Flag.objects.filter(state="open").exists()


def test_two_leads_who_block_at_once_make_one_block(
    project: Project, people: Cast, spam: list[Assignment]
) -> None:
    """Catches work that is given again twice because two leads pressed the same button."""
    odd: User = spam[0].annotator

    def block(lead: User) -> Block:
        return blocks.block(
            project=project,
            actor=lead,
            user_id=odd.pk,
            scope="project",
            reason="Spam.",
            requeue=True,
        )

    found = together(lambda: block(people.owner), lambda: block(people.lead))
    assert sorted(type(each).__name__ for each in found) == ["Block", "Conflict"]
    assert Block.objects.get().requeued == len(spam)
    opened = Task.objects.filter(project=project, state="open").values("sample")
    assert [row["n"] for row in opened.annotate(n=Count("id"))] == [1] * len(spam)
