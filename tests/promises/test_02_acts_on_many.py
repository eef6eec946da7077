"""Many answers are judged in one act, with one reason, one audit entry and one undo."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import ActItem, Flag, ReviewAct
from annotate.quality.services import acts
from annotate.workflow.models import Assignment, Sample, Task
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.promises.review_scene import described, done, ids, listed, post, two_stages, undone
from tests.workflow import aggregates
from tests.workflow.acts import claim, describe, fresh, mark, open_tasks, stage_of, thing
from tests.workflow.whole import lacking

pytestmark = pytest.mark.django_db

OTHER_WORDS = "Other words altogether, about one and the same picture."


@pytest.fixture
def given(people: Cast, project: Project) -> list[Assignment]:
    two_stages(project)
    return described(project, [people.ada, people.ben, people.cleo])


@pytest.fixture
def finished(people: Cast, project: Project, time: Clock) -> list[Assignment]:
    """Two samples done: objects by Ada, their descriptions by Ben and Cleo; Ada's answers."""
    two_stages(project)
    add_samples(project, 2)
    objects = [mark(project, people.ada, thing()) for _ in range(2)]
    for user, words in ((people.ben, "A tree."), (people.cleo, OTHER_WORDS)):
        for _ in range(2):
            time.forward(minutes=5)
            describe(project, user, words)
    time.forward(minutes=5)
    assert {stage_of(held.sample)[0] for held in objects} == {"done"}
    return objects


def answers_of(rows: list[Assignment]) -> list[int | None]:
    return [held.answer_id for held in rows]


def everything(project: Project) -> dict[str, list[Any]]:
    """Everything that an act might change, but for times and the numbers of rounds done again."""
    return {
        "verdicts": list(
            Assignment.objects.filter(project=project, state="submitted")
            .order_by("answer_id")
            .values_list("answer_id", "verdict", "verdict_reason", "verdict_by", "superseded_by")
        ),
        "samples": list(
            Sample.objects.filter(project=project).order_by("pk").values_list("pk", "state")
        ),
        "open": sorted(
            Task.objects.filter(project=project, state__in=Task.UNFINISHED).values_list(
                "sample", "stage_key"
            )
        ),
        "flags": list(Flag.objects.order_by("pk").values_list("pk", "state", "settled_by")),
    }


def test_chosen_answers_are_approved_in_one_act(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    act = done(people.lead, project, verb="approve", annotations=answers_of(given[:3]))
    assert (act["state"], act["counts"]["done"], act["counts"]["total"]) == ("done", 3, 3)
    assert listed(people.lead, project, verdict="approved")["total"] == 3


def test_an_act_is_one_entry_of_the_audit_trail_and_so_is_its_undo(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    before = project.audit.count()
    ids_ = answers_of(given)
    act = done(people.lead, project, verb="reject", annotations=ids_, reason="Spam.")
    (entry,) = project.audit.order_by("-pk")[:1]
    assert (entry.verb, entry.actor, entry.target) == ("review.reject", people.lead, str(act["id"]))
    assert (entry.data["answers"], entry.data["reason"]) == (6, "Spam.")
    undone(people.lead, project, act)
    assert project.audit.count() == before + 2


def test_all_answers_of_a_person_are_rejected_without_naming_each(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    matching = {"state": "all", "annotator": people.ben.pk}
    done(people.lead, project, verb="reject", matching=matching, expected=2, reason="Spam.")
    rejected = listed(people.lead, project, verdict="rejected")["results"]
    assert [row["answer"]["annotator"]["id"] for row in rejected] == [people.ben.pk] * 2


def test_answers_that_came_since_the_lead_looked_are_not_judged_unseen(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    refused = post(
        people.lead,
        project,
        "acts",
        {"verb": "approve", "matching": {"state": "all"}, "expected": 5},
    )
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "list_changed")
    assert not ReviewAct.objects.exists()
    assert listed(people.lead, project, verdict="unreviewed")["total"] == 6


@pytest.mark.parametrize("verb", ["reject", "requeue", "flag"])
def test_one_reason_is_asked_for(
    people: Cast, project: Project, given: list[Assignment], verb: str
) -> None:
    body = {"verb": verb, "annotations": answers_of(given), "reason": " "}
    refused = post(people.lead, project, "acts", body)
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "reason"
    assert listed(people.lead, project, verdict="unreviewed")["total"] == 6


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"annotations": []}, "annotations"),
        ({"annotations": [10**9]}, "annotations"),
        ({"matching": {"state": "all", "words": "nowhere"}}, "matching"),
        ({"matching": {"order": "at"}}, "matching.order"),
        ({"verb": "delete", "annotations": [1]}, "verb"),
    ],
)
def test_an_act_on_nothing_is_refused_by_name(
    people: Cast, project: Project, given: list[Assignment], body: dict[str, Any], field: str
) -> None:
    refused = post(people.lead, project, "acts", {"verb": "approve"} | body)
    assert refused.status_code == 422
    assert [each["path"] for each in refused.json()["error"]["fields"]] == [field]


def test_a_rejection_of_many_counts_its_consequences_and_does_them_again(
    people: Cast, project: Project, finished: list[Assignment]
) -> None:
    matching = {"state": "all", "annotator": people.ada.pk}
    counted = post(people.lead, project, "consequences", {"matching": matching}).json()
    assert (counted["answers"], counted["superseded"], counted["reopened"]) == (2, 4, 2)
    act = done(people.lead, project, verb="reject", matching=matching, reason="Spam.")
    assert act["counts"]["requeued"] == 2
    assert {stage_of(held.sample) for held in finished} == {("open", "objects", 2)}
    assert listed(people.lead, project, verdict="rejected")["total"] == 2
    assert aggregates.that_differ(project) == []


def test_a_rejection_of_many_with_its_later_work_kept_leaves_no_sample_lacking(
    people: Cast, project: Project, finished: list[Assignment]
) -> None:
    done(
        people.lead,
        project,
        verb="reject",
        annotations=answers_of(finished),
        reason="Spam.",
        keep_later=True,
    )
    kept = Assignment.objects.filter(project=project, answer__stage_key="description")
    assert kept.exists()
    assert not kept.exclude(verdict="unreviewed", superseded_by__isnull=True).exists()
    assert lacking(project) == []
    assert aggregates.that_differ(project) == []


@pytest.mark.parametrize(
    "act",
    [
        {"verb": "approve"},
        {"verb": "reject", "reason": "Spam."},
        {"verb": "reject", "reason": "Spam.", "keep_later": True},
        {"verb": "requeue", "reason": "Again."},
        {"verb": "flag", "reason": "Look."},
    ],
)
def test_undo_takes_back_exactly_what_the_act_did(
    people: Cast, project: Project, finished: list[Assignment], act: dict[str, Any]
) -> None:
    """One of them was approved before, another rejected and is being done again."""
    first = listed(people.lead, project, annotator=people.ada.pk)
    some = listed(people.lead, project, annotator=people.cleo.pk)
    done(people.owner, project, verb="approve", annotations=ids(some)[:1])
    done(people.owner, project, verb="reject", reason="Odd.", annotations=ids(some)[1:])
    flag = Flag.objects.create(
        project=project,
        assignment=finished[0],
        annotation=finished[0].answer,
        annotator=people.ada,
        stage_key="objects",
        code="random_sample",
        numbers={"count": 1, "of": 2, "seed": 1},
    )
    before = everything(project)
    made = done(people.lead, project, **act, annotations=[*ids(first), *ids(some)])
    assert everything(project) != before
    back = undone(people.lead, project, made)
    flags = [pair for pair in before.pop("flags")]
    after = everything(project)
    assert [pair for pair in after.pop("flags") if pair[0] == flag.pk] == flags
    assert not Flag.objects.exclude(pk=flag.pk).exclude(state="withdrawn").exists()
    assert after == before
    assert (back["state"], back["counts"]["kept"], back["problems"]) == ("undone", 0, [])
    assert aggregates.that_differ(project) == []


def test_what_somebody_decided_since_stays_and_is_named(
    people: Cast, project: Project, given: list[Assignment], time: Clock
) -> None:
    act = done(people.lead, project, verb="approve", annotations=answers_of(given[:2]))
    time.forward(minutes=1)
    post(people.owner, project, str(given[0].answer_id), {"verdict": "rejected", "reason": "No."})
    back = undone(people.lead, project, act)
    assert (back["counts"]["undone"], back["counts"]["kept"]) == (1, 1)
    assert [each["annotation"] for each in back["problems"]] == [given[0].answer_id]
    assert fresh(given[0]).verdict == "rejected"
    assert fresh(given[1]).verdict == "unreviewed"


def test_work_that_somebody_has_begun_again_goes_on_and_is_named(
    people: Cast, project: Project, finished: list[Assignment]
) -> None:
    act = done(
        people.lead, project, verb="reject", annotations=answers_of(finished), reason="Spam."
    )
    held = claim(project, people.reviewer)
    back = undone(people.lead, project, act)
    assert (back["counts"]["undone"], back["counts"]["kept"]) == (1, 1)
    assert back["problems"][0]["message_code"] == "again_goes_on"
    assert fresh(held).state == "live"
    assert {fresh(each).verdict for each in finished} == {"unreviewed"}


def test_an_act_is_taken_back_once(people: Cast, project: Project, given: list[Assignment]) -> None:
    act = done(people.lead, project, verb="approve", annotations=answers_of(given))
    undone(people.lead, project, act)
    assert post(people.lead, project, f"acts/{act['id']}/undo").status_code == 409


def test_what_was_so_before_is_neither_done_nor_taken_back(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    first = done(people.owner, project, verb="approve", annotations=answers_of(given[:1]))
    act = done(people.lead, project, verb="approve", annotations=answers_of(given[:2]))
    assert (first["counts"]["done"], act["counts"]["done"], act["counts"]["unchanged"]) == (1, 1, 1)
    undone(people.lead, project, act)
    assert (fresh(given[0]).verdict, fresh(given[0]).verdict_by) == ("approved", people.owner)


def test_flagged_answers_wait_for_review_with_the_reason(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    done(people.lead, project, verb="flag", annotations=answers_of(given[:2]), reason="Too short.")
    waiting = listed(people.lead, project, state="open", code="by_hand")
    assert sorted(ids(waiting)) == sorted(pk for pk in answers_of(given[:2]) if pk)
    assert waiting["results"][0]["flags"][0]["message"] == "A lead wrote: “Too short.”"


def test_rejected_answers_whose_later_work_was_kept_can_be_done_again(
    people: Cast, project: Project, finished: list[Assignment]
) -> None:
    ids_ = answers_of(finished)
    done(people.lead, project, verb="reject", annotations=ids_, reason="Spam.", keep_later=True)
    act = done(people.lead, project, verb="requeue", annotations=ids_, reason="After all.")
    assert act["counts"]["done"] + act["counts"]["unchanged"] == 2
    for held in finished:
        assert ("objects", 2) in open_tasks(held.sample)


def test_many_answers_are_seen_to_in_the_background_and_so_is_their_undo(
    people: Cast,
    project: Project,
    given: list[Assignment],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(acts, "AT_ONCE", 2)
    with django_capture_on_commit_callbacks() as waiting:
        act = done(people.lead, project, verb="approve", annotations=answers_of(given))
    assert (act["state"], act["counts"]["pending"]) == ("running", 6)
    assert post(people.lead, project, f"acts/{act['id']}/undo").status_code == 409
    acts.act_in_background({"act_id": act["id"]}, Silent())
    assert listed(people.lead, project, verdict="approved")["total"] == 6
    with django_capture_on_commit_callbacks() as more:
        assert undone(people.lead, project, act)["state"] == "undoing"
    assert len(waiting) == len(more) == 1
    acts.act_in_background({"act_id": act["id"]}, Silent())
    assert listed(people.lead, project, verdict="unreviewed")["total"] == 6


def test_an_act_that_was_interrupted_goes_on_where_it_stopped(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    row = ReviewAct.objects.create(project=project, actor=people.lead, verb="approve")
    for held in given:
        ActItem.objects.create(act=row, assignment=held)
    ActItem.objects.filter(assignment=given[0]).update(state="done")
    acts.act_in_background({"act_id": row.pk}, Silent())
    assert listed(people.lead, project, verdict="approved")["total"] == 5
    assert ReviewAct.objects.get().state == "done"


class Silent:
    """Nobody looks on."""

    job_id, scope = 0, ""

    def report(self, *_: object) -> None: ...

    def renew(self) -> None: ...


@pytest.mark.parametrize("role", ["reviewer", "ada", "stranger"])
def test_only_leads_act(people: Cast, project: Project, given: list[Assignment], role: str) -> None:
    user: User = getattr(people, role)
    act = done(people.lead, project, verb="approve", annotations=answers_of(given[:1]))
    expected = 404 if role == "stranger" else 403
    body = {"verb": "approve", "annotations": answers_of(given)}
    assert post(user, project, "acts", body).status_code == expected
    assert post(user, project, f"acts/{act['id']}/undo").status_code == expected
    assert listed(people.lead, project, verdict="approved")["total"] == 1


def test_acts_are_listed_and_belong_to_their_project(
    people: Cast, project: Project, given: list[Assignment], new_project: Any
) -> None:
    act = done(people.lead, project, verb="approve", annotations=answers_of(given[:2]))
    base = f"/api/v1/projects/{project.pk}/review/acts"
    (row,) = client_of(people.reviewer).get(base).json()["results"]
    assert (row["id"], row["counts"]["done"], row["actor"]["id"]) == (act["id"], 2, people.lead.pk)
    other = new_project(name="Other")
    there = f"/api/v1/projects/{other.pk}/review/acts/{act['id']}"
    assert client_of(people.owner).get(there).status_code == 404


def test_the_last_acts_on_a_persons_answers_are_found_again_and_taken_back(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    of_ben = {"state": "all", "annotator": people.ben.pk}
    act = done(people.lead, project, verb="reject", matching=of_ben, expected=2, reason="Spam.")
    done(people.lead, project, verb="approve", annotations=answers_of(given[:1]))
    url = f"/api/v1/projects/{project.pk}/review/acts"
    (row,) = client_of(people.lead).get(url, {"annotator": people.ben.pk}).json()["results"]
    assert (row["id"], row["verb"], row["reason"]) == (act["id"], "reject", "Spam.")
    undone(people.lead, project, row)
    assert listed(people.lead, project, verdict="rejected")["total"] == 0
