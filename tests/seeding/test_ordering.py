"""The order of unstarted samples: random unless a rule is applied, and then recorded as such."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotate.core import errors
from annotate.core.jobs import services as job_services
from annotate.images import services as images
from annotate.images.models import Image
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.models import Ordering, SampleScore
from annotate.seeding.services import ordering
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample, Task
from tests.conftest import Cast, add_samples, client_of
from tests.seeding.fakes import TREE, Fake
from tests.seeding.seeding_acts import add_pictures, finish, improve, newest_run, seeded, use
from tests.workflow.acts import claim

pytestmark = pytest.mark.django_db


def apply(project: Project, rule: str, **more: Any) -> Ordering:
    made = ordering.start(project=project, actor=None, rule=rule, **more)
    assert made.job is not None
    job_services.run(made.job.pk)
    made.refresh_from_db()
    assert made.applied_at is not None
    return made


def order(project: Project) -> list[int]:
    """Return the open samples in the order in which claims meet them."""
    tasks = Task.objects.filter(project=project, state="open").order_by("order_key")
    return list(tasks.values_list("sample_id", flat=True))


def keys(project: Project) -> list[int]:
    return sorted(Task.objects.filter(project=project).values_list("order_key", flat=True))


def by_name(samples: list[Sample]) -> dict[str, int]:
    return {sample.image.sha256: sample.pk for sample in samples}


@pytest.fixture
def doubted(project: Project, fake: Fake) -> list[Sample]:
    """Six samples; the detector is surer of each than of the one before."""
    samples = add_pictures(project, 6)
    use(project)
    scores = iter([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    fake.detect = lambda image: [TREE.model_copy(update={"score": next(scores)})]
    seeded(project)
    return samples


def test_what_the_detector_is_least_sure_of_comes_first(
    people: Cast, project: Project, doubted: list[Sample]
) -> None:
    before = keys(project)
    made = apply(project, "low_confidence")
    assert order(project) == [sample.pk for sample in doubted]
    assert keys(project) == before, "the same keys, dealt out anew"
    assert made.samples == 6
    scores = SampleScore.objects.filter(ordering=made).order_by("sample")
    assert [round(each.score, 4) for each in scores] == [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
    assert claim(project, people.ada).sample_id == doubted[0].pk
    assert claim(project, people.ben).sample_id == doubted[1].pk


def test_random_undoes_what_a_rule_has_done(project: Project, doubted: list[Sample]) -> None:
    before = order(project)
    apply(project, "low_confidence")
    assert order(project) != before
    apply(project, "random")
    assert order(project) == before
    assert [each.rule for each in Ordering.objects.order_by("pk")] == ["low_confidence", "random"]


def test_applied_twice_or_after_a_kill_the_order_is_the_same(
    project: Project, doubted: list[Sample]
) -> None:
    made = apply(project, "low_confidence")
    after, scores = order(project), made.scores.count()
    Task.objects.filter(sample=doubted[2]).update(order_key=5)  # as if killed half-way
    ordering.order({"ordering_id": made.pk}, Unwatched())
    assert order(project) == after
    assert made.scores.count() == scores


def test_whoever_has_started_is_left_alone(
    people: Cast, project: Project, doubted: list[Sample]
) -> None:
    held = claim(project, people.ada)
    key = held.task.order_key
    workflow.release(assignment=held, actor=people.ada)
    made = apply(project, "low_confidence")
    assert not made.scores.filter(sample=held.sample_id).exists()
    assert Task.objects.get(pk=held.task_id).order_key == key


def test_what_comes_later_falls_anywhere(project: Project, doubted: list[Sample]) -> None:
    """Keys stay spread over the whole range: a new sample is not put last."""
    apply(project, "low_confidence")
    ordered = set(keys(project))
    late = add_samples(project, 40)
    new = list(Task.objects.filter(sample__in=late).values_list("order_key", flat=True))
    assert any(min(ordered) < key < max(ordered) for key in new)
    assert any(key < sorted(ordered)[3] for key in new)


def test_where_two_versions_disagree_most_comes_first(
    people: Cast, project: Project, fake: Fake
) -> None:
    samples = add_pictures(project, 3)
    use(project)
    fake.caption = lambda image: "a red kite"
    seeded(project)
    said = iter(["a red kite", "a red kite", "a red dog", "a red dog", "some dog", "some dog"])
    fake.caption = lambda image: next(said)
    improve(project)
    finish(newest_run(project))
    made = apply(project, "disagreement")
    assert order(project) == [samples[2].pk, samples[1].pk, samples[0].pk]
    assert len(made.parameters["versions"]) == 2
    # a, red, kite against a, red, dog: two words of four in common.
    assert made.scores.get(sample=samples[1]).score == pytest.approx(1 - 2 / 4)


def test_what_looks_unlike_the_others_comes_first(people: Cast, project: Project) -> None:
    """Seen is one of three almost equal pictures; the odd one out comes next, its copies last."""
    from io import BytesIO

    from PIL import Image as Pixels

    colours = ["#cc2020", "#cc2121", "#cc2222", "#2020cc"]
    samples = []
    for colour in colours:
        file = BytesIO()
        Pixels.new("RGB", (64, 48), colour).save(file, "PNG")
        image = images.add_image(project=project, data=file.getvalue(), name="flat.png")
        samples += workflow.add_samples(project=project, image_ids=[image.pk])
    workflow.open_samples(project=project, samples=samples[:1])
    claim(project, people.ada)
    workflow.open_samples(project=project, samples=samples[1:])
    made = apply(project, "diversity")
    assert made.samples == 3
    assert order(project)[0] == samples[3].pk
    assert made.scores.get(sample=samples[3]).score > 10 * made.scores.get(sample=samples[2]).score


def test_a_lost_thumbnail_only_leaves_its_sample_where_it_was(project: Project) -> None:
    samples = add_pictures(project, 3)
    workflow.open_samples(project=project, samples=samples)
    Image.objects.filter(pk=samples[0].image_id).update(sha256="0" * 64)
    before = Task.objects.get(sample=samples[0]).order_key
    made = apply(project, "diversity")
    assert made.samples == 2
    assert Task.objects.get(sample=samples[0]).order_key == before


def test_a_rule_that_knows_nothing_says_why(people: Cast, project: Project) -> None:
    add_samples(project, 2)
    client = client_of(people.owner)
    url = f"/api/v1/projects/{project.pk}/ordering"
    page = client.get(url).json()
    assert (page["rule"], page["current"]) == ("random", None)
    possible = {each["rule"]: each["possible"] for each in page["available"]}
    assert possible == {
        "random": True,
        "disagreement": False,
        "low_confidence": False,
        "diversity": True,
    }
    answer = client.post(url, {"rule": "disagreement"}, format="json")
    assert answer.status_code == 422
    [field] = answer.json()["error"]["fields"]
    assert (field["path"], field["code"]) == ("rule", "not_possible")


def test_a_lead_changes_the_order_and_sees_the_change(
    people: Cast, project: Project, doubted: list[Sample]
) -> None:
    client = client_of(people.owner)
    url = f"/api/v1/projects/{project.pk}/ordering"
    answer = client.post(url, {"rule": "low_confidence"}, format="json")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["rule"], made["applied_at"], made["created_by"]["display_name"]) == (
        "low_confidence",
        None,
        "Olga",
    )
    assert client.get(url).json()["rule"] == "random", "until it is applied"
    with pytest.raises(errors.Conflict) as refused:
        ordering.start(project=project, actor=None, rule="random")
    assert refused.value.error_code == "ordering_under_way"
    job_services.run(made["job"]["id"])
    page = client.get(url).json()
    assert (page["rule"], page["current"]["samples"]) == ("low_confidence", 6)


def test_two_versions_must_be_two_that_have_seeds(
    project: Project, doubted: list[Sample], fake: Fake
) -> None:
    fake.detect = lambda image: [TREE]
    improve(project)
    finish(newest_run(project))
    for wrong in ([1], [1, 1], [1, 999]):
        with pytest.raises(errors.Invalid) as refused:
            ordering.start(project=project, actor=None, rule="disagreement", versions=wrong)
        assert refused.value.fields[0].path == "versions"


def test_the_command_line_orders_as_well(
    project: Project, doubted: list[Sample], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("order", str(project.pk), rule="low_confidence")
    assert "6 samples" in capsys.readouterr().out
    assert order(project) == [sample.pk for sample in doubted]
    with pytest.raises(CommandError, match="two versions"):
        call_command("order", str(project.pk), rule="disagreement")


class Unwatched:
    job_id = 0
    scope = ""

    def renew(self) -> None:
        return

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        pass
