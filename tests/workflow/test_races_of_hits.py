"""HITs, verdicts, blocks and batches at the same moment as work. Only PostgreSQL lets them meet."""

import uuid
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models import Count

from annotate.core import clock
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Hit, Outcome, Sample, Task
from tests.conftest import Cast, add_samples
from tests.together import together
from tests.workflow.acts import GREEN, claim, fresh, stage_of, submit, use_recipe, work
from tests.workflow.hit_acts import (
    NO,
    YES,
    answers_to,
    claim_hit,
    give_hits,
    give_votes,
    in_hit,
    submit_hit,
)

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 8


def nothing_is_broken() -> None:
    """What must hold whoever came first."""
    live = Assignment.objects.filter(state="live")
    shared = live.values("task").annotate(number=Count("id")).filter(number__gt=1)
    assert not shared.exists(), "two people hold one task"
    held = set(Task.objects.filter(state="held").values_list("pk", flat=True))
    assert held == set(live.values_list("task", flat=True)), "a task is held by nobody"
    assert not live.exclude(hit=None).exclude(hit__state="live").exists()
    empty = Hit.objects.filter(state="live").exclude(assignments__state="live")
    assert not empty.exists(), "a HIT lives of which nothing is held"


def nothing_left_for(hit: Hit, *, size: int) -> None:
    """A HIT may be short only where what is open is on samples it has already."""
    mine = {each.sample_id for each in in_hit(hit)}
    others = Task.objects.filter(state="open").exclude(sample__in=mine)
    assert len(mine) == size or not others.exists()


def test_people_who_fill_hits_together_never_share_a_task(people: Cast, project: Project) -> None:
    give_hits(project, rounds=2, size=4)
    add_samples(project, 8)
    users = [people.ada, people.ben, people.cleo, people.lead]

    def fill(user: User) -> Any:
        return services.claim(project=project, annotator=user)

    for _ in range(TRIES):
        together(*[partial(fill, user) for user in users])
        nothing_is_broken()
        hits = list(Hit.objects.filter(state="live").select_related("annotator"))
        assert len(hits) == len(users)
        for hit in hits:
            nothing_left_for(hit, size=4)
        for hit in hits:
            services.release_hit(hit=hit, actor=hit.annotator)


def test_a_double_click_fills_one_hit(people: Cast, project: Project) -> None:
    give_hits(project)
    add_samples(project, 9)

    def click() -> Any:
        return services.claim(project=project, annotator=people.ada).hit

    for _ in range(TRIES):
        found = together(click, click, click)
        assert len({hit.pk for hit in found}) == 1
        services.release_hit(hit=found[0], actor=people.ada)


def test_a_hit_submitted_twice_at_once_counts_once(people: Cast, project: Project) -> None:
    give_hits(project)
    add_samples(project, 3 * TRIES)
    for _ in range(TRIES):
        hit, key = claim_hit(project, people.ada), uuid.uuid4()
        sent = answers_to(hit)
        results = together(*[partial(submit_hit, hit, sent, key=key)] * 2)
        assert sorted(result.repeated for result in results) == [False, True]
    assert Annotation.objects.count() == 3 * TRIES


def test_expiry_and_submission_of_a_hit_do_one_after_the_other(
    people: Cast, project: Project
) -> None:
    give_hits(project, rounds=1)
    add_samples(project, 3 * TRIES)
    for _ in range(TRIES):
        hit = claim_hit(project, people.ada)
        over = clock.now() - timedelta(seconds=5)
        Hit.objects.filter(pk=hit.pk).update(deadline=over)
        Assignment.objects.filter(hit=hit).update(lease_expires_at=over)
        hit.refresh_from_db()
        together(partial(submit_hit, hit, answers_to(hit)), services.expire_leases)
        states = {each.state for each in in_hit(hit)}
        assert states == {"submitted"}, "a little late still counts while nobody else has it"
        nothing_is_broken()


def test_a_late_hit_and_a_claim_by_another_share_nothing(people: Cast, project: Project) -> None:
    give_hits(project, rounds=1)
    for _ in range(TRIES):
        samples = add_samples(project, 3)
        hit = claim_hit(project, people.ada)
        over = clock.now() - timedelta(seconds=5)
        Hit.objects.filter(pk=hit.pk).update(deadline=over)
        Assignment.objects.filter(hit=hit).update(lease_expires_at=over)
        hit.refresh_from_db()
        together(
            partial(submit_hit, hit, answers_to(hit)),
            lambda: services.claim(project=project, annotator=people.ben),
        )
        nothing_is_broken()
        for sample in samples:
            winners = Assignment.objects.filter(sample=sample, state__in=["live", "submitted"])
            assert winners.count() <= 1
            services.withdraw_sample(sample=sample, actor=people.owner, reason="next")


def test_a_verdict_that_requeues_and_the_next_round_leave_one_round_to_do(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "description", "rounds": 3})
    for _ in range(TRIES):
        [sample] = add_samples(project, 1)
        first = work(project, people.ada, {"text": GREEN}, "description")
        held = claim(project, people.ben)
        assert first.answer is not None
        reject = partial(
            services.set_verdict,
            annotation=first.answer,
            verdict="rejected",
            actor=people.owner,
            reason="Poor",
            requeue=True,
        )
        together(reject, partial(submit, held, {"text": "Other words."}))
        nothing_is_broken()
        waiting = Task.objects.filter(sample=sample, state__in=["open", "held"])
        assert waiting.count() == 1
        services.withdraw_sample(sample=sample, actor=people.owner, reason="next")


def test_a_requeueing_verdict_and_a_claim_of_what_follows_meet_in_order(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "description", "rounds": 3})
    for _ in range(TRIES):
        [sample] = add_samples(project, 1)
        first = work(project, people.ada, {"text": GREEN}, "description")
        assert first.answer is not None
        together(
            partial(
                services.set_verdict,
                annotation=first.answer,
                verdict="rejected",
                actor=people.owner,
                reason="Poor",
                requeue=True,
            ),
            lambda: services.claim(project=project, annotator=people.ben),
        )
        nothing_is_broken()
        assert Task.objects.filter(sample=sample, state__in=["open", "held"]).count() == 1
        services.withdraw_sample(sample=sample, actor=people.owner, reason="next")


def test_a_block_and_a_submission_do_one_after_the_other(people: Cast, project: Project) -> None:
    give_hits(project, rounds=1)
    add_samples(project, 3 * TRIES)
    for _ in range(TRIES):
        hit = claim_hit(project, people.ada)
        together(
            partial(submit_hit, hit, answers_to(hit)),
            partial(
                services.block,
                user=people.ada,
                scope="project",
                project=project,
                actor=people.owner,
                reason="Spam",
            ),
        )
        assert len({each.state for each in in_hit(hit)}) == 1, "a part went back"
        assert not Assignment.objects.filter(annotator=people.ada, state="live").exists()
        nothing_is_broken()
        Membership.objects.filter(user=people.ada).update(is_blocked=False)


@pytest.mark.parametrize("scope", ["project", "platform", "batch"])
def test_who_is_blocked_while_claiming_holds_nothing_afterwards(
    people: Cast, project: Project, scope: str
) -> None:
    give_hits(project)
    add_samples(project, 9)
    batch = services.make_batch(project=project, actor=people.owner, size=9)
    for _ in range(TRIES):
        arguments: dict[str, Any] = {
            "user": people.ada,
            "scope": scope,
            "project": project,
            "batch": batch if scope == "batch" else None,
            "actor": people.admin,
            "reason": "Spam",
        }
        together(
            lambda: services.claim(project=project, annotator=people.ada),
            partial(services.block, **arguments),
        )
        assert not Assignment.objects.filter(annotator=people.ada, state="live").exists()
        nothing_is_broken()
        services.unblock(**arguments)


def test_the_last_two_votes_settle_once(people: Cast, project: Project) -> None:
    give_votes(project, texts=1, votes=2)
    for number in range(TRIES):
        [sample] = add_samples(project, 1)
        work(project, people.ada, {"text": "To be judged."}, "text")
        one, two = claim(project, people.ben), claim(project, people.cleo)
        together(partial(submit, one, YES), partial(submit, two, NO))
        assert Outcome.objects.count() == number + 1
        sample.refresh_from_db()
        assert sample.state == "done"
        done = sample.transitions.filter(subject="sample", to_state="done")
        assert done.count() == 1


def test_rejecting_an_answer_and_judging_it_do_one_after_the_other(
    people: Cast, project: Project
) -> None:
    give_votes(project, texts=1, votes=1)
    for _ in range(TRIES):
        [sample] = add_samples(project, 1)
        text = work(project, people.ada, {"text": "To be judged."}, "text")
        held = claim(project, people.ben)
        assert text.answer is not None
        together(
            partial(submit, held, YES),
            partial(
                services.set_verdict,
                annotation=text.answer,
                verdict="rejected",
                actor=people.owner,
                reason="Poor",
            ),
        )
        now = fresh(held)
        assert now.state == "submitted" or (now.state, now.draft) == ("expired", YES)
        assert stage_of(sample)[:2] == ("open", "text"), "no text stands any more"
        assert Task.objects.filter(sample=sample, state__in=["open", "held"]).count() == 1
        services.withdraw_sample(sample=sample, actor=people.owner, reason="next")
        nothing_is_broken()


def test_closing_a_batch_while_somebody_submits_leaves_nothing_open_in_it(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "description", "rounds": 2})
    samples = add_samples(project, TRIES)
    for sample in samples:
        batch = services.make_batch(project=project, actor=people.owner, sample_ids=[sample.pk])
        held = claim(project, people.ada)
        together(
            partial(submit, held, {"text": GREEN}),
            partial(services.close_batch, batch=batch, actor=people.owner),
        )
        assert fresh(held).state == "submitted"
        assert not Task.objects.filter(sample=sample, state="open").exists()


def test_leaving_a_hit_by_its_last_two_tasks_ends_it(people: Cast, project: Project) -> None:
    give_hits(project, size=2)
    add_samples(project, 2 * TRIES)
    for _ in range(TRIES):
        hit = claim_hit(project, people.ada)
        together(
            *[
                partial(services.skip, assignment=fresh(each), actor=people.ada, reason="other")
                for each in in_hit(hit)
            ]
        )
        hit.refresh_from_db()
        assert hit.state == "released"
        nothing_is_broken()
    assert Sample.objects.filter(state="open").count() == 2 * TRIES
