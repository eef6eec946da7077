"""A private PgBouncer in transaction mode before the database of a test."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.race.fleet import address

SERVICES = Path(__file__).resolve().parents[1] / "services"


@contextmanager
def pooled(connections: int, database_url: str = "") -> Iterator[str]:
    """Yield the address that leads through it.

    Args:
        connections: how many it may have to PostgreSQL; who finds none free waits.
        database_url: another database than the test's.
    """
    subprocess.run([SERVICES / "ensure.sh", "pgbouncer"], check=True)
    # For root's tests it runs as another user, who may not enter root's own folders.
    base = "/tmp" if os.getuid() == 0 else None  # noqa: S108
    with TemporaryDirectory(prefix="annotate-pooler-", dir=base) as folder:
        Path(folder).chmod(0o755)
        started = subprocess.run(
            [SERVICES / "pgbouncer.sh", "start", folder, database_url or address()],
            env={**os.environ, "POOL_SIZE": str(connections)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        try:
            yield started.stdout.strip()
        finally:
            subprocess.run([SERVICES / "pgbouncer.sh", "stop", folder], check=True)
