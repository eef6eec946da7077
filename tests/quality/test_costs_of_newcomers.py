"""What somebody new is compared with is kept: a check reads none of what the others did."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.core import clock
from annotate.core.prepared import PreparedRows
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag, PersonFigures
from annotate.quality.selectors import works
from annotate.quality.services import checking, new_work, people
from annotate.quality.services.checking import asked_for
from annotate.quality.services.jobs import change_settings
from annotate.quality.services.recording import Recorded
from annotate.workflow.models import Assignment, DailyStats
from tests.conftest import Cast
from tests.plans import as_in_a_new_installation, plan_of, rows_read
from tests.quality.checks_at_once import Silent, run_checks
from tests.quality.scene import (
    CANNED,
    STAGE,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db
NEW_BELOW = 12


@pytest.fixture
def team(project: Project, people: Cast) -> list[User]:
    """Six people; the last one is new."""
    caption_recipe(project, people=1)
    changes = {"early_min_answers": 2, "edit_min_answers": 2, "new_below": NEW_BELOW}
    change_settings(project=project, actor=people.owner, changes=changes)
    return crew(project, 6)


def work(project: Project, user: User, number: int, seconds: float) -> list[Assignment]:
    samples = new_samples(project, number)
    return [
        give(sample, user, captioned(sentence(sample.pk)), seconds=seconds) for sample in samples
    ]


def check(project: Project, *answers: Assignment) -> None:
    new_work.note_submitted(answers[0].project, answers)
    new_work.check_new({"project_id": project.pk, "stage": STAGE}, Silent())


def cost_of_the_next(
    project: Project, user: User, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int, int]:
    """Statements of a check of one more answer, and how many answers and times it reads."""
    [answer] = work(project, user, 1, 1)
    rows_read: list[int] = []
    times_read: list[int] = []
    rows_of, times_of = works.rows_of, works.times_of

    def rows(project: Project, stage: StageSpec, scope: works.Scope) -> Iterator[works.Row]:
        found = list(rows_of(project, stage, scope))
        rows_read.append(len(found))
        return iter(found)

    def times(*given: object) -> object:
        found = times_of(*given)  # type: ignore[arg-type]
        times_read.append(sum(len(each) for each in found.values()))
        return found

    with monkeypatch.context() as watched, CaptureQueriesContext(connection) as asked:
        watched.setattr(works, "rows_of", rows)
        watched.setattr(works, "times_of", times)
        check(project, answer)
    return len(asked), sum(rows_read), sum(times_read)


def test_comparing_somebody_new_reads_nothing_of_what_the_others_did(
    project: Project, team: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, user in enumerate(team[:5]):
        check(project, *work(project, user, 3, 60 + place))
    for _ in range(2):
        check(project, *work(project, team[5], 1, 1))
    early = cost_of_the_next(project, team[5], monkeypatch)
    for place, user in enumerate(team[:5]):
        check(project, *work(project, user, 30, 60 + place))
    late = cost_of_the_next(project, team[5], monkeypatch)
    assert late[:2] == early[:2]
    # Only what this person has handed in themselves.
    assert (early[2], late[2]) == (3, 4)


def test_somebody_new_who_hurries_is_noticed_by_the_next_check(
    project: Project, team: list[User]
) -> None:
    for place, user in enumerate(team[:5]):
        check(project, *work(project, user, 3, 60 + place))
    check(project, *work(project, team[5], 2, 1))
    flag = Flag.objects.get(code="early_warning")
    assert (flag.annotator, flag.numbers["answers"]) == (team[5], 2)
    run_checks(project=project)
    flag.refresh_from_db()
    assert flag.evidence.count() == 1, "a lead's check finds the same"


def test_how_often_somebody_gives_the_canned_text_is_counted_anew_after_a_tenth_more(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    caption_recipe(project, people=1, canned_text=CANNED)
    [ann] = crew(project, 1)
    counted: list[int] = []
    check_person = checking.check_person

    def watched(asked: checking.Asked, annotator: int) -> Recorded:
        counted.append(DailyStats.objects.get().submissions)
        return check_person(asked, annotator)

    monkeypatch.setattr(checking, "check_person", watched)
    at = clock.now()
    stats = DailyStats.objects.create(
        project=project, annotator=ann, stage_key=STAGE, index=1, day=at.date(), last_at=at
    )
    for number in (*range(1, 7), 40, 41, 43, 44, 48, 49):
        DailyStats.objects.filter(pk=stats.pk).update(submissions=number)
        [sample] = new_samples(project, 1)
        check(project, give(sample, ann, captioned(CANNED)))
    assert counted == [1, 2, 3, 4, 5, 6, 40, 44, 48]
    assert Flag.objects.filter(code="canned_often").count() == 11


def test_what_is_kept_is_what_would_be_made_anew(project: Project, team: list[User]) -> None:
    for place, user in enumerate(team):
        for _ in range(3):
            check(project, *work(project, user, 2, 60 + place))
    kept = list(
        PersonFigures.objects.order_by("annotator").values("annotator", "timed", "median_seconds")
    )
    assert len(kept) == 6
    PersonFigures.objects.all().delete()
    people.check_people(asked_for(project, project.recipe.stage(STAGE)))
    again = PersonFigures.objects.order_by("annotator")
    assert list(again.values("annotator", "timed", "median_seconds")) == kept


def test_answers_from_before_figures_were_kept_are_compared_too(
    project: Project, team: list[User]
) -> None:
    for place, user in enumerate(team[:5]):
        work(project, user, 3, 60 + place)  # never checked
    check(project, *work(project, team[5], 2, 1))
    assert Flag.objects.filter(code="early_warning", annotator=team[5]).exists()
    assert PersonFigures.objects.count() == 6


def test_whether_somebody_is_new_is_read_of_their_own_days_alone(
    project: Project, team: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a plan that goes along what everybody did in a stage, at each submission."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite does not tell how many rows it reads.")
    at = clock.now()
    days = [at.date() - timedelta(days=number) for number in range(1, 60)]
    DailyStats.objects.bulk_create(
        DailyStats(
            project=project,
            stage_key=STAGE,
            index=1,
            annotator=user,
            day=day,
            submissions=1,
            last_at=at,
        )
        for user in team[:5]
        for day in days
    )
    # Planned anew: another test may have had it planned for a handful of rows.
    anew = PreparedRows(new_work._WAITING._build)
    monkeypatch.setattr(new_work, "_WAITING", anew)
    as_in_a_new_installation(DailyStats)
    before = rows_read("workflow_dailystats")
    new_work._start(project, STAGE, team[5].pk)
    assert rows_read("workflow_dailystats") - before < 10, plan_of("workflow_dailystats")
