"""Who may do what, at every address there is.

Who may is declared beside each route; `docs/reference/permissions.md` lists it. Catches: a view
that checks the id in the address but fetches by another one, so that a member of one project
reaches the things of another (the commonest hole of annotation platforms); a role that got wider
by an edit; an answer that tells a stranger that something exists (403 or 422 instead of 404).
"""

import itertools
import re
from collections.abc import Iterable
from copy import copy
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from annotate.core.jobs.models import Job
from annotate.exchange.models import Import
from annotate.images import services as images
from annotate.people import services as people_services
from annotate.people.models import Passkey, User
from annotate.projects import services as project_services
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Assignment, Batch, Purpose
from tests.architecture import (
    matrix_connections,
    matrix_crowd,
    matrix_enrichments,
    matrix_gold,
    matrix_groups,
    matrix_harms,
    matrix_invitations,
    matrix_learning,
    matrix_notifications,
    matrix_privacy,
    matrix_quality,
    matrix_reasoning,
    matrix_releases,
    matrix_reports,
    matrix_results,
    matrix_second_readings,
    matrix_spelling,
    matrix_sso,
    matrix_studies,
    matrix_text_reports,
    matrix_webhooks,
    matrix_workflow,
)
from tests.architecture.matrix import BODIES
from tests.architecture.matrix_audiences import AUDIENCES, PERSONAS, sent
from tests.architecture.operations import METHODS, PAGE, as_page, operations, patterns
from tests.conftest import PASSWORD, Cast, NewProject, client_of
from tests.images.pictures import jpeg
from tests.workflow.acts import claim, submit, thing

# Outside the API: the health of the process, figures for the operator, the pages that links of
# crowd platforms lead to, and the one page of the web client.
OTHER_ADDRESSES = {
    "healthz",
    "metrics",
    "enter/<str:slug>",
    "enter/<str:slug>/<str:token>",
    "sign-in/<slug:provider_key>/back",
    r"^(?!api/|static/).*$",
}
World = dict[str, Any]
_numbers = itertools.count(1)


def make_world(project: Project, owner: User, annotator: User) -> World:
    """Put one of everything into a project, and return the ids by name."""
    number = next(_numbers)
    # Wide enough to have tiles.
    pictures = [jpeg(4100, 16, seed=1000 + number * 10 + place) for place in range(3)]
    added = [images.add_image(project=project, data=data, name="a.jpg") for data in pictures]
    samples = services.add_samples(project=project, image_ids=[image.pk for image in added])
    services.open_samples(project=project, samples=samples[:2])
    submitted = claim(project, annotator, "objects")
    lamp = thing(label="lmap", box={"x": 1, "y": 1, "width": 9, "height": 9})
    submit(submitted, {"objects": [lamp]})
    held = claim(project, annotator, "objects")
    invitation, secret = project_services.invite(
        project=project, actor=owner, role="annotator", expires_in_days=1, uses=9
    )
    token, _ = people_services.create_token(user=annotator, name="script", expires_in_days=1)
    practice = services.start_hit(
        project=project,
        stage_key="description",
        annotator=annotator,
        purpose=Purpose.PRACTICE,
        slots=[Slot(sample=held.sample)],
    )
    batch = Batch.objects.create(project=project, number=1, created_by=owner)
    models = matrix_connections.put_in(project, owner, held.sample)
    return {
        **matrix_crowd.put_in(project, owner, annotator),
        **matrix_quality.put_in(project, owner, Assignment.objects.get(pk=submitted.pk)),
        **matrix_gold.put_in(project, owner, held.sample),
        **matrix_workflow.put_in(project, Assignment.objects.get(pk=submitted.pk)),
        **matrix_groups.put_in(project, held.sample, annotator),
        **matrix_invitations.put_in(project, owner, annotator),
        **matrix_webhooks.put_in(project, owner),
        **_personal(project, annotator),
        **matrix_spelling.put_in(project, Assignment.objects.get(pk=submitted.pk)),
        **models,
        **matrix_learning.put_in(project, models["model_version"]),
        **_measured(project, owner),
        **matrix_reports.put_in(project),
        **matrix_releases.put_in(project, owner),
        **matrix_studies.put_in(project, owner),
        "project": project.pk,
        "hit": practice.pk,
        "batch": batch.pk,
        "member": Membership.objects.get(project=project, user=annotator).pk,
        "invitation": invitation.pk,
        "secret": secret,
        "version": 1,
        "stage": "objects",
        "image": held.sample.image_id,
        **dict.fromkeys(("level", "row"), 0),
        "column": 4,
        "sample": held.sample_id,
        "assignment": held.pk,
        "submitted": submitted.pk,
        "job": Job.objects.create(name="seeding.run", scope=project.scope, payload={}).pk,
        "import": Import.objects.create(project=project, created_by=owner, format="zip").pk,
        "token": token.pk,
        **_opening(annotator),
    }


def _personal(project: Project, user: User) -> World:
    """What is one person's alone."""
    return {
        **matrix_notifications.put_in(project, user),
        **matrix_privacy.put_in(user),
        **matrix_sso.put_in(user),
    }


def _signed_in(user: User) -> int:
    """Sign somebody in as a browser does, and return the number of the session."""
    who = {"username": user.username, "password": PASSWORD}
    assert APIClient().post("/api/v1/session", who, format="json").status_code == 200
    return user.sign_ins.latest("pk").pk


def _opening(user: User) -> World:
    """What opens somebody's account."""
    return {"session": _signed_in(user), "passkey": _passkey_of(user), "user": user.pk}


def _passkey_of(user: User) -> int:
    """Give somebody a passkey: from now on a password alone signs them in no more."""
    name = f"key-{next(_numbers)}"
    row = Passkey.objects.create(
        user=user, name=name, credential_id=name, credential=b"", host="elsewhere.example.org"
    )
    return row.pk


def _measured(project: Project, owner: User) -> World:
    """What is measured of texts, and what models make of them or say about them."""
    return {
        **matrix_text_reports.put_in(project, owner),
        **matrix_enrichments.put_in(project, owner),
        **matrix_second_readings.put_in(project, owner),
        **matrix_reasoning.put_in(project, owner),
        **matrix_harms.put_in(project, owner),
        **matrix_results.put_in(project, owner),
    }


@pytest.fixture
def world(people: Cast, new_project: NewProject) -> World:
    """Olga's project, in which Ada works."""
    return make_world(new_project(), people.owner, people.ada)


@pytest.fixture
def elsewhere(people: Cast) -> World:
    """Sam's project, of which nobody else is a member."""
    project = project_services.create_project(
        name="Elsewhere", description="", recipe_name="iiw", changes={}, creator=people.stranger
    )
    return make_world(project, people.stranger, people.stranger)


def ask(browser: APIClient, operation: tuple[str, str], ids: World) -> int:
    """Return the status of one request of this browser, and undo what it did."""
    method, address = operation
    with transaction.atomic():
        client = APIClient()
        client.cookies = copy(browser.cookies)
        call = getattr(client, method)
        arguments = {} if method == "get" else sent(BODIES.get(operation), ids)
        answer = call(f"/api/v1/{address.format(**ids)}", **arguments)
        if hasattr(answer, "streaming_content"):
            list(answer.streaming_content)
        transaction.set_rollback(True)
    return int(answer.status_code)


def as_text(operation: tuple[str, str]) -> str:
    return f"{operation[0]} {operation[1]}"


def answers(user: User | None, asked: Iterable[tuple[str, str]], ids: World) -> dict[str, int]:
    """Return the status of each of these; one world serves all, as each leaves it as it was.

    What deletes comes last: a file does not come back with its row.
    """
    in_order = sorted(asked, key=lambda operation: (METHODS.index(operation[0]), operation[1]))
    browser = client_of(user)
    return {as_text(operation): ask(browser, operation, ids) for operation in in_order}


def names_in(address: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", address))


def test_everything_that_is_sent_goes_to_an_operation() -> None:
    """Catches bodies of an address that is there no more."""
    assert BODIES.keys() - operations().keys() == set()


def test_the_page_of_permissions_is_what_the_routes_declare() -> None:
    """Catches a role that got wider by an edit: the page changes with it, for a reader to see."""
    assert PAGE.read_text() == as_page(), "run: make schema"


def test_nothing_is_served_outside_the_api_but_health_and_the_client() -> None:
    """Catches an admin site, a debug tool or a media folder that slipped into the addresses."""
    outside = {address for address, _ in patterns() if not address.startswith("api/")}
    assert outside == OTHER_ADDRESSES


@pytest.mark.django_db
@pytest.mark.parametrize(
    "persona",
    # Who may is decided before the database is asked; whoever may do all asks it everything.
    [
        persona if persona == "owner" else pytest.param(persona, marks=pytest.mark.once)
        for persona in PERSONAS
    ],
)
def test_each_role_gets_what_the_matrix_says(people: Cast, world: World, persona: str) -> None:
    user = None if persona == "anonymous" else getattr(people, persona)
    audiences = operations()
    found = answers(user, audiences, world)
    assert [where for where, status in found.items() if status >= 500] == []
    refused = {
        where: status if status in (401, 403, 404) else "in" for where, status in found.items()
    }
    expected = {as_text(operation): AUDIENCES[who][persona] for operation, who in audiences.items()}
    assert refused == expected


OF_A_PROJECT = {"project", "sample", "image", "assignment", "submitted"}


@pytest.mark.django_db
def test_a_lead_elsewhere_is_told_that_nothing_is_here(
    people: Cast, world: World, elsewhere: World
) -> None:
    """Catches a check that asks for a role without asking in which project."""
    asked = [op for op in operations() if names_in(op[1]) & OF_A_PROJECT]
    found = answers(people.stranger, asked, world)
    assert found == dict.fromkeys(found, 404)
    assert len(found) == len(asked) > 50


@pytest.mark.django_db
def test_a_thing_of_another_project_is_not_found_under_mine(
    people: Cast, world: World, elsewhere: World
) -> None:
    """Catches permission on one id and a query by another: /projects/MINE/jobs/THEIRS."""
    # What is counted within a thing is no thing of its own: a version, a square of an image.
    # What belongs to the installation is of every project.
    counted = {"version", "stage", "level", "column", "row", "shared"}
    # What opens an account is of a person and no project; `tests/people` crosses those.
    accounts = {op for op in operations() if op[1].startswith("users/")}
    asked = [op for op in operations() if len(names_in(op[1]) - counted) > 1]
    asked = [op for op in asked if op not in accounts]
    crossed = {**elsewhere, "project": world["project"]}
    for user in (people.owner, people.admin):
        found = answers(user, asked, crossed)
        assert found == dict.fromkeys(found, 404), user
        assert len(found) == len(asked) > 10


@pytest.mark.django_db
def test_a_closed_account_gets_nowhere(people: Cast, world: World) -> None:
    """Catches a session that outlives the account."""
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    asked = [op for op, who in operations().items() if AUDIENCES[who]["anonymous"] == 401]
    found = answers(people.ada, asked, world)
    assert found == dict.fromkeys(found, 401)
    assert len(found) == len(asked) > 50
