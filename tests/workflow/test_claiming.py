"""Who is given which task, in which order, and why sometimes none."""

import pytest
from django.db import connection

from annotate.core import errors
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Sample, Task
from annotate.workflow.services import search
from tests.conftest import Cast, Clock, NewProject, add_samples
from tests.plans import as_in_a_new_installation, plan_of, rows_read
from tests.workflow.acts import (
    GREEN,
    TREE,
    claim,
    describe,
    draft,
    fresh,
    mark,
    open_tasks,
    seed,
    submit,
    use_recipe,
    why_nothing,
)

pytestmark = pytest.mark.django_db


def order_for(project: Project, cast: Cast) -> list[int]:
    """Return the samples in the order in which Ada is given them, as places of their making."""
    first = Sample.objects.filter(project=project).order_by("pk")[0].pk
    given: list[int] = []
    for _ in range(50):
        got = services.claim(project=project, annotator=cast.ada, stage_key="objects").assignment
        if got is None:
            break
        given.append(got.sample_id - first)
        submit(got)
    return given


def test_the_order_is_random_not_that_of_the_import(people: Cast, project: Project) -> None:
    add_samples(project, 12)
    order = order_for(project, people)
    assert sorted(order) == list(range(12))
    assert order != sorted(order)
    assert order != sorted(order, reverse=True)


def test_the_order_follows_from_the_seed_of_the_project_alone(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project()
    add_samples(project, 8)
    keys = list(Task.objects.order_by("pk").values_list("sample_id", "stage_key", "order_key"))
    Task.objects.all().delete()
    Sample.objects.update(state=Sample.State.WAITING)
    services.open_samples(project=project, samples=list(Sample.objects.all()))
    again = Task.objects.order_by("pk").values_list("sample_id", "stage_key", "order_key")
    assert sorted(keys) == sorted(again)
    assert len({key for *_, key in keys}) == 8


def test_another_seed_gives_another_order(people: Cast, new_project: NewProject) -> None:
    one, two = new_project(), new_project()
    two.seed = 8
    two.save()
    for project in (one, two):
        add_samples(project, 10)
    assert order_for(one, people) != order_for(two, people)


def test_who_holds_a_task_is_given_it_again(people: Cast, project: Project) -> None:
    add_samples(project, 3)
    assert claim(project, people.ada).pk == claim(project, people.ada).pk
    assert Assignment.objects.count() == 1


def test_claiming_again_renews_the_lease(people: Cast, project: Project, time: Clock) -> None:
    add_samples(project, 1)
    first = claim(project, people.ada)
    time.forward(minutes=20)
    assert claim(project, people.ada).lease_expires_at > first.lease_expires_at
    assert fresh(first).lease_expires_at > first.lease_expires_at


def test_two_people_never_hold_the_same_task(people: Cast, project: Project) -> None:
    add_samples(project, 2)
    assert claim(project, people.ada).task_id != claim(project, people.ben).task_id
    assert why_nothing(project, people.cleo) == "nothing_open"


def test_later_stages_come_first(people: Cast, project: Project) -> None:
    add_samples(project, 5)
    mark(project, people.ada, TREE)
    assert claim(project, people.ben).task.stage_key == "description"


def test_a_stage_can_be_asked_for(people: Cast, project: Project) -> None:
    add_samples(project, 5)
    mark(project, people.ada, TREE)
    assert claim(project, people.ben, "objects").task.stage_key == "objects"


def test_nobody_works_twice_on_a_sample(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    mark(project, people.ada, TREE)
    assert open_tasks(sample) == [("description", 1)]
    assert why_nothing(project, people.ada) == "no_more_for_you"
    describe(project, people.ben, GREEN)
    assert open_tasks(sample) == [("description", 2)]
    assert why_nothing(project, people.ada) == "no_more_for_you"
    assert why_nothing(project, people.ben) == "no_more_for_you"


def test_what_somebody_has_done_is_not_read_anew_for_each_task_they_may_not_have(
    people: Cast, project: Project
) -> None:
    """Catches a plan by person, cheap as long as PostgreSQL takes their answers for few."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite does not tell how many rows it reads.")
    add_samples(project, 40)
    for _ in range(30):
        submit(claim(project, people.ada, "objects"))
    as_in_a_new_installation(Assignment)  # an empty one is read from end to end
    search._near_in.cache_clear()
    before = rows_read("workflow_assignment")
    assert claim(project, people.ada).task.stage_key == "objects"
    # Two looks at thirty descriptions that are open to others, and what the claim itself reads.
    assert rows_read("workflow_assignment") - before < 100


def test_whether_somebody_had_a_task_before_is_not_looked_up_among_all_they_had(
    people: Cast, project: Project
) -> None:
    """Catches a plan that meets both halves of the question in the middle."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite does not tell how many rows it reads.")
    add_samples(project, 2)
    submit(claim(project, people.ada, "objects"))
    search._near_in.cache_clear()  # another test may have had it planned for a handful of rows
    claim(project, people.ada)
    assert "history_of_annotator" not in plan_of("SKIP LOCKED")


def test_a_claim_locks_nothing_of_the_stages_behind_the_one_it_finds_work_in(
    people: Cast, project: Project
) -> None:
    """Catches a search that asks all stages at once: others would find their tasks taken."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no locks on rows.")
    add_samples(project, 3)
    submit(claim(project, people.ada, "objects"))
    assert claim(project, people.ben).task.stage_key == "description"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT xmax::text FROM workflow_task WHERE stage_key = 'objects' AND state = 'open'"
        )
        assert cursor.fetchall() == [("0",), ("0",)]


def test_a_recipe_may_allow_one_task_per_stage(people: Cast, new_project: NewProject) -> None:
    project = new_project(no_repeat="stage")
    add_samples(project, 1)
    mark(project, people.ada, TREE)
    describe(project, people.ada, GREEN)
    assert why_nothing(project, people.ada) == "no_more_for_you"


def test_the_database_itself_refuses_a_second_task_on_a_sample(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project()
    add_samples(project, 1)
    done = mark(project, people.ada, TREE)
    task = Task.objects.get(stage_key="description")
    second = Assignment(
        project=project,
        task=task,
        sample=done.sample,
        annotator=people.ada,
        exclusion_group=task.exclusion_group,
        lease_expires_at=done.lease_expires_at,
    )
    with pytest.raises(Exception, match=r"(?i)unique") as refused:
        second.save()
    assert type(refused.value).__name__ == "IntegrityError"


def test_a_skipped_sample_is_not_offered_to_the_same_person_again(
    people: Cast, project: Project
) -> None:
    [sample] = add_samples(project, 1)
    services.skip(
        assignment=fresh(claim(project, people.ada)),
        actor=people.ada,
        reason="language",
        comment="Polish signs",
    )
    assert why_nothing(project, people.ada) == "no_more_for_you"
    kept = Assignment.objects.get()
    assert (kept.skip_reason, kept.comment) == ("language", "Polish signs")
    assert claim(project, people.ben).sample_id == sample.pk


def test_a_released_task_is_open_to_everybody_at_once(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    held = claim(project, people.ada)
    services.release(assignment=fresh(held), actor=people.ada)
    assert open_tasks(sample) == [("objects", 1)]
    assert claim(project, people.ben).task_id == held.task_id


def released_with_draft(project: Project, cast: Cast) -> Assignment:
    held = claim(project, cast.ada)
    draft(held, "Half a sente", version=0, seconds=0, scratch="All wrong")
    services.release(assignment=fresh(held), actor=cast.ada)
    return held


def test_who_takes_a_released_task_again_finds_their_draft(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    released = released_with_draft(project, people)
    again = claim(project, people.ada)
    assert again.pk != released.pk
    assert again.draft == {"text": "Half a sente"}
    assert again.draft_version == 1
    assert again.scratch_reason == "All wrong"


def test_nobody_else_finds_that_draft(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    released_with_draft(project, people)
    assert claim(project, people.ben).draft is None


def test_who_comes_back_starts_from_the_same_text_though_a_newer_seed_came(
    people: Cast, project: Project
) -> None:
    """Or the draft would be compared with a text its author never saw."""
    use_recipe(project, {"key": "description", "seeded": True})
    [sample] = add_samples(project, 1)
    old = seed(sample, "The first seed.")
    released_with_draft(project, people)
    new = seed(sample, "The second seed.")
    assert claim(project, people.ada).base == old
    services.release(assignment=fresh(claim(project, people.ada)), actor=people.ada)
    assert claim(project, people.ben).base == new


def test_time_worked_before_a_release_is_carried_on(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    held = claim(project, people.ada)
    time.forward(seconds=100)
    draft(held, "Begun", version=0, seconds=70)
    services.release(assignment=fresh(held), actor=people.ada)
    time.forward(days=1)
    again = claim(project, people.ada)
    time.forward(seconds=30)
    submit(again, {"text": "Done now."}, seconds=100)
    assert fresh(again).active_seconds == pytest.approx(100)


def test_with_nothing_open_the_reason_says_so(people: Cast, project: Project) -> None:
    assert why_nothing(project, people.ada) == "nothing_open"


def test_work_that_waits_for_other_people_is_told_from_no_work(
    people: Cast, project: Project
) -> None:
    add_samples(project, 1)
    mark(project, people.ada, TREE)
    assert why_nothing(project, people.ada, "objects") == "nothing_open"
    assert why_nothing(project, people.ada, "description") == "no_more_for_you"


def test_samples_that_wait_for_seeds_are_not_given_out(people: Cast, project: Project) -> None:
    add_samples(project, 2, opened=False)
    assert why_nothing(project, people.ada) == "nothing_open"


def test_who_was_just_taken_out_of_the_project_gets_nothing(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    Membership.objects.filter(project=project, user=people.ada).delete()
    with pytest.raises(errors.NotFound):
        services.claim(project=project, annotator=people.ada)


def test_a_task_left_in_one_project_is_not_resumed_in_another(
    people: Cast, new_project: NewProject
) -> None:
    one, two = new_project(), new_project()
    add_samples(one, 1)
    add_samples(two, 1)
    assert claim(one, people.ada).project_id == one.pk
    assert claim(two, people.ada).project_id == two.pk


def test_no_round_comes_twice_to_the_same_person(people: Cast, new_project: NewProject) -> None:
    """Many samples, few people: whoever is offered something has not had the sample before."""
    project = new_project()
    add_samples(project, 6)
    everybody = [people.ada, people.ben, people.cleo, people.owner, people.lead, people.reviewer]
    number = 0
    while True:
        given = [(u, services.claim(project=project, annotator=u).assignment) for u in everybody]
        if not any(assignment for _, assignment in given):
            break
        for _, assignment in given:
            if assignment is not None:
                number += 1
                kind = assignment.task.stage_key
                words = " ".join(f"word{number}x{place}" for place in range(9))
                submit(assignment, {"objects": []} if kind == "objects" else {"text": words})
    done = Assignment.objects.filter(state=Assignment.State.SUBMITTED)
    pairs = list(done.values_list("annotator", "sample"))
    assert len(pairs) == len(set(pairs)) == 6 * 4
    assert set(Sample.objects.values_list("state", flat=True)) == {"done"}
