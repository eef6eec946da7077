"""What is known and told about connections with their versions and trials, and about back ends."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from django.conf import settings as installed
from django.db.models import Count, QuerySet
from pydantic import ValidationError

from annotate import backends
from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.models import Job
from annotate.core.schemas import Notice
from annotate.core.secret_store import SecretStore, Unreadable
from annotate.kinds.problems import problems_of
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding import schemas, trial_schemas
from annotate.seeding.environment import environment
from annotate.seeding.models import (
    Connection,
    ModelAssignment,
    ModelVersion,
    SeedRecord,
    SharedConnection,
    Trial,
)
from annotate.seeding.spending_models import Purpose
from annotate.seeding.turns import ConnectionTurns
from annotate.workflow.schemas.parts import ShownImage

ROLES: tuple[backends.Role, ...] = ("detector", "captioner", "ocr")
SECRETS = SecretStore("annotate.seeding.connections")


class Unusable(errors.Conflict):
    code = "version_unusable"


class SecretsOfAnotherServer(errors.Conflict):
    code = "secrets_of_another_server"


def connections(project: Project) -> QuerySet[Connection]:
    """Those that are offered, the oldest first."""
    offered = Connection.objects.filter(project=project, archived_at=None)
    return offered.select_related("shared").order_by("pk")


def connection(project: Project, connection_id: int) -> Connection:
    """One connection of a project, archived or not, or NotFound."""
    mine = Connection.objects.filter(project=project, pk=connection_id)
    connection = mine.select_related("shared").first()
    if connection is None:
        raise errors.NotFound
    return connection


def serving(connection: Connection) -> ModelVersion:
    return ModelVersion.objects.select_related("connection__shared").get(
        connection=connection, state=ModelVersion.State.SERVING
    )


def serving_by_connection(project: Project) -> dict[int, ModelVersion]:
    versions = ModelVersion.objects.filter(project=project, state=ModelVersion.State.SERVING)
    return {version.connection_id: version for version in versions.select_related("connection")}


def roles_in(assignment: ModelAssignment | None, connection_id: int) -> list[backends.Role]:
    if assignment is None:
        return []
    return [role for role in ROLES if getattr(assignment, f"{role}_id") == connection_id]


def backend_of(connection: Connection | SharedConnection) -> backends.Backend:
    """Raises Unusable where it is no longer installed."""
    try:
        return backends.get(connection.backend)
    except backends.UnknownBackendError as unknown:
        raise Unusable(unknown.entry) from None


def backend_or_none(connection: Connection | SharedConnection) -> backends.Backend | None:
    try:
        return backends.get(connection.backend)
    except backends.UnknownBackendError:
        return None


def is_built_in(connection: Connection) -> bool:
    """Whether this is the connection that every project has to a back end."""
    backend = backend_or_none(connection)
    own = backend is not None and backend.built_in and connection.name == backend.name
    return own and connection.shared_id is None


def keeper_of(connection: Connection) -> Connection | SharedConnection:
    """Who keeps address and secrets: the installation where it is of it, else itself."""
    return connection.shared or connection


def places_of(connection: Connection, backend: backends.Backend) -> dict[str, Any]:
    """The settings that a version of it lacks, since the installation alone keeps them."""
    if connection.shared is None:
        return {}
    kept = connection.shared.settings
    return {name: kept[name] for name in backend.settings.places if name in kept}


def secrets_of(connection: Connection | SharedConnection) -> dict[str, str]:
    """The secrets that can be read; none where the installation's key has changed."""
    try:
        return SECRETS.unseal(connection.secrets)
    except Unreadable:
        return {}


def origins_without(
    connection: Connection | SharedConnection, settings: backends.BackendSettings
) -> list[str]:
    """The servers these settings lead to for which the secrets of a connection were not given."""
    return sorted(settings.origins() - set(connection.secrets_for))


def configured(version: ModelVersion, purpose: Purpose = Purpose.SEEDING) -> backends.Configured:
    """A version ready to be made into a detector, captioner or reader.

    Args:
        purpose: what it is asked for; its costs are counted there.

    Raises:
        Unusable: its settings are no longer understood, or its weights are not where they were.
        Unreadable: its secrets have to be entered again.
        SecretsOfAnotherServer: its settings lead to a server for which they were not given.
    """
    connection = version.connection
    backend, keeper = backend_of(connection), keeper_of(connection)
    if connection.shared is not None:
        _check_open(connection.shared)
    try:
        places = places_of(connection, backend)
        settings = backend.settings.model_validate({**version.settings, **places})
    except ValidationError:
        name = f"{connection.name} {version.label}"
        raise Unusable(Message("version_settings_outdated", version=name)) from None
    if keeper.secrets and (others := origins_without(keeper, settings)):
        raise SecretsOfAnotherServer(Message("secrets_of_another_server", servers=others))
    return backends.Configured(
        settings=settings,
        secrets=SECRETS.unseal(keeper.secrets),
        artifact=_folder(version),
        label=f"{connection.name} {version.label}",
        environment=environment(discreet=connection.shared is not None),
        turns=ConnectionTurns(connection, purpose),
        untold=frozenset(places),
    )


def _check_open(shared: SharedConnection) -> None:
    if shared.disabled_at is not None or shared.deleted_at is not None:
        raise Unusable(Message("shared_connection_disabled", name=shared.name))


def _folder(version: ModelVersion) -> Path | None:
    if not version.artifact:
        return None
    root = installed.MODELS_DIR.resolve()
    folder = (root / version.artifact).resolve()
    if not folder.is_relative_to(root) or not folder.is_dir():
        name = f"{version.connection.name} {version.label}"
        raise Unusable(Message("version_weights_missing", version=name))
    return folder


def parsed(backend: backends.Backend, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Complete settings of a back end, as JSON.

    Raises:
        Invalid: each field that is wrong is named `settings.<field>`.
    """
    try:
        complete = backend.settings.model_validate(dict(raw)).model_dump(mode="json")
    except ValidationError as wrong:
        raise settings_refused(wrong, "settings") from None
    for name, value in complete.items():
        if not _is_storable(value):
            raise errors.Invalid.field(f"settings.{name}", Message("not_text"))
    return complete


def settings_refused(wrong: ValidationError, at: str) -> errors.Invalid:
    """Says which of the settings, which stand at ``at`` in the request, are wrong."""
    fields = [
        errors.FieldError.of(problem, f"{at}.{problem.path}".rstrip("."))
        for problem in problems_of(wrong)
    ]
    return errors.Invalid(Message("settings_refused"), code="invalid", fields=fields)


def _is_storable(value: Any) -> bool:
    """Whether every database takes a value: PostgreSQL no NUL, none half a surrogate."""
    if isinstance(value, str):
        return "\x00" not in value and value == value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return all(map(_is_storable, value.values()))
    return all(map(_is_storable, value)) if isinstance(value, list) else True


def version_of(connection: Connection, version_id: int) -> ModelVersion:
    """One version of a connection; raises Invalid, naming the field."""
    versions = ModelVersion.objects.select_related("connection", "project")
    version = versions.filter(connection=connection, pk=version_id).first()
    if version is None:
        raise errors.Invalid.field("version", Message("version_unknown_here"))
    return version


def seeds_by_version(version_ids: Iterable[int]) -> dict[int, int]:
    """Count the seeds whose words or boxes each version made."""
    counted = SeedRecord.objects.filter(version__in=list(version_ids)).values_list("version_id")
    return {pk: number for pk, number in counted.annotate(Count("id")).order_by() if pk is not None}


def trial(project: Project, trial_id: int) -> Trial:
    trials = Trial.objects.select_related("version__connection", "image", "job")
    trial = trials.filter(project=project, pk=trial_id).first()
    if trial is None:
        raise errors.NotFound
    return trial


def settable_backends() -> list[schemas.SettableBackend]:
    return [_settable(backends.get(name)) for name in backends.names()]


def _settable(backend: backends.Backend) -> schemas.SettableBackend:
    health = backend.health(environment=environment())
    trainer = backend.make_trainer() if backend.make_trainer else None
    return schemas.SettableBackend.from_row(
        backend,
        roles=list(backend.roles),
        available=health.available,
        reason=Notice.of(health.reason) if health.reason else None,
        settings_schema=backend.settings.model_json_schema(),
        secrets=[schemas.BackendSecret.from_row(secret) for secret in backend.secrets],
        training_schema=trainer.settings.model_json_schema() if trainer else None,
    )


def shown_connections(
    project: Project, connections: Iterable[Connection], assignment: ModelAssignment | None
) -> list[schemas.Connection]:
    serving = serving_by_connection(project)
    counted = ModelVersion.objects.filter(project=project).values_list("connection")
    versions = dict(counted.annotate(Count("id")).order_by())
    return [
        _shown(
            connection,
            serving=serving.get(connection.pk),
            versions=versions.get(connection.pk, 0),
            assigned_roles=roles_in(assignment, connection.pk),
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
    backend, shared = backend_or_none(connection), connection.shared
    # Whether a key is stored in the installation is its admins' concern.
    stored = {} if shared else secrets_of(connection)
    asked = backend.secrets if backend and not shared else ()
    return schemas.Connection.from_row(
        connection,
        title=backend.title if backend else connection.backend,
        roles=list(backend.roles) if backend else [],
        learns=backend is not None and backend.learns and shared is None,
        shared=shared is not None,
        disabled=shared is not None and shared.disabled_at is not None,
        built_in=is_built_in(connection),
        settings=serving.settings if serving else {},
        has_secrets={secret.name: secret.name in stored for secret in asked},
        serving=schemas.VersionBrief.of(serving) if serving else None,
        versions=versions,
        assigned_roles=assigned_roles,
    )


def shown_trial(trial: Trial) -> trial_schemas.Trial:
    return trial_schemas.Trial.from_row(
        trial,
        version=schemas.VersionBrief.of(trial.version),
        image=ShownImage.of(trial.image),
        job=jobs.job_of(cast(Job, trial.job), jobs.workers()),
        result=trial_schemas.TrialResult.model_validate(trial.result) if trial.result else None,
    )
