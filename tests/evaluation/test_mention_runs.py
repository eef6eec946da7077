"""Which objects are mentioned more with one group, measured on a project's own data."""

import json
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.group_models import GroupAnswer
from annotate.evaluation.models import MentionRun, MentionType
from annotate.evaluation.services import mention_measuring, mentions
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in
from tests.evaluation.harm_scene import finished, harms_recipe, thing
from tests.evaluation.texts_scene import run_jobs, text_file
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
FEW = {"types": 3, "splits": 20, "more_than": 15, "draws": 20}
IMAGES = 60


class Killed(BaseException):
    """The worker's machine is gone: no handler of errors is asked."""


@pytest.fixture
def project(project: Project) -> Project:
    harms_recipe(project)
    return project


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


def planted(people: Cast, project: Project) -> list[Sample]:
    """Images with a cup and a dog: the cup is mentioned by group, the dog by chance alone."""
    scheme, chance, samples = scheme_in(project, per_image=1), Random(3), []
    for at in range(IMAGES):
        group = LIGHTER if at % 2 else DARKER
        words = ["A tall tree."]
        words += ["A cup."] * (chance.random() < {LIGHTER: 0.15, DARKER: 0.85}[group])
        words += ["A dog."] * (chance.random() < 0.5)
        things = [
            thing(name, box={"x": chance.randrange(200), "y": 10, "width": size, "height": size})
            for name in ("cup", "dog")
            for size in (chance.randrange(20, 150),)
        ]
        sample = finished(project, people.ada, things=things, texts=["A seed.", " ".join(words)])
        said(scheme, sample, ada=(people.ada, group))
        samples.append(sample)
    return samples


def start(project: Project, **options: Any) -> MentionRun:
    wish = {"candidate": "s3", **FEW, **options}
    return mentions.start(project=project, actor=project.created_by, **wish)


def fitted(project: Project, **options: Any) -> MentionRun:
    run = start(project, **options)
    run_jobs()
    return MentionRun.objects.select_related("job").get(pk=run.pk)


def job_of(run: MentionRun) -> Job:
    assert run.job_id is not None
    return Job.objects.get(pk=run.job_id)


def told(lead: APIClient, run: MentionRun) -> Json:
    answer = lead.get(f"/api/v1/mention-runs/{run.pk}")
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def rows(found: Json) -> dict[str, Json]:
    return {row["type"]: row for row in found["figures"]["rows"]}


def why(found: Json) -> str:
    assert found["figures"] is None
    code: str = found["why"]["message_code"]
    return code


def test_a_planted_effect_is_found_and_what_has_none_is_told_with_its_interval(
    people: Cast, project: Project, lead: APIClient
) -> None:
    planted(people, project)
    found = told(lead, fitted(project))
    assert (found["state"], found["job"]["state"]) == ("ready", "succeeded")
    assert (found["pair"], found["types"], found["done"]) == ([LIGHTER, DARKER], 3, 3)
    figures = found["figures"]
    assert (figures["images"], figures["groups"]) == (IMAGES, {LIGHTER: 30, DARKER: 30})
    cup, dog = rows(found)["cup.n.01"], rows(found)["dog.n.01"]
    for interval in (cup["over_splits"], cup["over_images"]):
        assert interval["low"] <= interval["value"] <= interval["high"] < 0
        assert interval["leaves_out_zero"]
    assert cup["shares"][DARKER]["share"] > 0.5 > cup["shares"][LIGHTER]["share"]
    assert cup["difference"]["high"] < 0
    assert cup["p"] <= cup["p_bh"] <= cup["p_holm"] < 0.05
    assert not dog["over_images"]["leaves_out_zero"]
    assert (figures["many"]["tested"], figures["many"]["holm"]) == (2, 1)
    assert figures["many"]["expected_by_chance"] == pytest.approx(0.1)
    # The tree is in the texts alone: no image shows it.
    [tree] = [row for name, row in rows(found).items() if name.startswith("tree")]
    assert tree["undefined"]["over_splits"]["message_code"] == "mentions_of_few_splits"
    accuracies = [row["accuracy"] for row in figures["rows"][:2]]
    assert accuracies == sorted(accuracies, reverse=True)
    assert found["used"]["assumptions"]


def test_a_killed_run_goes_on_with_the_next_type_to_the_same_figures(
    people: Cast, project: Project, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(people, project)
    whole = told(lead, fitted(project))
    keep = mention_measuring._keep
    kept: list[str] = []

    def dies(run: MentionRun, sums: Json) -> None:
        if len(kept) == 1:
            kept.append("died")
            raise Killed
        kept.append(sums["type"])
        keep(run, sums)

    monkeypatch.setattr(mention_measuring, "_keep", dies)
    run = start(project)
    with pytest.raises(Killed):
        run_jobs()
    half = MentionRun.objects.get(pk=run.pk)
    assert (half.done, half.finished) == (1, False)
    # Sums alone are kept: nothing tells who is in which group.
    assert half.basis is not None
    assert half.basis.keys() == {"images", "groups", "types", "parser", "wordnet"}
    [sums] = half.types.values_list("sums", flat=True)
    assert sums.keys() == {"type", "counts", "columns", "usable", "coefficient", "told_apart",
                           "ends", "accuracy", "spread"}  # fmt: skip
    assert half.job_id is not None
    Job.objects.filter(pk=half.job_id).update(state=Job.State.QUEUED, lease_expires_at=None)
    jobs.run(half.job_id)
    again = told(lead, half)
    assert len(kept) == 4
    assert again["figures"] == whole["figures"]
    assert MentionRun.objects.get(pk=run.pk).mark == ""


def test_a_cancelled_run_tells_the_types_that_are_done_and_begins_anew_with_other_groups(
    people: Cast, project: Project, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = planted(people, project)
    keep = mention_measuring._keep

    def cancels(run: MentionRun, sums: Json) -> None:
        keep(run, sums)
        if run.done == 1:
            jobs.cancel(job_of(run))

    run = start(project)
    with monkeypatch.context() as patched:
        patched.setattr(mention_measuring, "_keep", cancels)
        run_jobs()
    found = told(lead, run)
    assert (found["state"], found["job"]["state"]) == ("stopped", "cancelled")
    assert (found["done"], found["types"], len(rows(found))) == (1, 3, 1)
    GroupAnswer.objects.filter(sample=samples[0]).delete()
    Sample.objects.filter(pk=samples[1].pk).update(state=Sample.State.WITHDRAWN)
    jobs.retry(job_of(run))
    run_jobs()
    found = told(lead, run)
    assert (found["state"], found["done"], len(rows(found))) == ("ready", 3, 3)
    # A withdrawn image counts nowhere, and one whose answer is gone in no group.
    assert found["figures"]["images"] == IMAGES - 1
    assert found["figures"]["groups"] == {LIGHTER: 29, DARKER: 29}


def test_a_project_that_stops_asking_for_groups_is_told_no_figure(
    people: Cast, project: Project, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(people, project)
    run = fitted(project)
    scheme = project.group_scheme
    scheme.is_enabled = False
    scheme.save(update_fields=["is_enabled"])
    found = told(lead, run)
    assert (why(found), found["pair"]) == ("harm_groups_not_asked", None)
    export = b"".join(lead.get(f"/api/v1/mention-runs/{run.pk}/export"))
    assert DARKER not in str(found) + export.decode()
    assert len(export.decode().splitlines()) == 1
    scheme.is_enabled = True
    scheme.save(update_fields=["is_enabled"])
    assert told(lead, run)["figures"] is not None

    keep = mention_measuring._keep

    def deletes(run: MentionRun, sums: Json) -> None:
        keep(run, sums)
        GroupAnswer.objects.all().delete()

    monkeypatch.setattr(mention_measuring, "_keep", deletes)
    run = fitted(project)
    assert why(told(lead, run)) == "harm_groups_not_asked"
    assert not MentionType.objects.filter(run=run).exists()


def test_without_groups_boxes_or_enough_images_figures_are_null_with_their_reason(
    people: Cast, project: Project, lead: APIClient
) -> None:
    cup = [thing("cup")]
    one = finished(project, people.ada, things=cup, texts=["A cup.", "A cup."])
    assert why(told(lead, fitted(project))) == "harm_groups_not_asked"
    scheme = scheme_in(project, per_image=1)
    said(scheme, one, ada=(people.ada, DARKER))
    assert why(told(lead, fitted(project))) == "fewer_than_two_groups"
    other = finished(project, people.ada, things=cup, texts=["A tree.", "A tree."])
    said(scheme, other, ada=(people.ada, LIGHTER))
    found = told(lead, fitted(project))
    assert found["why"]["message_code"] == "mentions_none_fitted"
    assert {row["over_splits"]["value"] for row in found["figures"]["rows"]} == {None}
    apart = finished(project, people.ada, texts=["A tree.", "A tree."])
    file = text_file(project, [apart], "vlm")
    assert why(told(lead, fitted(project, candidate=f"file:{file.pk}"))) == "mentions_no_images"
    refused = lead.delete(f"/api/v1/projects/{project.pk}/text-files/{file.pk}")
    assert refused.status_code == 409


def test_what_cannot_be_fitted_is_refused_at_its_field(
    people: Cast, project: Project, lead: APIClient
) -> None:
    address = f"/api/v1/projects/{project.pk}/mention-runs"
    finished(project, people.ada, things=[thing("cup")], texts=["A cup.", "A cup."])
    scheme_in(project)
    for body, field in (
        ({"candidate": "s9"}, "candidate"),
        ({"candidate": "file:99"}, "candidate"),
        ({"candidate": "s1"}, "truth"),
        ({"candidate": "s3", "truth": "s3"}, "truth"),
        ({"candidate": "s3", "truth": "s2"}, "truth"),
        ({"candidate": "s3", "first": "Nobody"}, "first"),
        ({"candidate": "s3", "first": DARKER, "second": DARKER}, "second"),
        ({"candidate": "s3", "splits": 900}, "more_than"),
        ({"candidate": "s3", "types": 501}, "types"),
    ):
        refused = lead.post(address, body, format="json")
        assert refused.status_code == 422, body
        assert [each["path"] for each in refused.json()["error"]["fields"]] == [field]
    use_recipe(project, {"key": "caption", "title": "Caption", "kind": "caption.v1"})
    refused = lead.post(address, {"candidate": "s3"}, format="json")
    assert refused.status_code == 422
    assert not MentionRun.objects.exists()


def test_leads_alone_list_export_and_delete_a_measurement(
    people: Cast, project: Project, lead: APIClient
) -> None:
    planted(people, project)
    address = f"/api/v1/projects/{project.pk}/mention-runs"
    made = lead.post(
        address, {"candidate": "s3", "first": DARKER, "second": LIGHTER, **FEW}, format="json"
    )
    assert made.status_code == 201, made.content
    run_jobs()
    one = f"/api/v1/mention-runs/{made.json()['id']}"
    assert rows(lead.get(one).json())["cup.n.01"]["over_images"]["low"] > 0
    [listed] = lead.get(address).json()["results"]
    assert (listed["state"], listed["figures"]) == ("ready", None)
    assert client_of(people.ada).get(address).status_code == 403
    assert client_of(people.ada).get(one).status_code == 403
    assert client_of(people.stranger).get(one).status_code == 404
    lines = b"".join(lead.get(f"{one}/export")).decode().splitlines()
    names = [next(iter(json.loads(line))) for line in lines]
    assert names == ["run", "type", "type", "type"]
    assert client_of(people.ada).delete(one).status_code == 403
    assert lead.delete(one).status_code == 204
    assert not MentionRun.objects.exists()
