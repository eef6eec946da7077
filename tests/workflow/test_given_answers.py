"""Stages whose answers are brought in: who judges them, and what opening and leaving pass over."""

from typing import Any

import pytest
from django.db import IntegrityError

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Outcome, Task
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import (
    claim,
    code_of,
    fresh,
    open_tasks,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
    work,
)
from tests.workflow.hit_acts import answers_to, claim_hit, in_hit, submit_hit
from tests.workflow.studies import GOOD, add_pairs, give, judged, pair, use_study

pytestmark = pytest.mark.django_db
TEXTS = {"key": "texts", "kind": "texts.v1", "given": True}


def test_what_is_given_is_an_import_of_nobody_numbered_from_one(project: Project) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    made = give(sample, pair(1), pair(2))
    rows = Annotation.objects.filter(sample=sample).order_by("pk")
    assert list(rows) == made
    assert [(row.index, row.origin, row.author, row.kind) for row in rows] == [
        (1, "import", None, "texts.v1"),
        (2, "import", None, "texts.v1"),
    ]
    assert [row.value for row in rows] == [pair(1), pair(2)]
    assert rows[0].measures["self"]["sentences"] == 2


def test_saying_it_again_changes_nothing(project: Project) -> None:
    """A job that was interrupted begins anew."""
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    made = give(sample)
    assert give(sample) == made
    services.open_samples(project=project, samples=[sample])
    assert give(sample) == made
    assert Annotation.objects.count() == 1


def test_what_is_judged_does_not_change(project: Project) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    give(sample)
    with pytest.raises(errors.Conflict) as caught:
        give(sample, pair(2))
    assert code_of(caught.value) == "given_before"


def test_nothing_is_brought_in_once_work_has_begun(project: Project) -> None:
    use_recipe(project, {"key": "text"}, {**TEXTS, "key": "more"})
    [sample] = add_samples(project, 1)
    assert stage_of(sample) == ("waiting", "", 0)
    give_more = {"project": project, "sample": sample, "stage_key": "more", "values": [pair()]}
    services.add_given(**give_more)
    services.open_samples(project=project, samples=[sample])
    with pytest.raises(errors.Conflict):
        services.add_given(**give_more | {"values": [pair(), pair(1)]})


@pytest.mark.parametrize("value", [{"texts": []}, {"texts": ["", "b"]}, {"texts": "a"}, {}])
def test_what_is_no_text_is_refused(project: Project, value: dict[str, Any]) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    with pytest.raises(errors.Invalid):
        give(sample, pair(), value)
    assert not Annotation.objects.exists()


def test_nothing_is_brought_in_where_people_are_asked(project: Project) -> None:
    use_study(project)
    [sample] = add_samples(project, 1, opened=False)
    with pytest.raises(errors.Invalid) as caught:
        services.add_given(project=project, sample=sample, stage_key="rating", values=[judged(1)])
    assert caught.value.body()["error"]["fields"][0]["code"] == "not_given"


def test_a_sample_waits_until_everything_is_brought_in(project: Project) -> None:
    use_study(project)
    [there, missing] = add_samples(project, 2, opened=False)
    give(there)
    assert services.open_samples(project=project, samples=[there, missing]) == 1
    assert stage_of(there) == ("open", "rating", 1)
    assert stage_of(missing) == ("waiting", "", 0)
    give(missing)
    assert services.open_samples(project=project, samples=[there, missing]) == 1
    assert open_tasks(missing) == [("rating", 1), ("rating", 2), ("rating", 3)]


def test_new_images_are_not_opened_before_their_texts_are_there(project: Project) -> None:
    use_study(project)
    image = add_samples(project, 1, opened=False)[0].image
    assert services.take_in(project=project, image_ids=[image.pk]) == []
    [sample] = services.take_in(project=project, image_ids=[_image(project)])
    assert stage_of(sample) == ("waiting", "", 0)


def _image(project: Project) -> int:
    from tests.conftest import add_image

    return add_image(project).pk


def test_leaving_passes_over_what_nobody_is_asked(project: Project, people: Cast) -> None:
    use_recipe(
        project,
        {"key": "text"},
        {**TEXTS, "mode": "parallel"},
        {
            "key": "rating",
            "kind": "likert.v1",
            "mode": "parallel",
            "about": "texts",
            "settings": GOOD,
        },
        {"key": "end"},
        no_repeat="stage",
    )
    [sample] = add_samples(project, 1, opened=False)
    give(sample, {"texts": ["One text."]})
    services.open_samples(project=project, samples=[sample])
    assert stage_of(sample) == ("open", "text", 1)
    work(project, people.ada, {"text": "A kite."}, "text")
    assert stage_of(sample) == ("open", "rating", 1)
    work(project, people.ben, judged(4), "rating")
    assert stage_of(sample) == ("open", "end", 1)
    work(project, people.ada, {"text": "It ends."}, "end")
    assert stage_of(sample)[0] == "done"


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
    assert shown["about"] == pair()
    assert shown["start"] == {"scores": {}}
    assert shown["texts"] == []
    refused = client.post(f"/api/v1/projects/{project.pk}/claim", {"stage": "texts"})
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
    services.set_verdict(
        annotation=bad.answer, verdict="rejected", actor=people.lead, reason="Hasty.", requeue=True
    )
    assert stage_of(sample) == ("open", "rating", 1)
    assert why_nothing(project, people.ada) == "no_more_for_you"
    work(project, people.ben, judged(-1), "rating")
    assert stage_of(sample)[0] == "done"
    assert Outcome.objects.get().numbers["counts"]["good"] == [0, 1, 0, 0, 0]


def test_a_seed_of_a_given_stage_is_not_judged(project: Project) -> None:
    """What somebody brings in to start from is not what is to be judged."""
    use_study(project, raters=1)
    [sample] = add_samples(project, 1, opened=False)
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="texts",
        value=pair(7),
        producer="m",
        origin="import",
    )
    assert services.open_samples(project=project, samples=[sample]) == 0
    [given] = give(sample)
    services.open_samples(project=project, samples=[sample])
    assert [task.about for task in Task.objects.all()] == [given]


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
