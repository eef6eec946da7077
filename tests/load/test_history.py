"""What an answer costs is what it adds to what the processes take by themselves."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.load import history


class Deployed:
    """One whose processes have taken so much each time somebody asks."""

    def __init__(self, seconds: Iterator[float]) -> None:
        self._seconds = seconds

    def processor_seconds(self) -> dict[str, float]:
        return {"web": 1.0, "database": next(self._seconds)}


def test_what_is_taken_at_rest_is_that_of_the_calmest_half_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Catches answers that cost less than nothing: the database cleaned its tables meanwhile."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    deployed: Any = Deployed(iter([0.0, 9.0, 9.0, 9.3, 9.3, 12.3]))
    assert history.idle_share(deployed) == pytest.approx(0.3 / 30)
