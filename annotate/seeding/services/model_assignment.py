"""Which models make the seeds: what a lead assigned, and the versions of it that serve now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotate import backends
from annotate.core import errors
from annotate.core.clock import now
from annotate.kinds.capabilities import ReadsText, Seedable
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import Recipe
from annotate.projects.services import audit
from annotate.seeding.loaded_models import LoadedModels, Signature, made_by
from annotate.seeding.models import Connection, ModelAssignment, ModelVersion, SeedingRun
from annotate.seeding.selectors.connections import ROLES, backend_of, configured
from annotate.seeding.services import connections

# What makes seeds until a lead chooses something else.
USUAL: Mapping[backends.Role, str] = {
    "detector": "classical",
    "captioner": "classical",
    "ocr": "tesseract",
}


def of(project: Project) -> ModelAssignment:
    """The models used by a project; those that nobody has chosen are the usual ones."""
    assignment = ModelAssignment.objects.filter(project=project).first()
    if assignment is not None:
        return assignment
    connections.ensure_built_in(project)
    offered = Connection.objects.filter(project=project, name__in=USUAL.values(), archived_at=None)
    by_name = {connection.name: connection for connection in offered}
    usual: dict[str, Any] = {role: by_name.get(name) for role, name in USUAL.items()}
    return ModelAssignment.objects.get_or_create(project=project, defaults=usual)[0]


def change(*, project: Project, actor: User | None, changes: Mapping[str, Any]) -> ModelAssignment:
    """Change who makes what: `detector`, `captioner` and `ocr` are ids of connections or None.

    Raises:
        Invalid: a connection is not of this project, was put away, or cannot play its role.
    """
    of(project)
    with transaction.atomic():
        # Numbers that no key can be are no keys; SQLite would stumble over them.
        wanted = {pk for role in ROLES if (pk := changes.get(role)) and 0 < pk < 2**63}
        # Locked, so that none of them is put away meanwhile; in order, so that nobody waits
        # in a circle.
        mine = Connection.objects.select_for_update().filter(project=project, pk__in=wanted)
        by_pk = {connection.pk: connection for connection in mine.order_by("pk")}
        for role in ROLES:
            if changes.get(role) is not None:
                _check(role, by_pk.get(changes[role]))
        values = {f"{role}_id" if role in ROLES else role: value for role, value in changes.items()}
        ModelAssignment.objects.filter(project=project).update(**values, updated_at=now())
        named = {
            key: by_pk[value].name if key in ROLES and value is not None else value
            for key, value in changes.items()
        }
        audit(project=project, actor=actor, verb="model_assignment.changed", **named)
    return ModelAssignment.objects.get(project=project)


def _check(role: backends.Role, connection: Connection | None) -> None:
    if connection is None or connection.archived_at is not None:
        raise errors.Invalid.field(role, Message("unknown_connection"))
    if role not in backend_of(connection).roles:
        raise errors.Invalid.field(role, connections.wrong_role(connection.name, role))


# Settings of back ends that two workers must not ask at once: each would keep to the limit by
# itself, or load the weights once more.
_SHARED = frozenset({"concurrency", "device"})


@dataclass(frozen=True)
class AssignedVersions:
    """Who makes the seeds of a run: the versions that serve now, by role."""

    versions: dict[backends.Role, ModelVersion]

    def name(self, role: backends.Role) -> str:
        version = self.versions.get(role)
        return version.connection.name if version else ""

    @property
    def is_shared(self) -> bool:
        """Whether one of them is to be asked by one worker at a time."""
        return any(
            _SHARED & backend_of(version.connection).settings.model_fields.keys()
            for version in self.versions.values()
        )

    def made_by_stage(self, recipe: Recipe) -> dict[str, str]:
        """The name under which they would make the seeds of each stage they seed."""
        names = {
            stage.key: made_by(*[self._pk(role) for role in kind.seed_roles])
            for stage in recipe.stages
            if stage.seeded and isinstance(kind := stage.kind_object, Seedable)
        }
        return {key: name for key, name in names.items() if name}

    def _pk(self, role: backends.Role) -> int | None:
        version = self.versions.get(role)
        return version.pk if version else None


def assigned_versions(
    project: Project, names: Mapping[backends.Role, str | None], *, asking: bool = True
) -> AssignedVersions:
    """Who makes the seeds of a run; a name of None takes that of the models used.

    Each is asked whether it is available, which may take seconds, unless not `asking`.

    Raises:
        Invalid: a connection is unknown, cannot play its role, or is not available here.
    """
    chosen = of(project)
    names = dict(names)
    if not any(
        stage.seeded and isinstance(stage.kind_object, ReadsText) for stage in project.recipe.stages
    ):
        names["ocr"] = ""
    versions: dict[backends.Role, ModelVersion] = {}
    for role, name in names.items():
        if name is None:
            of_project = getattr(chosen, role)
            if of_project is None and role == "ocr":
                continue
            name = of_project.name if of_project else USUAL[role]
        if name or role != "ocr":
            versions[role] = _active_version(project, name, role, asking=asking)
    return AssignedVersions(versions)


def _active_version(
    project: Project, name: str, role: backends.Role, *, asking: bool
) -> ModelVersion:
    connection = connections.named(project, name, role)
    version = connections.serving(connection)
    if not asking:
        return version
    health = backend_of(connection).health(connections.configured(version))
    if not health.available:
        reason = health.reason or Message("backend_unavailable")
        raise errors.Invalid.field(role, reason, code="backend_unavailable")
    return version


def versions_of(run: SeedingRun) -> dict[backends.Role, ModelVersion]:
    versions = {role: getattr(run, f"{role}_version") for role in ROLES}
    return {role: version for role, version in versions.items() if version is not None}


def loaded_models(run: SeedingRun) -> LoadedModels:
    """The back ends of a run, ready to work.

    Raises:
        AppError: a version cannot be used any more, or its secrets cannot be read.
    """
    versions = versions_of(run)
    if not {"detector", "captioner"} <= versions.keys():
        # A run from before there were versions goes on with what has its name now.
        names: dict[backends.Role, str | None] = {role: getattr(run, role) for role in ROLES}
        versions = assigned_versions(run.project, names, asking=False).versions
    ready = {role: configured(version) for role, version in versions.items()}
    players = {role: backend_of(version.connection) for role, version in versions.items()}
    return LoadedModels(
        detector=players["detector"].detector(ready["detector"]),
        captioner=players["captioner"].captioner(ready["captioner"]),
        reader=players["ocr"].ocr(ready["ocr"]) if "ocr" in players else None,
        signatures={
            role: Signature(version.pk, ready[role].label) for role, version in versions.items()
        },
    )
