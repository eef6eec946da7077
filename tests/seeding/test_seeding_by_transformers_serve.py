"""A project is seeded by a server that is not ours: `transformers serve` over a tiny model.

Its weights know nothing, so what it writes is no sentence; that it is asked, answers, and how its
answers are counted is what is tested. It takes no `response_format`, which is found out by asking.
"""

import importlib.util
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.projects.models import Project
from annotate.seeding.spending_models import Spending
from tests.backends.tiny import shelf
from tests.seeding.test_seeding_by_a_server import add_pictures, base, lead, run
from tests.waiting import eventually

__all__ = ["base", "lead"]

NEEDED = [name for name in ("fastapi", "uvicorn", "openai") if not importlib.util.find_spec(name)]
pytestmark = [
    pytest.mark.once,
    pytest.mark.django_db,
    pytest.mark.skipif(
        bool(NEEDED),
        reason=f"transformers serve needs {', '.join(NEEDED)} (pip install transformers[serving])",
    ),
]
TOKENS = 24


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens: a process of its own, which fetches nothing."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    folder = tmp_path_factory.mktemp("serve")
    log = folder / "log.txt"
    # It lists the models that were downloaded there, and fails where there is no folder.
    (folder / "hub").mkdir()
    command = [sys.executable, "-m", "transformers.cli.transformers", "serve"]
    chosen = [str(shelf.base_model()), "--device", "cpu", "--host", "127.0.0.1"]
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HOME": str(folder)}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, *chosen, "--port", host.partition(":")[2]],
            env={**os.environ, **offline},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        eventually(lambda: _answers(host, process, log), "transformers serve listens")
        yield host
    finally:
        process.terminate()
        process.wait()


def _answers(host: str, process: "subprocess.Popen[bytes]", log: Path) -> bool:
    assert process.poll() is None, log.read_text()
    try:
        with urllib.request.urlopen(f"http://{host}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def test_a_server_of_others_seeds_a_project(
    lead: APIClient, base: str, project: Project, served: str, settings: Settings
) -> None:
    settings.FETCH_PRIVATE_HOSTS = [served]
    chosen = {
        "base_url": f"http://{served}/v1",
        "model": str(shelf.base_model()),
        "max_tokens": TOKENS,
        "concurrency": 2,
        "price_out": 1,
        "longest_side": 64,
        "timeout": 240,
    }
    body = {"name": "Theirs", "backend": "openai", "settings": chosen, "secrets": {}}
    made = lead.post(f"{base}/connections", body, format="json")
    assert made.status_code == 201, made.content
    connections = {row["name"]: row["id"] for row in lead.get(f"{base}/connections").json()}
    assigned = {"detector": connections["classical"], "captioner": connections["Theirs"]}
    assert lead.put(f"{base}/model-assignment", assigned, format="json").status_code == 200
    add_pictures(project, 2)
    shown = run(lead, base)
    assert shown["job"]["state"] == "succeeded"
    assert shown["counts"]["seeded"] + shown["counts"]["failed"] == 2
    spent = Spending.objects.get(project=project)
    assert spent.requests >= 2
    assert spent.completion_tokens > 0
    assert spent.cost == pytest.approx(spent.completion_tokens / 1e6)
