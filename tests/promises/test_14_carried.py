"""What three people made has one digest in whatever database its rows lie.

The rows are carried from the database of the tests, SQLite or PostgreSQL, into an SQLite of their
own, and the release is frozen there by the command, in a process that knows nothing of the first.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from annotate.exchange.releases import selectors
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, NewProject
from tests.exchange.finished import finished
from tests.exchange.released import digest_of, released
from tests.exchange.test_releases_compared import finish
from tests.quality.scene import caption_recipe, captioned, give, new_samples, sentence

pytestmark = pytest.mark.django_db

# Made by `migrate` in every database, or no part of a project's work.
_THERE_ALREADY = ("contenttypes", "auth.permission", "sessions")
_CARRY = """
import sys, django
django.setup()
from django.core.management import call_command
from django.db import connection
assert connection.vendor == "sqlite", connection.vendor
call_command("migrate", verbosity=0)
call_command("loaddata", sys.argv[1], verbosity=0)
for number in sys.argv[2:]:
    wish = ["--name", "Street scenes", "--version", "9.0.0", "--json"]
    call_command("release", number, *wish, verbosity=0)
    print("====")
"""


@pytest.fixture
def rounds(new_project: NewProject, people: Cast) -> Project:
    """Objects and descriptions in rounds by three people, with seeds and one that was rejected."""
    project = new_project(no_repeat="stage")
    work = finished(project, people)
    finish(project, people, work.waiting)
    last = Annotation.objects.filter(sample=work.waiting, origin="person").latest("id")
    workflow.set_verdict(
        annotation=last, verdict="rejected", actor=people.lead, reason="Other words."
    )
    return project


@pytest.fixture
def captions(new_project: NewProject, people: Cast) -> Project:
    """Captions by three people side by side."""
    project = new_project()
    caption_recipe(project, people=3)
    for sample in new_samples(project, 4):
        for user in (people.ada, people.ben, people.cleo):
            give(sample, user, captioned(sentence(sample.pk, user.pk)))
    Sample.objects.filter(project=project).update(state=Sample.State.DONE)
    return project


def frozen_elsewhere(folder: Path, *projects: Project) -> list[str]:
    """Carry all rows into a new SQLite, and freeze these projects there."""
    rows = folder / "rows.json"
    excluded = [f"--exclude={name}" for name in _THERE_ALREADY]
    call_command("dumpdata", *excluded, output=str(rows), verbosity=0)
    outside = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder / "data"), "DEBUG": "true"}
    outside["DJANGO_SETTINGS_MODULE"] = "annotate.config.settings"
    process = subprocess.run(
        [sys.executable, "-c", _CARRY, str(rows), *(str(each.pk) for each in projects)],
        env=outside,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    told = process.stdout.split("====")[: len(projects)]
    return [str(json.loads(each)["digest"]) for each in told]


@pytest.mark.long
def test_rows_carried_into_another_database_have_the_same_digest(
    rounds: Project, captions: Project, people: Cast, tmp_path: Path
) -> None:
    elsewhere = frozen_elsewhere(tmp_path, rounds, captions)
    here = [released(project, people.lead, "9.0.0") for project in (rounds, captions)]
    assert elsewhere == [digest_of(release) for release in here]
    assert [selectors.describe_one(release).samples for release in here] == [2, 4]
