"""The command `annotate`: its nouns, and where it keeps things."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import get_commands

from annotate.__main__ import main
from annotate.config import places
from annotate.config.management.commands import worker
from tests.architecture.sources import ROOT

SERVERS = {"DATABASE_URL": "postgres://a@b/c", "REDIS_URL": "redis://b", "STORAGE_BUCKET": "d"}
Run = Callable[..., list[list[str]]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run `annotate` up to where Django takes over; returns what it is told to do."""
    told: list[list[str]] = []
    monkeypatch.setattr("django.core.management.execute_from_command_line", told.append)
    for name, value in {**SERVERS, "DEMO": "x"}.items():
        monkeypatch.setenv(name, value)  # put back at the end, whatever becomes of it
    monkeypatch.delenv("DEMO")

    def ran(*arguments: str) -> list[list[str]]:
        monkeypatch.setattr(sys, "argv", ["annotate", *arguments])
        main()
        return told

    yield ran
    gc.enable()


def servers() -> dict[str, str]:
    return {name: os.environ[name] for name in SERVERS if name in os.environ}


def test_the_nouns_are_commands_beside_all_others() -> None:
    assert {"demo", "serve", "worker", "migrate", "export", "add_user"} <= get_commands().keys()


def test_a_demo_uses_no_server_of_a_real_installation(run: Run) -> None:
    assert run("demo", "--port", "9000") == [["annotate", "demo", "--port", "9000"]]
    assert os.environ["DEMO"] == "true"
    assert servers() == {}


def test_a_demo_that_was_asked_for_by_its_variable_keeps_the_rest(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEMO", "true")
    run("demo")
    assert servers() == SERVERS


@pytest.mark.parametrize("noun", ["serve", "worker", "migrate", "export"])
def test_nothing_else_becomes_a_demo(run: Run, noun: str) -> None:
    run(noun, "demo")
    assert "DEMO" not in os.environ
    assert servers() == SERVERS


def test_without_a_noun_it_says_where_to_begin(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run() == [["annotate"]]
    said = capsys.readouterr().out
    assert all(f"annotate {noun} " in said for noun in ("demo", "migrate", "serve", "worker"))


def test_a_worker_has_no_clock_unless_asked_for() -> None:
    plain = worker.arguments(clock=False, processes=2, queues="")
    assert plain == ["worker", "--loglevel", "INFO", "--concurrency", "2"]
    asked = worker.arguments(clock=True, processes=1, queues="training")
    assert asked[-3:] == ["--beat", "--queues", "training"]


def test_a_checkout_keeps_data_in_var() -> None:
    assert places.BASE_DIR == ROOT
    assert not places.IS_INSTALLED
    assert places.data_dir(is_demo=False) == ROOT / "var/data"
    assert places.data_dir(is_demo=True) == ROOT / "var/demo"


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"HOME": "/srv/ada"}, "/srv/ada/.local/share/annotate"),
        ("darwin", {"HOME": "/srv/ada"}, "/srv/ada/Library/Application Support/annotate"),
        ("linux", {"HOME": "/srv/ada", "XDG_DATA_HOME": "/srv/data"}, "/srv/data/annotate"),
        ("linux", {"HOME": "/srv/ada", "XDG_DATA_HOME": "data"}, "/srv/ada/.local/share/annotate"),
    ],
)
def test_where_it_is_installed_data_lies_in_ones_own_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], folder: str
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    for is_demo, name in ((False, "data"), (True, "demo")):
        assert places.data_dir(is_demo=is_demo, is_installed=True) == Path(folder, name)


def test_an_account_without_a_home_is_asked_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(ImproperlyConfigured, match="DATA_DIR is not set"):
        places.data_dir(is_demo=False, is_installed=True)


def test_ten_thousand_new_objects_are_needed_before_they_are_searched_for_garbage() -> None:
    asked = "import django, gc; django.setup(); print(gc.isenabled(), gc.get_threshold()[0])"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["True", "10000"]
