"""python -m tests.deploy.filled fill|tell: work, people and a release in an installation.

A process of its own, for the installation that its environment names. Prints one JSON object.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any


def fill() -> None:
    """Let people do all that an export has to tell, and freeze it."""
    from django.core.management import call_command

    from annotate.people.services import create_token, create_user
    from annotate.projects.models import Membership, Role
    from annotate.projects.services import create_project
    from tests.conftest import PASSWORD, Cast
    from tests.exchange.finished import finished
    from tests.exchange.released import released_here

    call_command("migrate", verbosity=0)
    people = Cast(
        **{
            name: create_user(username=name, password=PASSWORD, display_name=name.title())
            for name in Cast.__dataclass_fields__
        }
    )
    project = create_project(
        name="Street scenes",
        description="",
        recipe_name="iiw",
        changes={"no_repeat": "stage"},
        creator=people.owner,
        seed=7,
        guidelines_required=False,
    )
    for user in (people.ada, people.ben, people.cleo):
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    Membership.objects.create(project=project, user=people.lead, role=Role.LEAD)
    create_token(user=people.lead, name="script", expires_in_days=9)
    finished(project, people)
    released_here(project)


def tell() -> dict[str, Any]:
    """Return what is there: rows by table, digests of releases, and of all files as they lie."""
    from django.conf import settings
    from django.db import connection

    from annotate.core.moving import tables
    from annotate.exchange.models import FrozenRelease, ReleaseFile
    from annotate.exchange.releases import content

    media = Path(settings.MEDIA_ROOT)
    files = sorted(each for each in media.rglob("*") if each.is_file())
    found = {
        "rows": {each._meta.db_table: each._base_manager.count() for each in tables()},
        "releases": list(FrozenRelease.objects.order_by("pk").values_list("digest", flat=True)),
        "whole": all(
            hashlib.sha256(content.read(digest)).hexdigest() == digest
            for digest in ReleaseFile.objects.values_list("sha256", flat=True)
        ),
        "files": {
            str(each.relative_to(media)): hashlib.sha256(each.read_bytes()).hexdigest()
            for each in files
        },
    }
    connection.close()
    return found


def main() -> None:
    import django

    django.setup()
    if sys.argv[1] == "fill":
        fill()
    print(json.dumps(tell()))


if __name__ == "__main__":
    main()
