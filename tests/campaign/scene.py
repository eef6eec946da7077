"""The projects and people of a campaign, made before anything is served."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from annotate.people.models import User
    from annotate.projects.models import Project

PASSWORD = "correct-horse-battery"
LEADS = 5
SEEDED = 40  # pictures that wait for seeds at the start; uploads add to them
RATERS_PER_ITEM = 20


@dataclass(frozen=True)
class Scene:
    """Who is there: secrets of tokens, and the ids of projects by what they are for."""

    annotators: tuple[str, ...]
    leads: tuple[str, ...]
    projects: dict[str, int]

    @property
    def working(self) -> tuple[int, ...]:
        """The projects in which people annotate."""
        return tuple(self.projects.values())


def set_up(variables: dict[str, str], people: int, samples: int, models: str) -> Scene:
    """Make tables, people and work.

    Args:
        samples: how many images the projects of objects and of captions have, each.
        models: `host:port` of the server from which seeds come.
    """
    os.environ.update(variables)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    annotators, leads = _accounts("annotator", people), _accounts("lead", LEADS)
    # Hashing takes long on purpose: one person signs in by a password, again and again.
    leads[0].set_password(PASSWORD)
    leads[0].save()
    members = (annotators, leads)
    projects = {
        "objects": _objects(members, samples),
        "captions": _captions(members, samples),
        "seeded": _seeded(members, models),
        "ranking": _ranking(members, max(10, samples // 10)),
    }
    scene = Scene(_tokens(annotators), _tokens(leads), projects)
    connection.close()
    return scene


def _accounts(name: str, number: int) -> "list[User]":
    from annotate.people.models import User

    made = []
    for place in range(number):
        user = User(username=f"{name}-{place}", may_create_projects=name == "lead")
        user.set_unusable_password()
        made.append(user)
    return User.objects.bulk_create(made)


def _tokens(users: "Sequence[User]") -> tuple[str, ...]:
    from annotate.people.services import create_token

    return tuple(create_token(user=each, name="load", expires_in_days=9)[1] for each in users)


Members = tuple[Sequence[Any], Sequence[Any]]


def _project(name: str, members: Members) -> "Project":
    from annotate.projects.services import create_project

    made = create_project(
        name=name,
        description="",
        recipe_name="iiw",
        changes={},
        creator=members[1][0],
        seed=7,
        guidelines_required=False,
    )
    _join(made, members)
    return made


def _join(project: "Project", members: Members) -> None:
    from annotate.projects.models import Membership, Role

    there = set(project.memberships.values_list("user_id", flat=True))
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=role)
        for users, role in zip(members, (Role.ANNOTATOR, Role.LEAD), strict=True)
        for user in users
        if user.pk not in there
    )


def _objects(members: Members, samples: int) -> int:
    from tests.conftest import add_samples

    made = _project("Objects and descriptions", members)
    add_samples(made, samples)
    return int(made.pk)


def _captions(members: Members, samples: int) -> int:
    from tests.conftest import add_samples
    from tests.workflow.acts import use_recipe

    made = _project("Captions and votes", members)
    settings = {"canned_text": None, "ask_text": False, "ask_quality": False}
    use_recipe(
        made,
        {
            "key": "caption",
            "kind": "caption.v1",
            "mode": "parallel",
            "rounds": 2,
            "settings": settings,
        },
        {
            "key": "votes",
            "kind": "vote.v1",
            "mode": "parallel",
            "rounds": 2,
            "about": "caption",
        },
        no_repeat="stage",
    )
    add_samples(made, samples)
    return int(made.pk)


def _seeded(members: Members, models: str) -> int:
    """A text over each picture, which starts from what the server of models says."""
    from annotate.seeding.services import connections, model_assignment
    from tests.backends.standin.requests import MODEL
    from tests.learning.acts import one_text, waiting

    made = _project("Seeded", members)
    one_text(made)
    lead = members[1][0]
    connection = connections.make(
        project=made,
        actor=lead,
        name="server",
        backend="openai",
        settings={"base_url": f"http://{models}/v1", "model": MODEL, "concurrency": 4},
        secrets={},
    )
    changes = {"detector": connection.pk, "captioner": connection.pk}
    model_assignment.change(project=made, actor=lead, changes=changes)
    waiting(made, SEEDED)
    return int(made.pk)


def _ranking(members: Members, items: int) -> int:
    from tests.evaluation.texts_scene import prepared, two_files

    base = _project("Texts to rank", members)
    study = prepared(
        base,
        two_files(base, items),
        design="ranking.v1",
        raters_per_item=RATERS_PER_ITEM,
        justification="optional",
    )
    assert study.work is not None
    _join(study.work, members)
    return int(study.work.pk)
