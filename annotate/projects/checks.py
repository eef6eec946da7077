"""What is wrong with an installation before anybody has met it."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import connections

from annotate import kinds


def kinds_of_projects(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Say which projects ask for a kind of work that is not there any more.

    A check of the database: `migrate` makes it, and so does `check --database default`.
    """
    from annotate.projects.models import Project

    missing: list[CheckMessage] = []
    for alias in databases or ():
        if Project._meta.db_table not in connections[alias].introspection.table_names():
            continue  # the first `migrate` comes before there is a table
        for name, recipe in Project.objects.using(alias).values_list("name", "recipe_data"):
            unknown = {stage["kind"] for stage in recipe["stages"]} - set(kinds.names())
            missing += [
                Error(
                    f"The project {name!r} has a stage of the kind {kind!r}, which is not there.",
                    hint=f"There are {', '.join(kinds.names())}. Install the release that has it.",
                    id="projects.E001",
                )
                for kind in sorted(unknown)
            ]
    return missing
