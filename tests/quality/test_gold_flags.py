"""Too many wrong answers where the right one is known: a lead is told, and nothing else happens."""

import pytest

from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.quality.models import Flag, GoldItem, GoldResult, PendingCheck
from annotate.quality.services import new_work
from annotate.quality.services.jobs import change_settings
from annotate.workflow.models import Assignment
from tests.conftest import Cast
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    STAGE,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(project: Project, people: Cast) -> User:
    caption_recipe(project)
    change_settings(project=project, actor=people.owner, changes={"gold_min_answers": 4})
    return crew(project, 1)[0]


def answer_gold(project: Project, people: Cast, worker: User, *right: bool) -> Assignment:
    """Give one answer of work, and one known answer for each of these; return the work."""
    first, *golden = new_samples(project, 1 + len(right))
    work = give(first, worker, captioned(sentence(first.pk)))
    for sample, is_right in zip(golden, right, strict=True):
        item = GoldItem.objects.create(
            project=project,
            stage_key=STAGE,
            sample=sample,
            expected={"text_detected": True},
            created_by=people.owner,
        )
        given = give(sample, worker, captioned(sentence(sample.pk)), purpose="gold")
        given.task.purpose = "gold"
        given.task.save()
        GoldResult.objects.create(
            item=item,
            assignment=given,
            annotator=worker,
            path="text_detected",
            expected=True,
            given=is_right,
            right=is_right,
        )
    return work


def flags() -> list[tuple[str, int, dict[str, object]]]:
    rows = Flag.objects.filter(state="open")
    return list(rows.values_list("code", "assignment_id", "numbers"))


def test_low_accuracy_is_a_flag_on_the_latest_work(
    project: Project, people: Cast, worker: User
) -> None:
    work = answer_gold(project, people, worker, True, False, False, False)
    run_checks(project=project)
    numbers = {"right": 1, "total": 4, "accuracy": 0.25, "limit": 0.7}
    assert flags() == [("gold_accuracy", work.pk, numbers)]
    assert not Membership.objects.filter(user=worker, is_blocked=True).exists()


def test_three_of_four_are_enough(project: Project, people: Cast, worker: User) -> None:
    answer_gold(project, people, worker, True, True, True, False)
    run_checks(project=project)
    assert flags() == []


def test_few_known_answers_say_nothing(project: Project, people: Cast, worker: User) -> None:
    answer_gold(project, people, worker, False, False, False)
    run_checks(project=project)
    assert flags() == []


def test_it_is_noticed_with_the_next_submission(
    project: Project, people: Cast, worker: User
) -> None:
    work = answer_gold(project, people, worker, False, False, False, False)
    new_work.note_submitted(project, [work])
    assert PendingCheck.objects.count() == 1

    class Watched:
        job_id = 1
        scope = ""

        def renew(self) -> None:
            return

        def report(self, done: int, total: int, note: Message | None = None) -> None:
            """Tell nobody."""

    new_work.check_new({"project_id": project.pk, "stage": STAGE}, Watched())
    assert [code for code, *_ in flags()] == ["gold_accuracy"]
    assert not PendingCheck.objects.exists()
