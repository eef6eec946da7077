"""What leads are told about back ends, connections, trials and the models used."""

from collections.abc import Iterable
from typing import Any

from annotate import backends
from annotate.core.jobs import selectors as jobs
from annotate.projects.models import Project
from annotate.seeding.environment import environment
from annotate.seeding.models import Connection, ModelAssignment, ModelVersion, Trial
from annotate.seeding.selectors import connections as selectors
from annotate.workflow.selectors.views import image_json


def backends_json() -> list[dict[str, Any]]:
    return [_backend_json(backends.get(name)) for name in backends.names()]


def _backend_json(backend: backends.Backend) -> dict[str, Any]:
    described = backend.describe(environment())
    trainer = backend.make_trainer() if backend.make_trainer else None
    return {
        "name": backend.name,
        "title": backend.title,
        "description": backend.description,
        "roles": backend.roles,
        "learns": backend.learns,
        "available": described.available,
        "reason": described.reason,
        "settings_schema": backend.settings.model_json_schema(),
        "secrets": [
            {
                "name": each.name,
                "title": each.title,
                "help": each.help,
                "required": each.required,
            }
            for each in backend.secrets
        ],
        "training_schema": trainer.settings.model_json_schema() if trainer else None,
    }


def connections_json(
    project: Project, found: Iterable[Connection], assignment: ModelAssignment | None
) -> list[dict[str, Any]]:
    """Return connections as leads see them, never with a secret."""
    serving = selectors.serving_by_connection(project)
    return [_connection_json(each, serving.get(each.pk), assignment) for each in found]


def _connection_json(
    connection: Connection, serving: ModelVersion | None, assignment: ModelAssignment | None
) -> dict[str, Any]:
    backend = selectors.backend_or_none(connection)
    named = set(selectors.secrets_of(connection))
    return {
        "id": connection.pk,
        "name": connection.name,
        "backend": connection.backend,
        "title": backend.title if backend else connection.backend,
        "roles": backend.roles if backend else [],
        "learns": backend.learns if backend else False,
        "built_in": selectors.is_built_in(connection),
        "settings": serving.settings if serving else {},
        "has_secrets": {
            each.name: each.name in named for each in (backend.secrets if backend else ())
        },
        "serving": version_brief(serving) if serving else None,
        "versions": getattr(connection, "number_of_versions", None),
        "assigned_roles": selectors.roles_in(assignment, connection.pk),
        "created_at": connection.created_at,
        "archived_at": connection.archived_at,
    }


def version_brief(version: ModelVersion) -> dict[str, Any]:
    return {
        "id": version.pk,
        "label": version.label,
        "number": version.number,
        "state": version.state,
        "connection": {"id": version.connection_id, "name": version.connection.name},
    }


def model_assignment_json(assignment: ModelAssignment) -> dict[str, Any]:
    return {
        "detector": assignment.detector_id,
        "captioner": assignment.captioner_id,
        "ocr": assignment.ocr_id,
        "unseeded_share": assignment.unseeded_share,
    }


def trial_json(trial: Trial) -> dict[str, Any]:
    alive = jobs.workers().alive > 0
    return {
        "id": trial.pk,
        "version": version_brief(trial.version),
        "image": image_json(trial.image),
        "job": jobs.as_dict(trial.job, worker_alive=alive) if trial.job else None,
        "result": trial.result,
        "created_at": trial.created_at,
    }
