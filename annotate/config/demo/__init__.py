"""The demo: real photographs, a lead, three annotators and one project per recipe.

Nothing in these is precooked. Seeds are computed by the same background job as in any project. Run
again, it finds everything in place and changes nothing that people did. Beside them stands one
project with a past, which is simulated and says so (`past`).
"""

import io
import json
import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management import call_command

from annotate.core import logs
from annotate.people.models import User
from annotate.people.services import create_user
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import create_project
from annotate.seeding.services import NothingToSeed, start_run

log = logs.get(__name__)

ABOUT_PHOTOS = (
    "Real photographs under free licences, to try everything out. The licence and the "
    "photographer stand beside each image."
)


@dataclass(frozen=True)
class DemoProject:
    """A project to try: its recipe, made small enough for three annotators."""

    name: str
    recipe: str
    changes: Mapping[str, Any]
    is_seeded: bool = False


PROJECTS = (
    DemoProject(
        name="Demo: photographs",
        recipe="iiw",
        # Three annotators could not finish a sample if nobody might return to it: here they may
        # work on its objects and then on one round of its description.
        changes={"no_repeat": "stage"},
        is_seeded=True,
    ),
    DemoProject(
        name="Demo: captions in sets of five",
        recipe="vizwiz-captions",
        changes={"rounds": {"caption": 3}},
    ),
    DemoProject(
        name="Demo: captions and votes",
        recipe="textcaps",
        # One writes, the two others vote.
        changes={
            "stages": {
                "caption": {"rounds": 1, "rounds_by_split": {}},
                "validation": {"rounds": 2, "gold_rate": 0.0},
            }
        },
    ),
)
# Holds the password, and marks a folder as that of a demo.
MARK = "demo.json"
LEAD = ("lena", "Lena (lead)")
ANNOTATORS = (("ada", "Ada"), ("ben", "Ben"), ("cleo", "Cleo"))


@dataclass(frozen=True)
class Demo:
    """What there is to try: the projects, and the password that all demo accounts share."""

    projects: tuple[Project, ...]
    password: str

    @property
    def lead(self) -> User:
        return User.objects.get(username=LEAD[0])

    @property
    def usernames(self) -> list[str]:
        return [LEAD[0], *(username for username, _ in ANNOTATORS)]


class NotADemo(RuntimeError):
    """The folder holds somebody's data, not the demo's."""


def reset(data_dir: Path) -> None:
    """Delete all that the demo has stored, and only that: the folder must be a demo's own."""
    if not data_dir.is_dir():
        return
    if not (data_dir / MARK).is_file():
        if _holds_data(data_dir):
            raise NotADemo(f"{data_dir} is not a demo: nothing was deleted.")
        return
    shutil.rmtree(data_dir)
    data_dir.mkdir(parents=True)


def claim(data_dir: Path) -> None:
    """Make the folder a demo's own, before anything is stored there.

    Raises:
        NotADemo: it holds what somebody made, to which no demo may add accounts.
    """
    if not (data_dir / MARK).is_file() and _holds_data(data_dir):
        raise NotADemo(
            f"{data_dir} holds an installation that is not a demo. Set DATA_DIR to another folder, "
            "or leave it out."
        )
    _kept_password(data_dir / MARK)


def _holds_data(data_dir: Path) -> bool:
    return any(next(data_dir.glob(kept), None) for kept in ("*.sqlite3", "media/*", "models/*"))


def prepare(*, data_dir: Path, photos: Path) -> Demo:
    """Make accounts, projects and images where they are missing, and start what waits."""
    password = _kept_password(data_dir / MARK)
    lead = _account(*LEAD, password=password, is_admin=True)
    people = [_account(*names, password=password) for names in ANNOTATORS]
    projects = tuple(_project(wanted, lead, people, photos) for wanted in PROJECTS)
    return Demo(projects, password)


def _project(wanted: DemoProject, lead: User, people: list[User], photos: Path) -> Project:
    project = Project.objects.filter(name=wanted.name, created_by=lead).first()
    if project is None:
        project = create_project(
            name=wanted.name,
            description=ABOUT_PHOTOS,
            recipe_name=wanted.recipe,
            changes=wanted.changes,
            creator=lead,
        )
    for user in people:
        Membership.objects.get_or_create(
            project=project, user=user, defaults={"role": Role.ANNOTATOR}
        )
    # What it counts means nothing to a newcomer, who has chosen no files.
    unread = io.StringIO()
    options = {"verbosity": 0, "stdout": unread, "stderr": unread}
    call_command("import_images", str(project.pk), str(photos), **options)
    if wanted.is_seeded:
        _start_seeding(project, lead)
    return project


def _start_seeding(project: Project, lead: User) -> None:
    from annotate.core.errors import Conflict

    try:
        start_run(project=project, actor=lead, detector="classical", captioner="classical")
    except NothingToSeed:
        return
    except Conflict:
        # The run of an earlier start was interrupted; the sweeper takes it up again.
        log.info("An earlier seeding run goes on")


def _account(username: str, display_name: str, *, password: str, is_admin: bool = False) -> User:
    existing = User.objects.filter(username=username).first()
    return existing or create_user(
        username=username, password=password, display_name=display_name, is_admin=is_admin
    )


def _kept_password(path: Path) -> str:
    """The demo's password: drawn once, kept where only this user can read it."""
    if path.is_file():
        return str(json.loads(path.read_text())["password"])
    password = f"demo-{secrets.token_hex(4)}"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump({"password": password}, file)
    return password
