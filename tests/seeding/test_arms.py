"""Some samples start from nothing, drawn once by chance and for good."""

import pytest

from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import Arm
from annotate.seeding.services import arms
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, add_samples
from tests.seeding.fakes import Fake
from tests.seeding.seeding_acts import (
    add_pictures,
    finish,
    improve,
    newest_run,
    seeded,
    states,
    texts,
    use,
)
from tests.seeding.test_importing_seeds import row, send

pytestmark = pytest.mark.django_db


def drawn(project: Project) -> dict[int, bool]:
    return dict(Arm.objects.filter(project=project).values_list("sample_id", "seeded"))


def test_without_a_share_nothing_is_drawn(project: Project, fake: Fake) -> None:
    [sample] = add_pictures(project, 1)
    seeded(project)
    assert drawn(project) == {}
    assert arms.is_seeded(sample)


def test_those_drawn_are_opened_without_seeds(people: Cast, project: Project, fake: Fake) -> None:
    samples = add_pictures(project, 12)
    use(project, unseeded_share=0.5)
    run = seeded(project)
    outcome = drawn(project)
    assert set(outcome) == {sample.pk for sample in samples}
    assert 0 < sum(outcome.values()) < 12
    for sample in samples:
        assert arms.is_seeded(sample) == outcome[sample.pk]
        assert bool(texts(sample)) == outcome[sample.pk]
    assert set(Sample.objects.values_list("state", flat=True)) == {"open"}
    assert sorted(states(run)) == sorted(
        "seeded" if is_seeded else "unseeded" for is_seeded in outcome.values()
    )
    assert fake.calls == sum(outcome.values()), "no model looks at what is not seeded"


def test_the_share_is_about_what_was_asked_for(project: Project) -> None:
    """Of 400 at one in four, 100 are expected; beyond five standard deviations lies a fault."""
    samples = add_samples(project, 400, opened=False)
    use(project, "classical", unseeded_share=0.25)
    arms.draw_for(project, [sample.pk for sample in samples])
    unseeded = sum(not each for each in drawn(project).values())
    assert abs(unseeded - 100) < 5 * (400 * 0.25 * 0.75) ** 0.5


def test_the_draw_stays_whatever_is_asked_later(project: Project, fake: Fake) -> None:
    samples = add_pictures(project, 8)
    use(project, unseeded_share=0.5)
    arms.draw_for(project, [sample.pk for sample in samples])
    before = drawn(project)
    use(project, unseeded_share=0.9)
    arms.draw_for(project, [sample.pk for sample in samples])
    assert drawn(project) == before
    seeded(project)
    assert drawn(project) == before


def test_what_has_seeds_already_is_not_drawn(project: Project, fake: Fake) -> None:
    """Chance must come first: who has a seed was not left without one by it."""
    [sample] = add_pictures(project, 1)
    workflow.add_seed(
        project=project,
        sample=sample,
        stage_key="description",
        value={"text": "Somebody wrote this."},
        producer="elsewhere",
    )
    use(project, unseeded_share=0.999)
    seeded(project)
    assert drawn(project) == {}
    assert len(texts(sample)) == 2


def test_a_refresh_gives_them_no_seeds_either(project: Project, fake: Fake) -> None:
    add_pictures(project, 12)
    use(project, unseeded_share=0.5)
    seeded(project)
    number = sum(drawn(project).values())
    improve(project)
    assert finish(newest_run(project)) == "succeeded"
    assert states(newest_run(project)) == ["seeded"] * number
    bare = [pk for pk, is_seeded in drawn(project).items() if not is_seeded]
    assert not Annotation.objects.filter(sample__in=bare).exists()


def test_seeds_made_elsewhere_do_not_reach_them(people: Cast, project: Project) -> None:
    samples = add_samples(project, 6, opened=False)
    use(project, "classical", unseeded_share=0.5)
    sent = [row(external_id=sample.image.external_id) for sample in samples]
    counts = send(project, people, *sent)["counts"]
    outcome = drawn(project)
    assert counts["added"] == sum(outcome.values())
    assert counts["skipped"] == 6 - sum(outcome.values())
    assert {pk for pk, is_seeded in outcome.items() if is_seeded} == set(
        Annotation.objects.values_list("sample_id", flat=True)
    )
    assert set(Sample.objects.values_list("state", flat=True)) == {"open"}


def test_leaving_seeds_out_draws_nothing(people: Cast, project: Project) -> None:
    add_samples(project, 3, opened=False)
    use(project, "classical", unseeded_share=0.5)
    services.open_without_seeds(project=project, actor=people.owner)
    assert drawn(project) == {}
