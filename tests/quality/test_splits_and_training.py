"""Many samples are put into a split, left out of training and taken in again, and that undone."""

import pytest

from annotate.core.clock import now
from annotate.core.jobs import services as job_services
from annotate.evaluation.models import LeftOutOfTraining
from annotate.learning.hooks import left_out_of
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Snapshot
from annotate.workflow import services
from annotate.workflow.models import Sample, SampleCounter, Transition
from annotate.workflow.services.counters import samples as sample_counters
from tests.conftest import Cast, add_samples, client_of
from tests.quality.test_sample_acts import act, keys, post, read, refused
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def samples(project: Project) -> list[Sample]:
    use_recipe(project, {"key": "description"})
    return add_samples(project, 4)


def splits(rows: list[Sample]) -> list[str]:
    found = dict(Sample.objects.values_list("pk", "split"))
    return [found[row.pk] for row in rows]


def image_splits(rows: list[Sample]) -> list[str]:
    found = dict(Sample.objects.values_list("pk", "image__split"))
    return [found[row.pk] for row in rows]


def undo(people: Cast, project: Project, act_id: int) -> dict[str, object]:
    url = f"/api/v1/projects/{project.pk}/samples/acts/{act_id}/undo"
    answer = client_of(people.lead).post(url)
    assert answer.status_code == 201, answer.content
    begun = answer.json()
    job_services.run(begun["job"])
    done: dict[str, object] = read(people.lead, project, begun["id"]).json()
    return done


def counted_rightly(project: Project) -> bool:
    """Whether the counts by split say what asking each sample says."""
    kept: dict[tuple[int, str, str, str], int] = {}
    for row in SampleCounter.objects.filter(project=project):
        place = (project.pk, row.stage_key, row.split, row.state)
        kept[place] = kept.get(place, 0) + row.count
    return {place: count for place, count in kept.items() if count} == dict(
        sample_counters.counted(project)
    )


def test_a_split_is_set_for_sample_image_and_counts(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    done = act(people.lead, project, verb="split", split="test", samples=keys(samples[:2]))
    assert (done["counts"]["done"], done["split"]) == (2, "test")
    assert splits(samples) == image_splits(samples) == ["test", "test", "", ""]
    assert counted_rightly(project)
    again = act(people.lead, project, verb="split", split="test", samples=keys(samples[:3]))
    assert (again["counts"]["done"], again["counts"]["unchanged"]) == (1, 2)


def test_a_split_is_taken_back_to_where_each_was(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    act(people.lead, project, verb="split", split="val", samples=keys(samples[:1]))
    done = act(people.lead, project, verb="split", split="test", samples=keys(samples))
    assert done["may_undo"]
    back = undo(people, project, done["id"])
    assert (back["undoes"], back["may_undo"]) == (done["id"], True)
    assert splits(samples) == image_splits(samples) == ["val", "", "", ""]
    assert counted_rightly(project)
    assert not read(people.lead, project, done["id"]).json()["may_undo"]
    url = f"/api/v1/projects/{project.pk}/samples/acts/{done['id']}/undo"
    assert client_of(people.lead).post(url).status_code == 409


def test_what_was_changed_since_stays_when_a_split_is_taken_back(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    done = act(people.lead, project, verb="split", split="test", samples=keys(samples[:2]))
    act(people.lead, project, verb="split", split="train", samples=keys(samples[:1]))
    back = undo(people, project, done["id"])
    assert back["counts"] == {"total": 2, "pending": 0, "done": 1, "unchanged": 0, "refused": 1}
    assert splits(samples[:2]) == ["train", ""]


def test_a_sample_that_a_model_may_have_learned_from_is_not_measured_on(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    finished = Sample.objects.filter(project=project, pk=samples[0].pk)
    finished.update(state="done", finished_at=now())
    Snapshot.objects.create(project=project, digest="d", folder="x", samples=1, held_out=0)
    done = act(people.lead, project, verb="split", split="val", samples=keys(samples[:2]))
    assert (done["counts"]["done"], done["counts"]["refused"]) == (1, 1)
    assert done["problems"][0]["message_code"] == "split_learned_from"
    taught = act(people.lead, project, verb="split", split="train", samples=keys(samples[:1]))
    assert taught["counts"]["done"] == 1


def test_a_split_that_decides_the_rounds_stays_once_work_has_begun(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "description", "rounds": 1, "rounds_by_split": {"test": 3}})
    samples = add_samples(project, 1)
    done = act(people.lead, project, verb="split", split="test", samples=keys(samples))
    assert done["problems"][0]["message_code"] == "split_decides_rounds"
    assert act(people.lead, project, verb="split", split="val", samples=keys(samples))["counts"][
        "done"
    ]


def test_the_split_of_a_withdrawn_sample_stays(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    services.withdraw_sample(sample=samples[0], actor=people.owner, reason="x")
    done = act(people.lead, project, verb="split", split="test", samples=keys(samples[:1]))
    assert done["problems"][0]["message_code"] == "split_of_withdrawn"


def test_samples_are_left_out_of_training_and_taken_in_again(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    done = act(
        people.lead, project, verb="leave_out", samples=keys(samples[:2]), reason="Stereotypes"
    )
    assert done["counts"]["done"] == 2
    assert left_out_of(project) == set(keys(samples[:2]))
    row = LeftOutOfTraining.objects.get(sample=samples[0])
    assert (row.by, row.reason) == (people.lead, "Stereotypes")
    found = client_of(people.lead).get(
        f"/api/v1/projects/{project.pk}/samples", {"training": "left_out"}
    )
    assert [row["id"] for row in found.json()["results"]] == keys(samples[:2])
    back = act(people.lead, project, verb="take_in", samples=keys(samples))
    assert (back["counts"]["done"], back["counts"]["unchanged"]) == (2, 2)
    assert left_out_of(project) == set()


def test_leaving_out_is_taken_back_for_those_that_it_left_out_alone(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    act(people.lead, project, verb="leave_out", samples=keys(samples[:1]), reason="Faces")
    done = act(people.lead, project, verb="leave_out", samples=keys(samples[:2]), reason="Both")
    undo(people, project, done["id"])
    assert left_out_of(project) == {samples[0].pk}


def test_taking_in_is_taken_back_with_the_reason_that_each_sample_had(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    for sample, reason in zip(samples, ("Faces", "Stereotypes"), strict=False):
        act(people.lead, project, verb="leave_out", samples=keys([sample]), reason=reason)
    done = act(people.lead, project, verb="take_in", samples=keys(samples[:3]))
    back = undo(people, project, done["id"])
    assert back["counts"] == {"total": 2, "pending": 0, "done": 2, "unchanged": 0, "refused": 0}
    rows = LeftOutOfTraining.objects.filter(project=project).order_by("sample")
    assert [row.reason for row in rows] == ["Faces", "Stereotypes"]


def test_a_sample_left_out_anew_keeps_its_new_reason_when_taking_in_is_taken_back(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    one = keys(samples[:1])
    act(people.lead, project, verb="leave_out", samples=one, reason="Faces")
    done = act(people.lead, project, verb="take_in", samples=one)
    act(people.lead, project, verb="leave_out", samples=one, reason="Licence plates")
    back = undo(people, project, done["id"])
    assert back["counts"] == {"total": 1, "pending": 0, "done": 0, "unchanged": 1, "refused": 0}
    assert LeftOutOfTraining.objects.get(project=project).reason == "Licence plates"


def test_each_decision_stands_in_the_history_and_in_the_audit(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    one = keys(samples[:1])
    act(people.lead, project, verb="split", split="test", samples=one, reason="Held out")
    act(people.lead, project, verb="leave_out", samples=one, reason="Faces")
    act(people.lead, project, verb="take_in", samples=one)
    detail = client_of(people.lead).get(f"/api/v1/samples/{one[0]}").json()
    told = [
        row for row in detail["transitions"] if row["reason"] in ("split", "left_out", "let_in")
    ]
    assert [(row["reason"], row["from"] == row["to"]) for row in told] == [
        ("split", True),
        ("left_out", True),
        ("let_in", True),
    ]
    assert told[0]["detail"] == {"before": "", "after": "test", "comment": "Held out"}
    assert told[1]["detail"]["comment"] == "Faces"
    assert {row["actor"]["username"] for row in told} == {people.lead.username}
    entries = AuditEvent.objects.filter(project=project, target=str(one[0])).order_by("pk")
    assert [entry.verb for entry in entries] == [
        "sample.split",
        "training.left_out",
        "training.let_in",
    ]


def test_a_split_of_a_finished_sample_does_not_finish_it_again(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    Sample.objects.filter(pk=samples[0].pk).update(state="done", finished_at=now())
    before = Transition.objects.filter(sample=samples[0]).count()
    services.set_split(sample=samples[0], actor=people.lead, split="train")
    assert Transition.objects.filter(sample=samples[0]).count() == before + 1


def test_a_split_is_named_where_it_is_set_and_nowhere_else(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    assert refused(post(people.lead, project, verb="split", samples=keys(samples))) == ["split"]
    wrong = post(people.lead, project, verb="restore", split="val", samples=keys(samples))
    assert refused(wrong) == ["split"]
    unknown = post(people.lead, project, verb="split", split="dev", samples=keys(samples))
    assert refused(unknown) == ["split"]
    bare = post(people.lead, project, verb="leave_out", samples=keys(samples))
    assert refused(bare) == ["reason"]


def test_an_act_on_answers_is_not_taken_back_here(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    done = act(people.lead, project, verb="withdraw", samples=keys(samples[:1]), reason="x")
    assert not done["may_undo"]
    url = f"/api/v1/projects/{project.pk}/samples/acts/{done['id']}/undo"
    assert (
        client_of(people.lead).post(url).json()["error"]["message_code"] == "act_undone_elsewhere"
    )
