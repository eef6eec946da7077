"""What leads are told about back ends, connections and trials."""

from collections.abc import Iterable
from typing import cast

from django.db.models import Count

from annotate import backends
from annotate.core.jobs import selectors as jobs
from annotate.core.models import Job
from annotate.core.schemas import Notice
from annotate.projects.models import Project
from annotate.seeding.environment import environment
from annotate.seeding.models import Connection, ModelAssignment, ModelVersion, Trial
from annotate.seeding.schemas import connections as schemas
from annotate.seeding.selectors import connections as selectors
from annotate.workflow.schemas.parts import ShownImage


def settable_backends() -> list[schemas.SettableBackend]:
    return [_settable(backends.get(name)) for name in backends.names()]


def _settable(backend: backends.Backend) -> schemas.SettableBackend:
    health = backend.health(environment=environment())
    trainer = backend.make_trainer() if backend.make_trainer else None
    return schemas.SettableBackend(
        name=backend.name,
        title=backend.title,
        description=backend.description,
        roles=list(backend.roles),
        learns=backend.learns,
        available=health.available,
        reason=Notice.of(health.reason) if health.reason else None,
        settings_schema=backend.settings.model_json_schema(),
        secrets=[
            schemas.BackendSecret(
                name=secret.name, title=secret.title, help=secret.help, required=secret.required
            )
            for secret in backend.secrets
        ],
        training_schema=trainer.settings.model_json_schema() if trainer else None,
    )


def shown_connections(
    project: Project, connections: Iterable[Connection], assignment: ModelAssignment | None
) -> list[schemas.Connection]:
    serving = selectors.serving_by_connection(project)
    counted = ModelVersion.objects.filter(project=project).values_list("connection")
    versions = dict(counted.annotate(Count("id")).order_by())
    return [
        _shown(
            connection,
            serving=serving.get(connection.pk),
            versions=versions.get(connection.pk, 0),
            assigned_roles=selectors.roles_in(assignment, connection.pk),
        )
        for connection in connections
    ]


def _shown(
    connection: Connection,
    *,
    serving: ModelVersion | None,
    versions: int,
    assigned_roles: list[backends.Role],
) -> schemas.Connection:
    backend = selectors.backend_or_none(connection)
    stored = selectors.secrets_of(connection).keys()
    return schemas.Connection(
        id=connection.pk,
        name=connection.name,
        backend=connection.backend,
        title=backend.title if backend else connection.backend,
        roles=list(backend.roles) if backend else [],
        learns=backend.learns if backend else False,
        built_in=selectors.is_built_in(connection),
        settings=serving.settings if serving else {},
        has_secrets={
            secret.name: secret.name in stored for secret in (backend.secrets if backend else ())
        },
        serving=schemas.VersionBrief.of(serving) if serving else None,
        versions=versions,
        assigned_roles=assigned_roles,
        created_at=connection.created_at,
        archived_at=connection.archived_at,
    )


def shown_trial(trial: Trial) -> schemas.Trial:
    return schemas.Trial(
        id=trial.pk,
        version=schemas.VersionBrief.of(trial.version),
        image=ShownImage.of(trial.image),
        job=jobs.job_of(cast(Job, trial.job), worker_alive=jobs.workers().alive > 0),
        result=schemas.TrialResult.model_validate(trial.result) if trial.result else None,
        created_at=trial.created_at,
    )
