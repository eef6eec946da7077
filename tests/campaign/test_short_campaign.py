"""A campaign of a minute, with the kills that hurt most."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.race, pytest.mark.alone]

# One kill of what answers, one of what remembers, one of what works; and a wrong clock.
BEFALLING = ("the web master killed", "postgres killed", "worker killed")
LONGEST = 900  # seconds on a machine that is busy with other things; two minutes on an idle one


def test_nothing_acknowledged_is_lost_or_doubled_in_a_short_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    only = [word for name in BEFALLING for word in ("--only", name)]
    told = tmp_path / "report.json"
    kept = ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "DJANGO_SETTINGS_MODULE")
    finished = subprocess.run(
        [
            *[sys.executable, "-m", "tests.campaign", "--minutes", "0.75", "--people", "12"],
            *["--pace", "5"],
            *["--faults", "3", "--json", str(told), *only],
        ],
        env={name: value for name, value in os.environ.items() if name not in kept},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout
    report = json.loads(told.read_text())
    assert sorted(report["faults"]) == sorted(BEFALLING)
    assert report["answers"]["acknowledged"] > 0
    assert (report["answers"]["lost"], report["answers"]["doubled"]) == ([], [])
    assert report["uploads"]["acknowledged"] > 0
    assert report["jobs"]["hanging"] == []
    # The kills were felt, so that the figures above mean something.
    assert report["longest_outage"]["seconds"] > 0
    with capsys.disabled():
        answers, worst = report["answers"], report["longest_outage"]
        print(
            f"\n  campaign: {answers['acknowledged']} answers acknowledged, none lost, none"
            f" doubled; longest outage {worst['seconds']} s ({worst['phase']})"
        )
