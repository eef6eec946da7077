"""Judging what was brought in: by whom, how often, one by one and in HITs, and what it comes to."""

import pytest
from django.db import IntegrityError

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Outcome, Task
from annotate.workflow.services import leases
from tests.conftest import Cast, client_of
from tests.workflow.acts import claim, fresh, stage_of, submit, why_nothing, work
from tests.workflow.hit_acts import answers_to, claim_hit, in_hit, submit_hit
from tests.workflow.studies import add_pairs, judged, pair, use_study

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stored_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees the items as they are stored."""
    monkeypatch.setattr(leases, "draw_arrangement", lambda task, stage: [0, 1])


def test_each_pair_gets_raters_of_its_own(project: Project, people: Cast) -> None:
    use_study(project, raters=2)
    [sample] = add_pairs(project, 1, each=2)
    first, second = Annotation.objects.filter(stage_key="texts").order_by("pk")
    tasks = Task.objects.filter(sample=sample).order_by("about", "index")
    assert list(tasks.values_list("about", "index")) == [
        (first.pk, 1),
        (first.pk, 2),
        (second.pk, 1),
        (second.pk, 2),
    ]
    for user in (people.ada, people.ben):
        seen = {work(project, user, judged(0), "rating").task.about_id for _ in range(2)}
        assert seen == {first.pk, second.pk}
        assert why_nothing(project, user) is not None
    assert stage_of(sample)[0] == "done"


def test_nobody_judges_the_same_pair_twice(project: Project, people: Cast) -> None:
    use_study(project)
    [sample] = add_pairs(project, 1)
    done = work(project, people.ada, judged(1), "rating")
    assert why_nothing(project, people.ada) == "no_more_for_you"
    other = Task.objects.filter(sample=sample, state="open")[0]
    with pytest.raises(IntegrityError):
        Assignment.objects.create(
            project=project,
            task=other,
            sample=sample,
            annotator=people.ada,
            exclusion_group=other.exclusion_group,
            lease_expires_at=done.lease_expires_at,
        )


def test_whoever_judges_is_shown_the_texts_and_asked_for_nothing_else(
    project: Project, people: Cast
) -> None:
    use_study(project)
    add_pairs(project, 1)
    client = client_of(people.ada)
    [listed] = client.get("/api/v1/work").json()["projects"]
    assert [(each["key"], each["available"]) for each in listed["stages"]] == [("rating", True)]
    shown = client.post(f"/api/v1/projects/{project.pk}/claim").json()["assignment"]
    assert shown["about"] == {"kind": "texts.v1", "answer": pair()}
    assert shown["start"] == {"scores": {}}
    assert shown["texts"] == []
    asked = {"stage": "texts"}
    refused = client.post(f"/api/v1/projects/{project.pk}/claim", asked, format="json")
    assert refused.json()["reason"] == "nothing_open"


def test_a_judgement_needs_every_score_and_its_reasons(project: Project, people: Cast) -> None:
    use_study(project)
    add_pairs(project, 1)
    held = claim(project, people.ada)
    for answer, code in (
        ({"scores": {}}, "score_missing"),
        (judged(2, why=" "), "justification_missing"),
    ):
        with pytest.raises(errors.Invalid) as caught:
            submit(held, answer)
        assert code in [field["code"] for field in caught.value.body()["error"]["fields"]]
    submit(held, judged(2))
    assert fresh(held).state == "submitted"


def test_the_scores_of_a_pair_are_added_up_as_they_were_shown(
    project: Project, people: Cast
) -> None:
    use_study(project)
    add_pairs(project, 1)
    for user, score in ((people.ada, -2), (people.ben, 1), (people.cleo, 1)):
        work(project, user, judged(score), "rating")
    [outcome] = Outcome.objects.all()
    assert outcome.kept
    assert outcome.numbers == {"answers": 3, "counts": {"good": [1, 0, 0, 2, 0]}}


def test_pairs_come_in_hits_where_a_study_wants_them(project: Project, people: Cast) -> None:
    use_study(project, raters=1, hit={"size": 3, "minutes": 60})
    samples = add_pairs(project, 4)
    hit = claim_hit(project, people.ada)
    assert len({each.sample_id for each in in_hit(hit)}) == 3
    submit_hit(hit, answers_to(hit, judged(-1)))
    assert sorted(stage_of(sample)[0] for sample in samples) == ["done"] * 3 + ["open"]


def test_a_rejected_judgement_is_done_again_by_somebody_else(
    project: Project, people: Cast
) -> None:
    use_study(project, raters=1)
    [sample] = add_pairs(project, 1)
    bad = work(project, people.ada, judged(2), "rating")
    assert stage_of(sample)[0] == "done"
    assert bad.answer is not None
    services.set_verdict(
        annotation=bad.answer, verdict="rejected", actor=people.lead, reason="Hasty.", requeue=True
    )
    assert stage_of(sample) == ("open", "rating", 1)
    assert why_nothing(project, people.ada) == "no_more_for_you"
    work(project, people.ben, judged(-1), "rating")
    assert stage_of(sample)[0] == "done"
    assert Outcome.objects.get().numbers["counts"]["good"] == [0, 1, 0, 0, 0]


def test_a_withdrawn_pair_comes_back_where_it_was(project: Project, people: Cast) -> None:
    use_study(project, raters=2)
    [sample] = add_pairs(project, 1)
    work(project, people.ada, judged(0), "rating")
    services.withdraw_sample(sample=sample, actor=people.lead, reason="test")
    assert why_nothing(project, people.ben) == "nothing_open"
    services.restore_sample(sample=sample, actor=people.lead)
    assert stage_of(sample) == ("open", "rating", 1)
    work(project, people.ben, judged(0), "rating")
    assert stage_of(sample)[0] == "done"
