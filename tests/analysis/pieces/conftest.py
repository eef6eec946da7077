"""What the tests of tables share, because it takes long to make."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from annotate.analysis.commands import main

Told = Callable[..., Any]


@pytest.fixture(scope="session")
def scheduler() -> Iterator[str]:
    """Return the address of Dask's scheduler with two workers, each a process of its own."""
    from distributed import LocalCluster

    make: Any = LocalCluster  # the library has no types
    with make(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """Run a command of the analyses with --json and return what it printed."""

    def run(*arguments: object) -> Any:
        assert main([*(str(each) for each in arguments), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture(scope="module")
def known() -> dict[tuple[str, ...], Any]:
    """What is told of plain files in one process: each engine is held against the same."""
    return {}


@pytest.fixture
def told_of_files(told: Told, known: dict[tuple[str, ...], Any]) -> Told:
    """Like `told`; for the same words it is reckoned once."""

    def run(*arguments: object) -> Any:
        words = tuple(map(str, arguments))
        if words not in known:
            known[words] = told(*words)
        return known[words]

    return run


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The options of an engine, with the address of the scheduler where they leave it open."""
    options: tuple[str, ...] = request.param
    if "{scheduler}" not in options:
        return options
    address = request.getfixturevalue("scheduler")
    return tuple(address if each == "{scheduler}" else each for each in options)
