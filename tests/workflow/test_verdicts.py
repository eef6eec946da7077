"""Approve, reject, do again, and take it back: what follows for the sample and its judges."""

import pytest

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.workflow import selectors, services
from annotate.workflow.models import Annotation, Assignment, Outcome, Sample, Task
from annotate.workflow.services.draft import NotNeeded
from tests.conftest import Cast, Clock, add_samples
from tests.workflow import aggregates
from tests.workflow.acts import (
    claim,
    code_of,
    fresh,
    open_tasks,
    paths_of,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
    work,
)
from tests.workflow.hit_acts import NO, YES, give_votes

pytestmark = pytest.mark.django_db


def answer_of(assignment: Assignment) -> Annotation:
    found = Assignment.objects.select_related("answer").get(pk=assignment.pk).answer
    assert found is not None
    return found


def verdict(
    assignment: Assignment, actor: User, to: str = "rejected", *, requeue: bool = False
) -> services.Requeued | None:
    return services.set_verdict(
        annotation=answer_of(assignment),
        verdict=to,
        actor=actor,
        reason="Not about the image." if to == "rejected" else "",
        requeue=requeue,
    )


def again(assignment: Assignment, actor: User) -> services.Requeued:
    done = verdict(assignment, actor, requeue=True)
    assert done is not None
    return done


def figures_are_right(project: Project) -> None:
    """The sums written on the way are those that are made anew."""
    assert aggregates.that_differ(project) == []


@pytest.fixture
def rounds(project: Project, time: Clock) -> Sample:
    """One image, two rounds."""
    use_recipe(project, {"key": "description", "rounds": 2})
    return add_samples(project, 1)[0]


@pytest.fixture
def judged(people: Cast, project: Project, time: Clock) -> Sample:
    """One image with a text by Ada and one by Ben that each want two votes."""
    give_votes(project, texts=2, votes=2)
    [sample] = add_samples(project, 1)
    for user in (people.ada, people.ben):
        time.forward(minutes=1)
        work(project, user, {"text": f"By {user}."}, "text")
    time.forward(minutes=1)
    return sample


def text_by(user: User) -> Assignment:
    return Assignment.objects.get(annotator=user, task__stage_key="text", state="submitted")


def test_a_verdict_says_who_when_and_why(
    people: Cast, project: Project, rounds: Sample, time: Clock
) -> None:
    done = work(project, people.ada, {"text": "A kite."}, "description")
    at = time.forward(hours=1)
    assert verdict(done, people.owner) is None
    now = fresh(done)
    assert (now.verdict, now.verdict_by, now.verdict_at) == ("rejected", people.owner, at)
    assert now.verdict_reason == "Not about the image."
    event = AuditEvent.objects.get(verb="answer.rejected")
    assert (event.target, event.data["before"]) == (str(done.answer_id), "unreviewed")
    verdict(done, people.owner, "unreviewed")
    now = fresh(done)
    assert (now.verdict, now.verdict_by, now.verdict_at) == ("unreviewed", None, None)


def test_a_rejection_needs_a_reason(people: Cast, project: Project, rounds: Sample) -> None:
    done = work(project, people.ada, {"text": "A kite."}, "description")
    with pytest.raises(errors.Invalid) as refused:
        services.set_verdict(
            annotation=answer_of(done), verdict="rejected", actor=people.owner, reason=" "
        )
    assert paths_of(refused.value) == [("reason", "missing")]


def test_a_seed_has_no_verdict(people: Cast, project: Project, rounds: Sample) -> None:
    seed = services.add_seed(
        project=project,
        sample=rounds,
        stage_key="description",
        value={"text": "A seed."},
        producer="model 1",
    )
    with pytest.raises(errors.Conflict) as refused:
        services.set_verdict(annotation=seed, verdict="approved", actor=people.owner)
    assert code_of(refused.value) == "not_reviewable"


def test_nobody_starts_from_a_rejected_round(
    people: Cast, project: Project, rounds: Sample
) -> None:
    first = work(project, people.ada, {"text": "Poor."}, "description")
    verdict(first, people.owner)
    held = claim(project, people.ben)
    assert (held.task.index, held.base) == (2, None)


def test_a_rejected_round_is_done_again_by_somebody_else(
    people: Cast, project: Project, rounds: Sample
) -> None:
    first = work(project, people.ada, {"text": "Poor."}, "description")
    assert again(first, people.owner) == services.Requeued(opened=1)
    assert stage_of(rounds) == ("open", "description", 3)
    assert open_tasks(rounds) == [("description", 3)]
    assert why_nothing(project, people.ada) == "no_more_for_you"
    work(project, people.ben, {"text": "Better by far."}, "description")
    assert open_tasks(rounds) == [("description", 4)], "the rejected one was no round"
    work(project, people.cleo, {"text": "Other words altogether."}, "description")
    assert stage_of(rounds)[0] == "done"
    kept = selectors.countable().order_by("index").values_list("index", flat=True)
    assert list(kept) == [3, 4]


def test_a_finished_sample_is_opened_again_and_counts_as_unfinished(
    people: Cast, project: Project, rounds: Sample, time: Clock
) -> None:
    work(project, people.ada, {"text": "A kite."}, "description")
    time.forward(minutes=5)
    last = work(project, people.ben, {"text": "Poor."}, "description")
    assert stage_of(rounds)[0] == "done"
    time.forward(minutes=5)
    again(last, people.owner)
    assert stage_of(rounds) == ("open", "description", 3)
    rounds.refresh_from_db()
    assert rounds.finished_at is None
    figures_are_right(project)
    time.forward(minutes=5)
    redone = work(project, people.cleo, {"text": "Other words."}, "description")
    assert stage_of(rounds)[0] == "done"
    assert redone.base == text_of_round(rounds, 1)
    figures_are_right(project)


def text_of_round(sample: Sample, index: int) -> Annotation:
    return Annotation.objects.get(sample=sample, index=index)


def test_it_is_not_done_again_twice(people: Cast, project: Project, rounds: Sample) -> None:
    first = work(project, people.ada, {"text": "Poor."}, "description")
    again(first, people.owner)
    assert str(again(first, people.owner).reason) == "It is being done again already."
    assert Task.objects.filter(state="open").count() == 1


def test_taking_a_rejection_back_restores_what_was(
    people: Cast, project: Project, rounds: Sample
) -> None:
    first = work(project, people.ada, {"text": "Fine after all."}, "description")
    again(first, people.owner)
    verdict(first, people.owner, "approved")
    assert stage_of(rounds) == ("open", "description", 2)
    assert open_tasks(rounds) == [("description", 2)]
    assert claim(project, people.ben).base == answer_of(first)


def test_a_finished_sample_is_finished_again_when_the_rejection_is_taken_back(
    people: Cast, project: Project, rounds: Sample, time: Clock
) -> None:
    work(project, people.ada, {"text": "A kite."}, "description")
    time.forward(minutes=5)
    last = work(project, people.ben, {"text": "Other words."}, "description")
    time.forward(minutes=5)
    again(last, people.owner)
    time.forward(minutes=5)
    verdict(last, people.owner, "unreviewed")
    assert stage_of(rounds)[0] == "done"
    figures_are_right(project)


def test_a_replacement_that_was_begun_stays(people: Cast, project: Project, rounds: Sample) -> None:
    first = work(project, people.ada, {"text": "Fine after all."}, "description")
    again(first, people.owner)
    held = claim(project, people.ben)
    verdict(first, people.owner, "unreviewed")
    submit(held, {"text": "Other words altogether."})
    assert fresh(held).state == "submitted"


def test_an_open_later_stage_waits_for_the_redone_one(people: Cast, project: Project) -> None:
    use_recipe(
        project, {"key": "text", "mode": "parallel"}, {"key": "description"}, no_repeat="stage"
    )
    [sample] = add_samples(project, 1)
    first = work(project, people.ada, {"text": "Poor."}, "text")
    assert open_tasks(sample) == [("description", 1)]
    again(first, people.owner)
    assert open_tasks(sample) == [("text", 2)]
    work(project, people.ben, {"text": "Better."}, "text")
    assert open_tasks(sample) == [("description", 1)]
    work(project, people.cleo, {"text": "All of it."}, "description")
    assert stage_of(sample)[0] == "done"


def test_nobody_judges_a_rejected_answer_any_more(
    people: Cast, project: Project, judged: Sample
) -> None:
    ada = text_by(people.ada)
    work(project, people.cleo, YES, "vote")
    work(project, people.cleo, YES, "vote")
    held = claim(project, people.lead)
    about = answer_of(text_by(people.ada if held.task.about == answer_of(ada) else people.ben))
    draft_kept = {"votes": {"good": False}, "comment": "half"}
    services.save_draft(assignment=fresh(held), version=0, answer=draft_kept, active_seconds=0)
    services.set_verdict(annotation=about, verdict="rejected", actor=people.owner, reason="Spam")
    assert (fresh(held).state, fresh(held).draft) == ("expired", draft_kept)
    with pytest.raises(NotNeeded):
        submit(held, YES)
    left = set(Task.objects.filter(state="open").values_list("about", flat=True))
    assert left == {text_by(people.ada).answer_id, text_by(people.ben).answer_id} - {about.pk}
    assert why_nothing(project, people.cleo) == "no_more_for_you"


def test_a_sample_goes_back_when_its_last_answer_is_rejected(
    people: Cast, project: Project, judged: Sample
) -> None:
    verdict(text_by(people.ada), people.owner)
    verdict(text_by(people.ben), people.owner)
    assert stage_of(judged) == ("open", "text", 1)
    assert open_tasks(judged) == [("text", 3), ("text", 4)], "no text is left to be judged"
    verdict(text_by(people.ben), people.owner, "unreviewed")
    verdict(text_by(people.ada), people.owner, "unreviewed")
    assert stage_of(judged) == ("open", "vote", 1)
    assert len(open_tasks(judged)) == 4


def test_a_redone_text_gets_judges_and_the_others_keep_theirs(
    people: Cast, project: Project, judged: Sample, time: Clock
) -> None:
    for user in (people.cleo, people.lead):
        for _ in range(2):
            time.forward(minutes=1)
            work(project, user, YES, "vote")
    assert stage_of(judged)[0] == "done"
    assert Outcome.objects.count() == 2
    time.forward(minutes=1)
    again(text_by(people.ada), people.owner)
    assert stage_of(judged) == ("open", "text", 1)
    figures_are_right(project)
    assert why_nothing(project, people.cleo) == "no_more_for_you", "they have read the others"
    time.forward(minutes=1)
    redone = work(project, people.reviewer, {"text": "Better."}, "text")
    assert stage_of(judged) == ("open", "vote", 1)
    assert set(Task.objects.filter(state="open").values_list("about", flat=True)) == {
        redone.answer_id
    }
    for user in (people.cleo, people.lead):
        time.forward(minutes=1)
        work(project, user, NO, "vote")
    assert stage_of(judged)[0] == "done"
    assert Outcome.objects.get(annotation=redone.answer_id).kept is False
    assert [each.author for each in selectors.kept().filter(stage_key="text")] == [people.ben]
    figures_are_right(project)


def test_a_rejected_vote_does_not_count(people: Cast, project: Project, judged: Sample) -> None:
    first = work(project, people.cleo, NO, "vote")
    about = first.task.about_id
    Task.objects.filter(state="open").exclude(about=about).update(state="parked")
    work(project, people.lead, YES, "vote")
    assert Outcome.objects.get(annotation=about).kept is False, "one of two is no majority"
    verdict(first, people.owner)
    assert Outcome.objects.get(annotation=about).kept is True
    verdict(first, people.owner, "approved")
    assert Outcome.objects.get(annotation=about).kept is False


def test_a_vote_is_done_again_and_the_outcome_waits_for_it(
    people: Cast, project: Project, judged: Sample
) -> None:
    first = work(project, people.cleo, NO, "vote")
    about = first.task.about_id
    Task.objects.filter(state="open").exclude(about=about).update(state="parked")
    work(project, people.lead, YES, "vote")
    assert again(first, people.owner).opened == 1
    assert not Outcome.objects.exists()
    redone = work(project, people.reviewer, YES, "vote")
    assert redone.task.about_id == about
    assert Outcome.objects.get(annotation=about).kept is True
