"""The models that make the seeds of a project."""

from dataclasses import dataclass
from typing import Any, ClassVar

from annotate_client.api import Api
from annotate_client.errors import NotFound
from annotate_client.jobs import Job
from annotate_client.learning import Learning
from annotate_client.shapes import Shape, read
from annotate_client.values import JobFacts, Notice

_LEFT_ALONE: Any = object()


@dataclass(frozen=True, kw_only=True)
class Backend(Shape):
    """A program of the server that asks models; `settings_schema` says what it is told."""

    schema: ClassVar[str] = "SettableBackend"
    name: str
    title: str
    description: str
    roles: tuple[str, ...]
    available: bool
    settings_schema: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Connection(Shape):
    """A model set up for one project."""

    schema: ClassVar[str] = "Connection"
    id: int
    name: str
    backend: str
    roles: tuple[str, ...]
    learns: bool
    settings: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Health(Shape):
    """Whether a model answers, and why not."""

    schema: ClassVar[str] = "Health"
    available: bool
    reason: Notice | None
    seconds: float


@dataclass(frozen=True, kw_only=True)
class SeedingCounts(Shape):
    schema: ClassVar[str] = "SeedingCounts"
    pending: int
    seeded: int
    failed: int


@dataclass(frozen=True, kw_only=True)
class SeedingRun(Shape):
    """One run of models over samples."""

    schema: ClassVar[str] = "SeedingRun"
    id: int
    detector: str
    captioner: str
    counts: SeedingCounts
    job: JobFacts


class Models:
    """The connections of one project, and which of them make seeds."""

    def __init__(self, api: Api, project_id: int) -> None:
        self._api, self._project_id = api, project_id

    def backends(self) -> list[Backend]:
        """What can be connected."""
        return [read(Backend, each) for each in self._call("backendsList")]

    def connections(self) -> list[Connection]:
        """The models that are connected."""
        return [read(Connection, each) for each in self._call("connectionsList")]

    def connect(
        self,
        name: str,
        backend: str,
        *,
        settings: dict[str, Any] | None = None,
        secrets: dict[str, str] | None = None,
    ) -> Connection:
        """Connect a model.

        Args:
            backend: ``openai`` for whatever speaks the chat completions API; `backends` lists all.
            settings: as the `settings_schema` of the back end says.
            secrets: keys; the server encrypts them and never shows them again.
        """
        made = self._call(
            "connectionsCreate",
            name=name,
            backend=backend,
            settings=settings or {},
            secrets=secrets or {},
        )
        return read(Connection, made)

    def health(self, connection: str | Connection) -> Health:
        """Ask whether a model answers."""
        number = self._named(connection).id
        return read(Health, self._call("connectionsHealth", connection_id=number))

    def remove(self, connection: str | Connection) -> None:
        """Disconnect a model; what it made stays."""
        self._call("connectionsArchive", connection_id=self._named(connection).id)

    def learning(self, connection: str | Connection) -> Learning:
        """The versions of a model that learns, and its trainings."""
        return Learning(self._api, self._project_id, self._named(connection).id)

    def use(
        self,
        *,
        detector: str | Connection | None = _LEFT_ALONE,
        captioner: str | Connection | None = _LEFT_ALONE,
        ocr: str | Connection | None = _LEFT_ALONE,
        unseeded_share: float = _LEFT_ALONE,
    ) -> None:
        """Say which models make seeds; None for nobody, and what is left out stays.

        Args:
            unseeded_share: how many samples start without seeds (0 to 1), to see what seeds do.
        """
        roles = {"detector": detector, "captioner": captioner, "ocr": ocr}
        changes: dict[str, Any] = {
            role: None if chosen is None else self._named(chosen).id
            for role, chosen in roles.items()
            if chosen is not _LEFT_ALONE
        }
        if unseeded_share is not _LEFT_ALONE:
            changes["unseeded_share"] = unseeded_share
        self._call("modelAssignmentChange", **changes)

    def seed(
        self, *, over: str = "waiting", timeout: float | None = None, progress: bool = True
    ) -> SeedingRun:
        """Have the models in use make seeds, and wait until they have.

        Args:
            over: ``waiting``: samples without seeds; ``unstarted``: also those that nobody has
                started and that have seeds of other versions.
        """
        run = read(SeedingRun, self._call("seedingStart", over=over))
        job = Job(self._api, self._project_id, run.job)
        job.wait(timeout=timeout, progress=progress)
        newest = self._call("seedingRead")["run"]
        return read(SeedingRun, newest) if newest["id"] == run.id else run

    def _named(self, which: str | Connection) -> Connection:
        if isinstance(which, Connection):
            return which
        for connection in self.connections():
            if connection.name == which:
                return connection
        raise NotFound(404, "not_found", f"No model is connected as {which!r}.")

    def _call(self, operation: str, **given: Any) -> Any:
        return self._api.call(operation, project_id=self._project_id, **given)
