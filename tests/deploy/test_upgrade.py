"""What people made with the first version is there in this one."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy.installation import Installation, on_sqlite
from tests.own_database import own_database

pytestmark = pytest.mark.database

# Tables whose rows a migration removes, with its reason.
FORGOTTEN = {"workflow.histogrambin"}  # of other widths: they are counted anew


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    """Nothing yet: a folder and an empty database."""
    if settings.IS_EMBEDDED:
        yield on_sqlite(tmp_path / "data")
        return
    with own_database("upgrade_probe") as address:
        yield Installation(address, tmp_path / "data")


@pytest.mark.long
def test_a_filled_database_of_the_first_version_comes_up_whole(
    installation: Installation,
) -> None:
    said = installation.run(sys.executable, "-m", "tests.deploy.upgrading")
    found = json.loads(said.splitlines()[-1])
    before, after = found["before"], found["after"]
    assert len(before) > 40
    assert {label for label, row in after.items() if row is None} == FORGOTTEN
    for label in before.keys() - FORGOTTEN:
        kept = before[label].keys() & after[label].keys()
        assert len(kept) >= len(before[label]) // 2, label
        assert {name: after[label][name] for name in kept} == {
            name: before[label][name] for name in kept
        }, label
    assert found["facts"] == {
        "guidelines_version": 9,
        "with_unfinished": True,
        "bins": 0,
        "words": found["facts"]["words"],
    }
    assert before["images.image"]["name"].lower().split()[1] in found["facts"]["words"]
    installation.manage("migrate", "--check", "--verbosity", "0")
