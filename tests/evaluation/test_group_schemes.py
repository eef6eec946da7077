"""Leads opt into groups, read them in sums, bring them in from files, and delete them at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from rest_framework.test import APIClient

from annotate.evaluation.group_models import GroupAnswer, GroupReading, GroupScheme
from annotate.evaluation.selectors.groups import groups_of
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
BODY: Json = {
    "name": "Skin tone",
    "values": [LIGHTER, DARKER],
    "guideline": "Say what you see.",
    "is_enabled": True,
}


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


@pytest.fixture
def address(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}/groups"


@pytest.fixture
def put(lead: APIClient, address: str) -> Callable[..., Any]:
    return lambda **changes: lead.put(address, {**BODY, **changes}, format="json")


def table(text: str) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("groups.csv", text.encode())}


def verbs() -> list[str]:
    rows = AuditEvent.objects.filter(verb__startswith="groups.").order_by("pk")
    return list(rows.values_list("verb", flat=True))


def test_a_project_has_no_groups_until_a_lead_says_so(
    lead: APIClient, address: str, people: Cast
) -> None:
    told = lead.get(address).json()
    assert (told["scheme"], told["figures"]) == (None, None)
    assert "undefined" in told["undefined"]["message"]
    asked = client_of(people.ada).post(f"{address}/next")
    assert asked.json()["error"]["message_code"] == "groups_not_asked"


def test_a_scheme_is_off_unless_it_is_said_to_be_on(put: Callable[..., Any]) -> None:
    body = put(is_enabled=False).json()
    assert body["scheme"]["is_enabled"] is False
    assert body["undefined"]["message_code"] == "groups_are_off"
    assert verbs() == ["groups.not_asked"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"values": [LIGHTER]}, "values"),
        ({"values": [LIGHTER, "lighter"]}, "values[1]"),
        ({"values": [LIGHTER, "Cannot  tell"]}, "values[1]"),
        ({"name": "\u200b"}, "name"),
        ({"guideline": ""}, "guideline"),
        ({"per_image": 0}, "per_image"),
        ({"means": {"Green": ["black"]}}, "means.Green"),
        ({"means": {DARKER: ["man", "woman"]}}, f"means.{DARKER}"),
        ({"means": {DARKER: ["boy"]}}, f"means.{DARKER}[0]"),
    ],
)
def test_what_cannot_be_asked_is_refused(put: Callable[..., Any], changes: Json, path: str) -> None:
    refused = put(**changes)
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == path
    assert not GroupScheme.objects.exists()


def test_values_stay_while_there_are_answers_to_them(
    put: Callable[..., Any], lead: APIClient, address: str, project: Project, people: Cast
) -> None:
    assert put().status_code == 200
    [sample] = add_samples(project, 1)
    said(GroupScheme.objects.get(), sample, ada=(people.ada, LIGHTER))
    refused = put(values=["Yes", "No"])
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "groups_have_answers"
    assert put(guideline="Look closely.", per_image=5).status_code == 200
    assert GroupScheme.objects.get().guideline_version == 2
    assert lead.delete(address).json() == {"answers": 1}
    assert put(values=["Yes", "No"]).status_code == 200


def test_what_values_mean_is_said_by_value_and_may_change_under_answers(
    put: Callable[..., Any], project: Project, people: Cast
) -> None:
    assert put().json()["scheme"]["means"] == {}
    [sample] = add_samples(project, 1)
    said(GroupScheme.objects.get(), sample, ada=(people.ada, DARKER))
    told = put(means={DARKER: ["man", "black"], LIGHTER: []})
    assert told.json()["scheme"]["means"] == {DARKER: ["black", "man"]}
    assert GroupScheme.objects.get().guideline_version == 1
    assert (
        "means"
        not in client_of(people.ada).post(f"/api/v1/projects/{project.pk}/groups/next").json()
    )
    assert put().json()["scheme"]["means"] == {}


def test_leads_read_sums_and_never_who_said_what(
    put: Callable[..., Any], lead: APIClient, address: str, project: Project, people: Cast
) -> None:
    put()
    scheme = GroupScheme.objects.get()
    first, second, third, _ = add_samples(project, 4)
    said(scheme, first, ada=(people.ada, LIGHTER), ben=(people.ben, LIGHTER))
    said(scheme, second, ada=(people.ada, LIGHTER), ben=(people.ben, DARKER))
    said(scheme, third, ada=(people.ada, ""))
    told = lead.get(address)
    figures = told.json()["figures"]
    assert figures["counts"] == [
        {"value": LIGHTER, "images": 1},
        {"value": DARKER, "images": 0},
    ]
    sums = ("images", "cannot_tell", "tied", "answers", "imported", "people")
    assert [figures[name] for name in sums] == [4, 1, 1, 5, 0, 2]
    alpha, pairs = figures["agreement"]
    assert (alpha["name"], alpha["n"], pairs["value"]) == ("group.alpha", 2, 0.5)
    assert told.json()["undefined"]["message_code"] == "fewer_than_two_groups"
    for person in (people.ada, people.ben):
        assert person.username not in told.content.decode().lower()


def test_a_lead_deletes_all_that_was_said_in_one_act(
    put: Callable[..., Any], lead: APIClient, address: str, project: Project, people: Cast
) -> None:
    put()
    scheme = GroupScheme.objects.get()
    for sample in add_samples(project, 2):
        said(scheme, sample, ada=(people.ada, DARKER))
    GroupReading.objects.create(scheme=scheme, person=people.ada, version=1)
    assert lead.delete(address).json() == {"answers": 2}
    assert not GroupAnswer.objects.exists()
    assert not GroupReading.objects.exists()
    assert groups_of(project) == {}
    assert lead.get(address).json()["scheme"]["is_enabled"] is False
    assert verbs() == ["groups.asked", "groups.deleted"]
    assert DARKER not in str(list(AuditEvent.objects.values_list("target", "data")))


def test_a_lead_deletes_what_was_said_of_one_image(
    lead: APIClient, address: str, project: Project, people: Cast, new_project: Any
) -> None:
    scheme = scheme_in(project)
    kept, gone = add_samples(project, 2)
    for sample in (kept, gone):
        said(scheme, sample, ada=(people.ada, DARKER))
    assert lead.delete(f"{address}/images/{gone.pk}").status_code == 204
    assert groups_of(project) == {kept.pk: DARKER}
    assert verbs() == ["groups.image_deleted"]
    [elsewhere] = add_samples(new_project(name="Another"), 1)
    assert lead.delete(f"{address}/images/{elsewhere.pk}").status_code == 404


def test_a_table_brings_groups_in_and_replaces_what_its_source_said_before(
    put: Callable[..., Any], lead: APIClient, address: str, project: Project
) -> None:
    put()
    names = [sample.image.external_id for sample in add_samples(project, 3)]
    rows = [f"{names[0]},lighter,Zhao", f"{names[1]},Darker,Zhao", f"{names[2]},unsure,Zhao"]
    sent = lead.post(f"{address}/import", table("\n".join(["image,group,by", *rows])))
    assert sent.json() == {"answers": 3}
    assert sorted(groups_of(project).values()) == [DARKER, LIGHTER]
    again = table(f"image;group;by\n{names[0]};Darker;Zhao\n")
    assert lead.post(f"{address}/import", again).json() == {"answers": 1}
    assert list(groups_of(project).values()) == [DARKER, DARKER]
    assert lead.get(address).json()["figures"]["imported"] == 3


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("image,group\n{0},Green\n", "rows[1].group"),
        ("image,group\nnobody.jpg,Lighter\n", "rows[1].image"),
        ("image,group,by\n{0},Lighter,A\n{0},Darker,A\n", "rows[2].image"),
        ("image,by\n{0},A\n", "rows[1].group"),
    ],
)
def test_a_table_with_wrong_rows_changes_nothing(
    put: Callable[..., Any], lead: APIClient, address: str, project: Project, text: str, path: str
) -> None:
    put()
    [sample] = add_samples(project, 1)
    refused = lead.post(f"{address}/import", table(text.format(sample.image.external_id)))
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == path
    assert not GroupAnswer.objects.exists()


def test_a_table_needs_a_scheme(lead: APIClient, address: str) -> None:
    refused = lead.post(f"{address}/import", table("image,group\na,Lighter\n"))
    assert refused.json()["error"]["code"] == "groups_without_scheme"


def test_commands_show_import_and_delete(
    project: Project, people: Cast, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scheme_in(project)
    [sample] = add_samples(project, 1)
    file = tmp_path / "groups.csv"
    file.write_text(f"image,group\n{sample.image.external_id},Darker\n")
    call_command("import_groups", project.name, str(file))
    assert "1 answers brought in." in capsys.readouterr().out
    call_command("groups", "show", str(project.pk), "--json")
    assert '"images": 1' in capsys.readouterr().out
    call_command("groups", "delete", str(project.pk))
    assert not GroupAnswer.objects.exists()
