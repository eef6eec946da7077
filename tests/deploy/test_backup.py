"""What `deploy/backup.sh` saves is what `deploy/restore.sh` brings back, on either database."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy.installation import Installation, on_sqlite
from tests.own_database import own_database

pytestmark = pytest.mark.database


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    data = tmp_path / "data"
    (data / "media").mkdir(parents=True)
    (data / "media" / "photo.jpg").write_bytes(b"\xff\xd8 not really")
    if settings.IS_EMBEDDED:
        yield on_sqlite(data)
        return
    with own_database("backup_probe") as address:
        yield Installation(address, data)


def test_a_backup_brings_people_and_pictures_back(installation: Installation) -> None:
    """Catches a backup that leaves something out, and a restore that adds instead of replacing."""
    installation.manage("migrate", "--verbosity", "0")
    installation.add_person("ada")
    backup = installation.backup()
    installation.add_person("eve")
    (installation.data / "media" / "photo.jpg").unlink()

    installation.run("deploy/restore.sh", "--replace", str(backup))

    assert installation.people() == {"ada"}
    assert (installation.data / "media" / "photo.jpg").read_bytes() == b"\xff\xd8 not really"
    # The schema came back whole: the product finds nothing to migrate.
    installation.manage("migrate", "--check", "--verbosity", "0")


@pytest.mark.long
def test_an_installation_that_was_destroyed_comes_back_whole(installation: Installation) -> None:
    """Every row, every picture, every release with its digest; and work goes on afterwards."""
    before = installation.fill()
    assert before["releases"]
    assert before["whole"]
    assert len(before["files"]) > 3
    backup = installation.backup()
    destroy(installation)

    installation.run("deploy/restore.sh", str(backup))

    assert installation.contents() == before
    installation.manage("migrate", "--check", "--verbosity", "0")
    installation.manage("add_user", "newcomer", NEW_USER_PASSWORD="correct-horse-battery")
    again = ("Street scenes", "--name", "Street scenes", "--version", "1.1.0")
    installation.manage("release", *again)
    assert installation.contents()["releases"][0] == before["releases"][0]


def destroy(installation: Installation) -> None:
    """Leave nothing of it but its address."""
    shutil.rmtree(installation.data)
    if not settings.IS_EMBEDDED:
        installation.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def test_a_restore_never_overwrites_unasked(installation: Installation) -> None:
    """Catches the slip that costs a day's work: restoring into the installation in use."""
    installation.add_person("ada")
    backup = installation.backup()
    installation.add_person("eve")

    answer = installation.run("deploy/restore.sh", str(backup), succeeds=False)

    assert "--replace" in answer
    assert installation.people() == {"ada", "eve"}


def test_a_damaged_backup_is_refused_and_changes_nothing(installation: Installation) -> None:
    """Catches a restore that begins before it knows that it can end."""
    installation.add_person("ada")
    backup = installation.backup()
    (dump,) = backup.glob("database.*")
    dump.write_bytes(dump.read_bytes()[:-100])

    installation.run("deploy/restore.sh", "--replace", str(backup), succeeds=False)

    assert installation.people() == {"ada"}


def test_a_backup_is_for_its_owner_alone(installation: Installation) -> None:
    """Catches names and digests of passwords left readable to everybody on the machine."""
    installation.add_person("ada")
    backup = installation.backup()
    files = [backup, *backup.iterdir()]
    assert len(files) == 5
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []
