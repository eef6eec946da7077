"""The versions of a model: trained from what people wrote, compared, put to use."""

from dataclasses import dataclass
from typing import Any, ClassVar

from annotate_client.api import Api
from annotate_client.errors import JobFailed, NotFound
from annotate_client.jobs import Job
from annotate_client.shapes import Shape, read
from annotate_client.values import JobFacts


@dataclass(frozen=True, kw_only=True)
class ModelVersion(Shape):
    """One version of a model; `metrics` are those on held-out images, where it was measured."""

    schema: ClassVar[str] = "ModelVersion"
    id: int
    label: str
    state: str
    metrics: dict[str, float | None]
    seeds: int


@dataclass(frozen=True, kw_only=True)
class Training(Shape):
    """One training; `version` is what it gave."""

    schema: ClassVar[str] = "Training"
    id: int
    state: str
    finished_samples: int
    job: JobFacts | None
    version: dict[str, Any] | None


class Learning:
    """The versions of one connected model, and its trainings.

    Args:
        connection_id: of a model that learns (`Connection.learns`).
    """

    def __init__(self, api: Api, project_id: int, connection_id: int) -> None:
        self._api, self._project_id, self._connection_id = api, project_id, connection_id

    def versions(self) -> list[ModelVersion]:
        """Every version, as the server lists them."""
        found = self._call("versionsList", connection_id=self._connection_id)
        return [read(ModelVersion, each) for each in found]

    def train(
        self,
        *,
        settings: dict[str, Any] | None = None,
        timeout: float | None = None,
        progress: bool = True,
    ) -> ModelVersion:
        """Train a version from the finished samples, and wait for it; it is not put to use.

        Args:
            settings: what the trainer is told; the loop's settings where left out.

        Raises:
            JobFailed: there is no new version.
        """
        started = read(
            Training,
            self._call("trainingsStart", connection=self._connection_id, settings=settings),
        )
        if started.job is not None:
            job = Job(self._api, self._project_id, started.job)
            job.wait(timeout=timeout, progress=progress)
        ended = read(Training, self._call("trainingsRead", training_id=started.id))
        if ended.version is None:
            raise JobFailed(f"The training gave no version: it is {ended.state}.", ended)
        version_id = ended.version["id"]
        return read(ModelVersion, self._call("versionsRead", version_id=version_id))

    def promote(self, version: str | ModelVersion) -> ModelVersion:
        """Have a version make the seeds from now on; also an earlier one, to go back."""
        number = self._labelled(version).id
        return read(ModelVersion, self._call("versionsPromote", version_id=number))

    def _labelled(self, which: str | ModelVersion) -> ModelVersion:
        if isinstance(which, ModelVersion):
            return which
        for version in self.versions():
            if version.label == which:
                return version
        raise NotFound(404, "not_found", f"There is no version {which!r} of this model.")

    def _call(self, operation: str, **given: Any) -> Any:
        return self._api.call(operation, project_id=self._project_id, **given)
