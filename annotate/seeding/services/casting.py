"""Who makes the seeds of a run: connections by name, and the versions of them that serve now."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotate import backends
from annotate.core import errors
from annotate.kinds.capabilities import ReadsText, Seedable
from annotate.projects.models import Project
from annotate.projects.recipes import Recipe
from annotate.seeding.models import ModelVersion, SeedingRun
from annotate.seeding.selectors.connections import backend_of, configured
from annotate.seeding.services import connections, lineup
from annotate.seeding.team import Signature, Team, made_by

# Settings of back ends that two workers must not ask at once: each would keep to the limit by
# itself, or load the weights once more.
_SHARED = frozenset({"concurrency", "device"})


@dataclass(frozen=True)
class Cast:
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
        """Return the name under which they would make the seeds of each stage they seed."""
        names = {
            stage.key: made_by(*[self._pk(role) for role in kind.seed_roles])
            for stage in recipe.stages
            if stage.seeded and isinstance(kind := stage.kind_object, Seedable)
        }
        return {key: name for key, name in names.items() if name}

    def _pk(self, role: backends.Role) -> int | None:
        version = self.versions.get(role)
        return version.pk if version else None


def cast_of(
    project: Project, names: Mapping[backends.Role, str | None], *, asking: bool = True
) -> Cast:
    """Return who makes the seeds of a run; a name of None takes that of the line-up.

    Args:
        asking: whether to ask each whether it is available, which may take seconds.

    Raises:
        Invalid: a connection is unknown, cannot play its role, or is not available here.
    """
    chosen = lineup.of(project)
    names = dict(names)
    if not any(
        stage.seeded and isinstance(stage.kind_object, ReadsText) for stage in project.recipe.stages
    ):
        names["ocr"] = ""
    versions: dict[backends.Role, ModelVersion] = {}
    for role, name in names.items():
        if name is None:
            of_lineup = getattr(chosen, role)
            if of_lineup is None and role == "ocr":
                continue
            name = of_lineup.name if of_lineup else lineup.USUAL[role]
        if name or role != "ocr":
            versions[role] = _serving(project, name, role, asking=asking)
    return Cast(versions)


def _serving(project: Project, name: str, role: backends.Role, *, asking: bool) -> ModelVersion:
    connection = connections.named(project, name, role)
    version = connections.serving(connection)
    if not asking:
        return version
    health = backend_of(connection).health(connections.configured(version))
    if not health.available:
        reason = health.reason or "It is not available here."
        raise errors.Invalid.field(role, "backend_unavailable", reason)
    return version


def versions_of(run: SeedingRun) -> dict[backends.Role, ModelVersion]:
    """Return the versions that a run began with, by role."""
    versions: dict[backends.Role, ModelVersion | None] = {
        "detector": run.detector_version,
        "captioner": run.captioner_version,
        "ocr": run.ocr_version,
    }
    return {role: version for role, version in versions.items() if version is not None}


def team_of(run: SeedingRun) -> Team:
    """Return the back ends of a run, ready to work.

    Raises:
        AppError: a version cannot be used any more, or its secrets cannot be read.
    """
    versions = versions_of(run)
    if not {"detector", "captioner"} <= versions.keys():
        # A run from before there were versions goes on with what has its name now.
        names: dict[backends.Role, str | None] = {
            "detector": run.detector,
            "captioner": run.captioner,
            "ocr": run.ocr,
        }
        versions = cast_of(run.project, names, asking=False).versions
    ready = {role: configured(version) for role, version in versions.items()}
    made = {role: backend_of(version.connection) for role, version in versions.items()}
    return Team(
        detector=made["detector"].detector(ready["detector"]),
        captioner=made["captioner"].captioner(ready["captioner"]),
        reader=made["ocr"].ocr(ready["ocr"]) if "ocr" in made else None,
        signatures={
            role: Signature(version.pk, ready[role].label) for role, version in versions.items()
        },
    )
