"""What somebody has just written is compared with what they wrote before, at the same cost."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag, PendingCheck, TextPrint
from annotate.quality.selectors import works
from annotate.quality.services import copies, new_work
from annotate.quality.services.jobs import change_settings
from annotate.workflow.models import Assignment, Sample
from tests.conftest import Cast
from tests.quality.checks_at_once import Silent
from tests.quality.scene import STAGE, caption_recipe, captioned, codes_of, crew, give, new_samples
from tests.quality.scene import sentence as plain_sentence

pytestmark = pytest.mark.django_db
COPY = "A very wonderful view and well worth seeing on a day in May"


@pytest.fixture
def ann(project: Project) -> User:
    caption_recipe(project, people=1)
    [ann, *_] = crew(project, 2)
    return ann


def says(sample: Sample, user: User, text: str) -> Assignment:
    return give(sample, user, captioned(text))


def check(*answers: Assignment) -> None:
    """Check these answers as what has just come in."""
    new_work.note_submitted(answers[0].project, answers)
    project = answers[0].project
    new_work.check_new({"project_id": project.pk, "stage": STAGE}, Silent())
    assert not PendingCheck.objects.exists()


def wrote(project: Project, user: User, number: int) -> list[Assignment]:
    samples = new_samples(project, number)
    # By their number and not by an id, so that the same texts are compared in every run.
    first = TextPrint.objects.filter(project=project, annotator=user).count()
    return [
        says(sample, user, plain_sentence(place)) for place, sample in enumerate(samples, first)
    ]


def cost_of_the_next(
    project: Project, user: User, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """How many statements a check of one more answer takes, and how many answers it reads."""
    [answer] = wrote(project, user, 1)
    read: list[works.Row] = []
    rows_of = works.rows_of

    def counted(project: Project, stage: StageSpec, scope: works.Scope) -> Iterator[works.Row]:
        for row in rows_of(project, stage, scope):
            read.append(row)
            yield row

    with monkeypatch.context() as watched, CaptureQueriesContext(connection) as asked:
        watched.setattr(works, "rows_of", counted)
        check(answer)
    return len(asked), len(read)


def test_a_check_costs_the_same_after_many_answers(
    project: Project, people: Cast, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_settings(project=project, actor=people.owner, changes={"new_below": 0})
    check(*wrote(project, ann, 10))
    early = cost_of_the_next(project, ann, monkeypatch)
    check(*wrote(project, ann, 60))
    assert cost_of_the_next(project, ann, monkeypatch) == early
    assert early[1] == 1


def test_a_copy_of_an_old_answer_is_found(project: Project, ann: User) -> None:
    [first, *_] = new_samples(project, 1)
    old = says(first, ann, COPY)
    check(old, *wrote(project, ann, 30))
    assert "near_duplicate" not in codes_of(old)
    [sample] = new_samples(project, 1)
    new = says(sample, ann, COPY.upper())
    check(new)
    assert "near_duplicate" in codes_of(old)
    assert "near_duplicate" in codes_of(new)


def test_copies_that_come_in_together_are_found(project: Project, ann: User) -> None:
    one, other = new_samples(project, 2)
    copies = says(one, ann, COPY), says(other, ann, f"{COPY}!")
    check(*wrote(project, ann, 3), *copies)
    assert all("near_duplicate" in codes_of(each) for each in copies)


def test_of_texts_that_are_not_alike_none_is_compared(
    project: Project, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[object] = []
    monkeypatch.setattr("annotate.analysis.quality.texts.near_duplicates", compared.append)
    check(*wrote(project, ann, 5))
    assert compared == []


def test_a_text_made_of_earlier_ones_is_found(project: Project, ann: User) -> None:
    phrase = "in this picture one can see quite clearly that there is"
    for thing in ("a kite", "three dogs"):
        [sample] = new_samples(project, 1)
        check(says(sample, ann, f"{phrase} {thing}"))
    assert not Flag.objects.filter(code="pasted_instruction").exists()
    [sample] = new_samples(project, 1)
    last = says(sample, ann, f"{phrase} one boat")
    check(last)
    assert "pasted_instruction" in codes_of(last)


def test_what_others_wrote_is_not_compared(project: Project, ann: User) -> None:
    [_, ben] = User.objects.filter(username__startswith="worker").order_by("pk")
    one, other = new_samples(project, 2)
    check(says(one, ben, COPY))
    mine = says(other, ann, COPY)
    check(mine)
    assert "near_duplicate" not in codes_of(mine)


def test_rejected_texts_are_no_yardstick(project: Project, ann: User) -> None:
    one, other = new_samples(project, 2)
    old = says(one, ann, COPY)
    check(old)
    Assignment.objects.filter(pk=old.pk).update(verdict="rejected")
    new = says(other, ann, COPY)
    check(new)
    assert "near_duplicate" not in codes_of(new)


def test_what_was_written_before_there_were_prints_is_compared_too(
    project: Project, ann: User
) -> None:
    one, other = new_samples(project, 2)
    old = says(one, ann, COPY)  # never checked
    new = says(other, ann, COPY)
    check(new)
    assert "near_duplicate" in codes_of(new)
    assert TextPrint.objects.filter(annotation=old.answer).exists()


def test_a_check_that_runs_twice_keeps_one_print(project: Project, ann: User) -> None:
    [answer] = wrote(project, ann, 1)
    check(answer)
    check(answer)
    assert TextPrint.objects.count() == 1


def test_short_texts_leave_no_print(project: Project, ann: User) -> None:
    """A label is the same again and again, and that says nothing."""
    [sample] = new_samples(project, 1)
    check(says(sample, ann, "A red kite."))
    assert not TextPrint.objects.exists()


def test_of_many_copies_the_latest_are_read(
    project: Project, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "MOST_ALIKE", 4)
    check(*[says(sample, ann, COPY) for sample in new_samples(project, 9)])
    [sample] = new_samples(project, 1)
    last = says(sample, ann, COPY)
    check(last)
    [flag] = Flag.objects.filter(assignment=last, code="near_duplicate")
    assert flag.numbers["answers"] == 5


def test_prints_of_texts_that_are_compared_no_more_are_taken_away(
    project: Project, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "LATEST_TEXTS", 3)
    written = []
    for _ in range(6):
        written += wrote(project, ann, 1)
        check(written[-1])
    kept = TextPrint.objects.order_by("annotation").values_list("annotation", flat=True)
    assert list(kept) == [answer.answer_id for answer in written[-4:]]
