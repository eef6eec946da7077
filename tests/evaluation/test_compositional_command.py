"""manage.py compositional asks a server over HTTP; what it reports is the known truth."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from annotate.backends.openai import chat, server
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.serving import serving
from tests.evaluation.knowing_model import KnowingModel

ROOT = Path(__file__).parents[2]
NUMBER = 60
ROWS = [
    {
        "image_path": f"{at}.jpg",
        "relation_name": "on",
        "true_caption": f"the cup {at} is on the plate",
        "false_caption": f"the plate {at} is on the cup",
    }
    for at in range(NUMBER)
]


def text(at: int) -> str:
    """Two of three descriptions say what is true, one in five is too strange to answer."""
    true = f"A table. Here {ROWS[at]['true_caption']}." if at % 3 else f"A table {at}."
    return f"{true} ???" if at % 5 == 0 else true


@pytest.fixture
def model() -> KnowingModel:
    return KnowingModel(frozenset(row["true_caption"] for row in ROWS))


@pytest.fixture
def endpoint(
    model: KnowingModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    monkeypatch.setattr(server, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(chat, "_dialects", {})
    server._shared.cache_clear()
    standin = StandIn()
    standin.key, standin.say = "secret-key", model.say
    monkeypatch.setenv("KEY_OF_MODEL", "secret-key")
    with serving(standin) as host:
        settings.FETCH_PRIVATE_HOSTS = [host]
        monkeypatch.setenv("FETCH_PRIVATE_HOSTS", host)
        yield f"http://{host}/v1"


@pytest.fixture
def arguments(endpoint: str, tmp_path: Path) -> list[str]:
    (tmp_path / "vg.json").write_text(json.dumps(ROWS), encoding="utf-8")
    texts = {str(at): text(at) for at in range(NUMBER)}
    (tmp_path / "a.json").write_text(json.dumps(texts), encoding="utf-8")
    options = {
        "--descriptions": f"A={tmp_path / 'a.json'}",
        "--endpoint": endpoint,
        "--model": MODEL,
        "--key-env": "KEY_OF_MODEL",
        "--price-in": "3",
        "--price-out": "50",
        "--concurrency": "2",
        "--replies": str(tmp_path / "replies.jsonl"),
    }
    return ["compositional", str(tmp_path / "vg.json"), "--json", *sum(options.items(), ())]


def told(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command(*arguments, stdout=out)
    figures: dict[str, Any] = json.loads(out.getvalue())
    return figures


def test_figures_are_the_known_truth_and_costs_add_up(
    arguments: list[str], model: KnowingModel
) -> None:
    figures = told(*arguments)
    by_title = {source["title"]: source["sets"]["vg-relation"] for source in figures["sources"]}
    described = sum(1 for prompt in model.right if "IMAGE-DESCRIPTION" in prompt)
    assert by_title["A"]["right"] == described
    assert by_title["A"]["n"] == by_title[None]["n"] == NUMBER
    assert by_title["A"]["invalid"] == len(range(0, NUMBER, 5))
    # Whoever knows nothing says 1, which is right in one half of the questions.
    assert by_title[None]["right"] == NUMBER // 2 == len(model.right) - described
    costs, prompts = figures["costs"], model.asked
    tokens = sum(len(prompt) // 4 + 85 for prompt in prompts)
    replies = ["I cannot tell." if "???" in prompt else "1" for prompt in prompts]
    assert len(prompts) == costs["replies"] == costs["prompts"] == 2 * NUMBER
    assert costs["prompt_tokens"] == tokens
    assert costs["completion_tokens"] == sum(len(reply) // 4 for reply in replies)
    assert costs["cost"] == pytest.approx((tokens * 3 + costs["completion_tokens"] * 50) / 1e6)
    assert costs["seconds"] > 0
    assert (figures["run"]["asked"], figures["run"]["failed"]) == (2 * NUMBER, [])


def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(
    arguments: list[str], model: KnowingModel
) -> None:
    process: list[subprocess.Popen[bytes]] = []

    def kill(asked: int) -> None:
        if asked == 41:
            os.kill(process[0].pid, signal.SIGKILL)

    model.then = kill
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    process.append(
        subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
    )
    assert process[0].wait() == -signal.SIGKILL
    model.then = lambda _: None
    before = len(model.asked)
    figures = told(*arguments)
    assert 0 < figures["run"]["asked"] < 2 * NUMBER
    # A batch that was under way may be lost: it is two questions at once, four times.
    assert len(model.asked) - len(set(model.asked)) <= 8
    assert before + figures["run"]["asked"] <= 2 * NUMBER + 8
    assert figures["costs"]["replies"] == 2 * NUMBER
    right = sum(source["sets"]["vg-relation"]["right"] for source in figures["sources"])
    assert right == len(model.right)
    assert told(*arguments)["run"]["asked"] == 0


def test_it_stops_at_a_limit_of_cost(arguments: list[str], model: KnowingModel) -> None:
    whole = (130 * 3 + 3 * 50) / 1e6  # of one question, about
    figures = told(*arguments, "--most-cost", str(10 * whole))
    assert figures["run"]["stopped_at_limit"] is True
    assert 1 < len(model.asked) < 20
    assert figures["costs"]["cost"] <= 10 * whole


def test_a_server_that_may_not_be_reached_is_named_and_nothing_is_counted_as_wrong(
    arguments: list[str], model: KnowingModel
) -> None:
    out, errors = StringIO(), StringIO()
    elsewhere = ["--endpoint", "https://10.0.0.1/v1", "--most", "2"]
    call_command(*arguments, *elsewhere, stdout=out, stderr=errors)
    assert "FETCH_PRIVATE_HOSTS" in errors.getvalue()
    for source in json.loads(out.getvalue())["sources"]:
        own = source["sets"]["vg-relation"]
        assert (own["n"], own["share"], own["failed"], own["unanswered"]) == (0, None, 2, 2)
    assert model.asked == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (["--endpoint", "ftp://example.org"], "http"),
        (["--key-env", "NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set"),
        (["--descriptions", "B=none.jsonl"], "No such file"),
    ],
)
def test_options_that_cannot_be_used_are_named(
    arguments: list[str], change: list[str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        call_command(*arguments, *change, stdout=StringIO())
