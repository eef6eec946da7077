"""Harm cases by the version of a model: what it wrote, what people made of it, what was done."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotate.evaluation.harm_models import HarmAct, HarmCase, HarmRun
from annotate.evaluation.services import harm_acts, harms
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in
from tests.evaluation.harm_scene import (
    SMALL,
    finished,
    harms_recipe,
    measured,
    thing,
    version_in,
    written_by,
)

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def project(project: Project) -> Project:
    harms_recipe(project)
    return project


def told(people: Cast, project: Project) -> Json:
    answer = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/harms/versions")
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def of(found: Json, version: ModelVersion) -> Json:
    return next(each for each in found["versions"] if each["version"]["id"] == version.pk)


def cases(found: Json, version: ModelVersion, side: str = "wrote") -> Json:
    return {each["measure"]: each["cases"] for each in of(found, version)[side]}


def seeded_by(
    version: ModelVersion, people: Cast, seed: str, text: str = "A tree.", **more: Any
) -> Sample:
    sample = finished(version.project, people.ada, seed=seed, texts=["A tree.", text], **more)
    written_by(version, sample)
    return sample


def test_cases_are_counted_for_the_version_that_wrote_the_seed(
    people: Cast, project: Project
) -> None:
    old, new = version_in(project), version_in(project, 1)
    seeded_by(old, people, "A scary man and a creepy dog.")
    seeded_by(new, people, "A tree.")
    seeded_by(new, people, "A scary tree.")
    # Nobody's: it was brought in.
    finished(project, people.ada, seed="A scary man.", texts=["A tree.", "A tree."])
    run = measured(project, "s4")
    found = told(people, project)
    assert (of(found, new)["seeds"], of(found, old)["seeds"]) == (2, 1)
    assert {key: cases(found, old)["demeaning"][key] for key in ("images", "found", "read")} == {
        "images": 1,
        "found": 2,
        "read": 0,
    }
    assert cases(found, new)["demeaning"] | {"genuine": None} == {
        "images": 2,
        "found": 1,
        "read": 0,
        "genuine": None,
        "dismissed": 0,
        # Only what a person answered can be reviewed or done again.
        "review": None,
        "redo": None,
        "leave_out": 0,
        "let_in": 0,
        "left_out": 0,
    }
    first = of(found, new)["wrote"][0]["run"]
    assert (first["id"], first["candidate"], first["truth"]) == (run.pk, "s4", None)
    unknown = HarmCase.objects.filter(run=run, version__isnull=True, measure="demeaning")
    assert unknown.count() == 1


def test_the_cases_of_one_version_are_read_alone(people: Cast, project: Project) -> None:
    old, new = version_in(project), version_in(project, 1)
    seeded_by(old, people, "A scary man and a creepy dog.")
    seeded_by(new, people, "A scary tree.")
    run, lead = measured(project, "s4"), client_of(people.lead)
    listed = lead.get(f"/api/v1/harm-runs/{run.pk}").json()["versions"]
    assert [each["id"] for each in listed] == [new.pk, old.pk]
    for version, words in ((old, ["creepy", "scary"]), (new, ["scary"])):
        query: dict[str, str | int] = {"measure": "demeaning", "version": version.pk}
        page = lead.get(f"/api/v1/harm-runs/{run.pk}/cases", query).json()
        assert sorted(case["word"] for case in page["results"]) == words
        assert page["count"] == cases(told(people, project), version)["demeaning"]["found"]


def test_what_no_run_measured_is_not_0(people: Cast, project: Project) -> None:
    old, new = version_in(project), version_in(project, 1)
    seeded_by(old, people, "A tree.")
    assert set(cases(told(people, project), old).values()) == {None}
    measured(project, "s4")
    found = told(people, project)
    # Without boxes, a truth and groups there is nothing else to find.
    assert [name for name, counted in cases(found, old).items() if counted is not None] == [
        "demeaning",
        "identity_noun",
        "identity",
    ]
    assert cases(found, old)["demeaning"]["found"] == 0
    assert set(cases(found, old, "became").values()) == {None}
    # This one wrote nothing that was read.
    assert set(cases(found, new).values()) == {None}
    assert of(found, new)["wrote"][0]["run"] is None


def test_a_measure_is_told_of_the_latest_run_that_took_it(people: Cast, project: Project) -> None:
    version = version_in(project)
    scheme = scheme_in(project)
    for group in (DARKER, LIGHTER):
        sample = seeded_by(
            version, people, "A scary man in a tie.", "A man.", things=[thing("man")]
        )
        said(scheme, sample, ada=(people.ada, group))
    against = measured(project, "s4", "s3")
    alone = measured(project, "s4")
    runs = {each["measure"]: each["run"] for each in of(told(people, project), version)["wrote"]}
    assert (runs["demeaning"]["id"], runs["inclusion"]["id"]) == (alone.pk, against.pk)
    assert runs["not_mentioned"]["id"] == alone.pk
    alone.delete()
    runs = {each["measure"]: each["run"] for each in of(told(people, project), version)["wrote"]}
    assert runs["demeaning"]["id"] == against.pk
    # What is under way says nothing yet, and neither does a run that did not count versions.
    harms.start(project=project, actor=project.created_by, candidate="s4")
    HarmRun.objects.filter(pk=against.pk).update(by_version=None)
    assert set(cases(told(people, project), version).values()) == {None}


def test_what_people_made_of_seeds_is_told_apart(people: Cast, project: Project) -> None:
    version = version_in(project)
    seeded_by(version, people, "A scary man.", "A tall man.")
    seeded_by(version, people, "A tall man.", "A scary man and a creepy dog.")
    finished(project, people.ada, texts=["A tree.", "A creepy man."])
    measured(project, "s4")
    measured(project, "s3")
    found = told(people, project)
    assert cases(found, version)["demeaning"]["found"] == 1
    assert cases(found, version, "became")["demeaning"]["found"] == 2
    assert cases(found, version, "became")["demeaning"]["images"] == 2


def test_objects_of_a_detector_count_for_its_version(people: Cast, project: Project) -> None:
    version = version_in(project)
    sample = finished(
        project, people.ada, seen=[thing("man", "a scary man"), thing("dog", box=SMALL)]
    )
    written_by(version, sample, "objects")
    measured(project, "s2")
    assert cases(told(people, project), version)["demeaning"]["found"] == 1
    assert cases(told(people, project), version)["not_mentioned"]["found"] == 0


def test_what_was_read_and_done_is_counted(people: Cast, project: Project) -> None:
    version = version_in(project)
    for text in ("A scary bird.", "A creepy dog.", "A scary cat."):
        seeded_by(version, people, text, "A scary bird.")
    ours = list(HarmCase.objects.filter(run=measured(project, "s4")).order_by("pk"))
    harms.decide(case=ours[0], actor=people.lead, verdict="genuine")
    harms.decide(case=ours[1], actor=people.lead, verdict="wrong_synset")
    for case in ours[:2]:
        harm_acts.act(case=case, actor=people.lead, act="leave_out", reason="Unkind.")
    harm_acts.act(case=ours[1], actor=people.lead, act="let_in", reason="It is none.")
    theirs = HarmCase.objects.filter(run=measured(project, "s3")).order_by("pk")
    HarmAct.objects.create(case=theirs[0], act=HarmAct.Act.REVIEW, by=people.lead)
    found = told(people, project)
    wrote = cases(found, version)["demeaning"]
    assert (wrote["found"], wrote["read"], wrote["genuine"], wrote["dismissed"]) == (3, 2, 1, 1)
    assert (wrote["leave_out"], wrote["let_in"], wrote["left_out"]) == (2, 1, 1)
    became = cases(found, version, "became")["demeaning"]
    assert (became["review"], became["redo"]) == (1, 0)
    assert found["left_out"] == 1


def test_withdrawn_images_are_of_no_count(people: Cast, project: Project) -> None:
    version = version_in(project)
    sample = seeded_by(version, people, "A scary dog.")
    [case] = HarmCase.objects.filter(run=measured(project, "s4"))
    harm_acts.act(case=case, actor=people.lead, act="leave_out", reason="Unkind.")
    workflow.withdraw_sample(sample=sample, actor=people.owner, reason="not free")
    found = told(people, project)
    wrote = cases(found, version)["demeaning"]
    assert (wrote["found"], wrote["leave_out"], wrote["left_out"], found["left_out"]) == (0,) * 4


def test_statements_do_not_grow_with_versions_and_runs(
    people: Cast, project: Project, django_assert_max_num_queries: Any
) -> None:
    seeded_by(version_in(project), people, "A scary man.")
    measured(project, "s4")
    client: APIClient = client_of(people.lead)
    path = f"/api/v1/projects/{project.pk}/harms/versions"
    client.get(path)
    with django_assert_max_num_queries(20) as few:
        client.get(path)
    seeded_by(version_in(project, 1), people, "A scary man.")
    measured(project, "s4")
    measured(project, "s3")
    with django_assert_max_num_queries(len(_queries(few))):
        client.get(path)


def _queries(context: CaptureQueriesContext) -> Any:
    return context.captured_queries


def test_the_command_tells_the_same(
    people: Cast, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    seeded_by(version_in(project), people, "A scary man.")
    measured(project, "s4")
    call_command("harms", "versions", str(project.pk), "--json")
    assert '"left_out": 0' in capsys.readouterr().out
