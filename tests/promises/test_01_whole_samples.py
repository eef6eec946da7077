"""A finished sample is whole: whatever a lead takes back, it has what its recipe promises."""

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Block
from annotate.workflow import selectors, services
from annotate.workflow.models import Annotation, Assignment, Sample, Transition
from annotate.workflow.services.draft import NotNeeded
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow import aggregates
from tests.workflow.acts import (
    claim,
    describe,
    draft,
    fresh,
    mark,
    open_tasks,
    stage_of,
    submit,
    thing,
    use_recipe,
    work,
)
from tests.workflow.hit_acts import YES, give_votes
from tests.workflow.whole import lacking

pytestmark = pytest.mark.django_db

OTHER_WORDS = "Other words altogether, about one and the same picture."


@pytest.fixture
def sample(project: Project, time: Clock) -> Sample:
    """One image: objects once, a description in two rounds."""
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "rounds": 2, "context": ["objects"]},
        no_repeat="stage",
    )
    return add_samples(project, 1)[0]


@pytest.fixture
def finished(people: Cast, project: Project, sample: Sample, time: Clock) -> dict[str, Assignment]:
    """The sample, done: its objects by Ada, its rounds by Ben and Cleo."""
    done = {"objects": mark(project, people.ada, thing())}
    time.forward(minutes=5)
    done["first"] = describe(project, people.ben, "A tree.")
    time.forward(minutes=5)
    done["second"] = describe(project, people.cleo, OTHER_WORDS)
    time.forward(minutes=5)
    assert stage_of(sample)[0] == "done"
    return done


def judge(
    held: Assignment, actor: User, verdict: str = "rejected", *, requeue: bool = False
) -> services.Requeued | None:
    answer = Annotation.objects.get(assignment=held)
    return services.set_verdict(
        annotation=answer, verdict=verdict, actor=actor, reason="Spam.", requeue=requeue
    )


def standing_texts(sample: Sample) -> list[str]:
    answers = selectors.countable().filter(sample=sample, stage_key="description")
    return [row.value["text"] for row in answers.order_by("index")]


def test_done_again_from_an_answer_sets_aside_what_was_made_of_it(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    again = judge(finished["objects"], people.owner, requeue=True)
    assert again is not None
    assert (again.opened, len(again.superseded)) == (1, 2)
    assert stage_of(sample) == ("open", "objects", 2)
    assert open_tasks(sample) == [("objects", 2)]
    assert standing_texts(sample) == []
    assert fresh(finished["first"]).verdict == "unreviewed", "their work is not rejected"
    assert aggregates.that_differ(project) == []


def test_done_again_a_sample_is_finished_with_new_work_alone(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment], time: Clock
) -> None:
    judge(finished["objects"], people.owner, requeue=True)
    mark(project, people.lead, thing(label="oak"))
    time.forward(minutes=5)
    describe(project, people.reviewer, "An oak.")
    time.forward(minutes=5)
    describe(project, people.owner, OTHER_WORDS)
    assert stage_of(sample)[0] == "done"
    assert standing_texts(sample) == ["An oak.", OTHER_WORDS]
    assert aggregates.that_differ(project) == []


def test_what_is_set_aside_stays_in_the_history(
    people: Cast, sample: Sample, finished: dict[str, Assignment]
) -> None:
    judge(finished["objects"], people.owner, requeue=True)
    noted = Transition.objects.filter(subject="assignment", reason="superseded")
    assert set(noted.values_list("subject_id", flat=True)) == {
        finished["first"].pk,
        finished["second"].pk,
    }
    assert {row.detail["answer"] for row in noted} == {finished["objects"].answer_id}


def test_who_works_on_what_follows_is_called_off_and_keeps_the_draft(
    people: Cast, project: Project, sample: Sample
) -> None:
    objects = mark(project, people.ada, thing())
    held = claim(project, people.ben)
    draft(held, "Half a sentence", version=0)
    again = judge(objects, people.owner, requeue=True)
    assert again is not None
    assert again.opened == 1
    assert (fresh(held).state, fresh(held).draft) == ("expired", {"text": "Half a sentence"})
    with pytest.raises(NotNeeded):
        submit(held, {"text": "A whole sentence."})
    assert stage_of(sample) == ("open", "objects", 2)


def test_taken_back_everything_is_as_it_was(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    before = standing_texts(sample)
    judge(finished["objects"], people.owner, requeue=True)
    judge(finished["objects"], people.owner, "unreviewed")
    assert stage_of(sample)[0] == "done"
    assert standing_texts(sample) == before
    assert open_tasks(sample) == []
    assert aggregates.that_differ(project) == []


def test_taken_back_in_the_middle_the_round_that_waited_waits_again(
    people: Cast, project: Project, sample: Sample, time: Clock
) -> None:
    objects = mark(project, people.ada, thing())
    time.forward(minutes=5)
    describe(project, people.ben, "A tree.")
    judge(objects, people.owner, requeue=True)
    assert open_tasks(sample) == [("objects", 2)]
    judge(objects, people.owner, "approved")
    assert stage_of(sample) == ("open", "description", 2)
    assert open_tasks(sample) == [("description", 2)]
    assert standing_texts(sample) == ["A tree."]


def test_what_somebody_has_begun_instead_is_not_taken_away(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    judge(finished["objects"], people.owner, requeue=True)
    held = claim(project, people.lead)
    judge(finished["objects"], people.owner, "unreviewed")
    assert fresh(held).state == "live"
    submit(held, {"objects": [thing(label="oak")]})
    assert stage_of(sample)[:2] == ("open", "description")
    assert lacking(project) == []


def test_with_later_work_kept_the_sample_stays_finished(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    judge(finished["first"], people.owner)
    assert stage_of(sample)[0] == "done"
    assert standing_texts(sample) == [OTHER_WORDS]


def test_with_later_work_kept_a_stage_in_which_nothing_stands_is_done_again(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment], time: Clock
) -> None:
    judge(finished["objects"], people.owner)
    assert stage_of(sample) == ("open", "objects", 2)
    assert standing_texts(sample) == ["A tree.", OTHER_WORDS]
    time.forward(minutes=5)
    mark(project, people.lead, thing(label="oak"))
    assert stage_of(sample)[0] == "done", "the descriptions were kept and are not asked for again"
    assert standing_texts(sample) == ["A tree.", OTHER_WORDS]
    assert aggregates.that_differ(project) == []


def test_a_sample_does_not_end_before_a_stage_is_filled_that_was_emptied_on_the_way(
    people: Cast, project: Project, sample: Sample, time: Clock
) -> None:
    objects = mark(project, people.ada, thing())
    time.forward(minutes=5)
    judge(objects, people.owner)
    describe(project, people.ben, "A tree.")
    time.forward(minutes=5)
    describe(project, people.cleo, OTHER_WORDS)
    assert stage_of(sample) == ("open", "objects", 2)
    time.forward(minutes=5)
    mark(project, people.lead, thing())
    assert stage_of(sample)[0] == "done"
    assert aggregates.that_differ(project) == []


def test_what_was_rejected_while_a_sample_was_withdrawn_is_asked_for_when_it_comes_back(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    services.withdraw_sample(sample=sample, actor=people.owner, reason="A face.")
    judge(finished["objects"], people.owner)
    services.restore_sample(sample=sample, actor=people.owner)
    assert stage_of(sample) == ("open", "objects", 2)


def test_a_rejection_that_emptied_a_stage_is_taken_back_with_what_it_opened(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    judge(finished["objects"], people.owner)
    judge(finished["objects"], people.owner, "approved")
    assert stage_of(sample)[0] == "done"
    assert open_tasks(sample) == []
    assert aggregates.that_differ(project) == []


def test_judgements_that_were_all_rejected_are_asked_for_again(
    people: Cast, project: Project
) -> None:
    give_votes(project, texts=1, votes=1)
    [sample] = add_samples(project, 1)
    work(project, people.ada, {"text": "A tree."}, "text")
    voted = work(project, people.ben, YES, "vote")
    assert stage_of(sample)[0] == "done"
    judge(voted, people.owner)
    assert stage_of(sample) == ("open", "vote", 1)
    assert open_tasks(sample) == [("vote", 2)]


def test_blocked_and_done_again_no_finished_sample_of_a_person_lacks_anything(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    response = client_of(people.lead).post(
        f"/api/v1/projects/{project.pk}/blocks",
        {"user": people.ada.pk, "scope": "project", "reason": "Spam.", "requeue": True},
        format="json",
    )
    assert response.status_code == 201, response.content
    assert Block.objects.get().requeued == 1
    assert stage_of(sample) == ("open", "objects", 2)
    assert lacking(project) == []


def consequences(people: Cast, project: Project, **wanted: object) -> dict[str, int]:
    response = client_of(people.lead).post(
        f"/api/v1/projects/{project.pk}/review/consequences", wanted, format="json"
    )
    assert response.status_code == 200, response.content
    counts: dict[str, int] = response.json()
    return counts


def test_what_a_rejection_would_do_is_counted_before(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    objects = {"superseded": 2, "reopened": 1, "at_work": 0, "emptied": 1}
    only = consequences(people, project, annotations=[finished["objects"].answer_id])
    assert only == {"answers": 1} | objects
    assert consequences(people, project, user=people.ada.pk) == {"answers": 1} | objects
    first = consequences(people, project, annotations=[finished["first"].answer_id])
    assert first == {
        "answers": 1,
        "superseded": 1,
        "reopened": 1,
        "at_work": 0,
        "emptied": 0,
    }
    assert stage_of(sample)[0] == "done", "asking changes nothing"


def test_whoever_is_at_work_on_what_follows_is_counted_before(
    people: Cast, project: Project, sample: Sample
) -> None:
    objects = mark(project, people.ada, thing())
    claim(project, people.ben)
    counts = consequences(people, project, annotations=[objects.answer_id])
    assert (counts["at_work"], counts["superseded"], counts["reopened"]) == (1, 0, 0)


@pytest.mark.parametrize("requeue", [True, False])
def test_what_was_counted_before_is_what_happens(
    people: Cast,
    project: Project,
    sample: Sample,
    finished: dict[str, Assignment],
    requeue: bool,
) -> None:
    counts = consequences(people, project, annotations=[finished["objects"].answer_id])
    judge(finished["objects"], people.owner, requeue=requeue)
    superseded = Assignment.objects.exclude(superseded_by=None).count()
    opened = int(stage_of(sample)[0] == "open")
    expected = ("superseded", "reopened") if requeue else (None, "emptied")
    assert superseded == (counts[expected[0]] if expected[0] else 0)
    assert opened == counts[expected[1] or ""]


def test_a_text_made_of_rejected_work_says_so(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    judge(finished["first"], people.owner)
    detail = client_of(people.lead).get(f"/api/v1/samples/{sample.pk}").json()
    final = detail["stages"][1]["annotations"][-1]
    assert final["id"] == finished["second"].answer_id
    assert final["rests_on"] == [finished["first"].answer_id]
    judge(finished["first"], people.owner, "approved")
    detail = client_of(people.lead).get(f"/api/v1/samples/{sample.pk}").json()
    assert detail["stages"][1]["annotations"][-1]["rests_on"] == []


def test_a_person_is_blocked_and_what_others_made_of_their_work_is_kept(
    people: Cast, project: Project, sample: Sample, finished: dict[str, Assignment]
) -> None:
    response = client_of(people.lead).post(
        f"/api/v1/projects/{project.pk}/blocks",
        {
            "user": people.ben.pk,
            "scope": "project",
            "reason": "Spam.",
            "requeue": True,
            "keep_later": True,
        },
        format="json",
    )
    assert response.status_code == 201, response.content
    assert fresh(finished["first"]).verdict == "rejected"
    assert stage_of(sample)[0] == "done"
    assert standing_texts(sample) == [OTHER_WORDS]
