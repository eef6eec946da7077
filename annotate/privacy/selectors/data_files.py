"""The files of somebody's data."""

from datetime import timedelta
from typing import cast

from annotate.core import clock, errors
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.privacy import schemas
from annotate.privacy.models import DataFile
from annotate.projects.access import Asker

# A file that nobody took is gone after this: it holds all there is of somebody.
KEPT = timedelta(days=7)
MOST = 20


def shown_files(user: User) -> list[schemas.DataFile]:
    """The newest first; those that are older than a week are as good as gone."""
    fresh = DataFile.objects.filter(user=user, created_at__gt=clock.now() - KEPT)
    return [shown(row) for row in fresh.select_related("job").order_by("-id")[:MOST]]


def shown(row: DataFile) -> schemas.DataFile:
    state = Job.State.SUCCEEDED if row.finished_at else _state(row)
    until = row.created_at + KEPT
    return schemas.DataFile.from_row(row, state=state, keeps_until=until)


def _state(row: DataFile) -> str:
    return row.job.state if row.job else Job.State.FAILED


def own_file(asker: Asker, data_file_id: int) -> DataFile:
    """A file of the asker's own data."""
    return file_of(cast(User, asker), data_file_id)


def file_of(user: User, file_id: int) -> DataFile:
    """Raises NotFound: it is no file of this person's data."""
    rows = DataFile.objects.select_related("user").filter(user=user, pk=file_id)
    return errors.existing(rows.first())
