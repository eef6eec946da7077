"""The people and the work of a run of outages."""

import os
import uuid

SAMPLES = 600
PASSWORD = uuid.uuid4().hex
# Twelve who work, and one who signs in later.
NAMES = [f"annotator{number}" for number in range(13)]


def set_up(variables: dict[str, str]) -> int:
    """Make tables, people and open samples of three rounds; return the project's id."""
    os.environ.update(variables)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from annotate.people.services import create_user
    from annotate.projects.models import Membership, Role
    from annotate.projects.services import create_project
    from tests.conftest import add_samples
    from tests.workflow.acts import use_recipe

    call_command("migrate", verbosity=0)
    lead, *people = [
        create_user(username=name, password=PASSWORD, display_name=name, may_create_projects=True)
        for name in ("lead", *NAMES)
    ]
    project = create_project(
        name="Outages",
        description="",
        recipe_name="iiw",
        changes={},
        creator=lead,
        guidelines_required=False,
    )
    for user in people:
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    use_recipe(project, {"key": "description", "rounds": 3})
    add_samples(project, SAMPLES)
    connection.close()
    return int(project.pk)
