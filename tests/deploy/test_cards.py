"""What is deployed where there are graphics cards: image, compose overlay, Kubernetes."""

from pathlib import Path
from typing import Any

import yaml

from annotate.config import settings
from annotate.core.jobs import registry
from tests.architecture.sources import ROOT

DEPLOY = ROOT / "deploy"
QUEUES = {"TRAINING_QUEUE": "cards", "SEEDING_QUEUE": "cards"}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def test_the_image_without_a_target_holds_no_pytorch() -> None:
    """Catches a web server that brings gigabytes along because a stage was put at the end."""
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    stages = [line for line in lines if line.startswith("FROM ")]
    assert stages[-1] == "FROM app"
    assert "FROM app AS cards" in stages
    app = lines.index("FROM python:3.11-slim-bookworm AS app")
    cards = lines.index("FROM app AS cards")
    own = "\n".join(lines[app:cards])
    assert "packages-of-cards" not in own
    assert "vlm.txt" not in own


def test_whoever_sends_jobs_to_cards_agrees_with_the_worker_that_takes_them() -> None:
    """Catches trainings that are sent to a queue at which nobody listens."""
    services = read(DEPLOY / "compose.cards.yml")["services"]
    for name in ("web", "worker", "beat", "cards"):
        assert services[name]["environment"].items() >= QUEUES.items(), name
    command = read(ROOT / "docker-compose.yml")["services"]["cards"]["command"]
    assert command[command.index("--queues") + 1] == "cards"
    assert services["cards"]["build"]["target"] == "cards"
    (device,) = services["cards"]["deploy"]["resources"]["reservations"]["devices"]
    assert (device["driver"], device["capabilities"]) == ("nvidia", ["gpu"])
    assert services["web"]["command"][0] == "gunicorn"


def test_kubernetes_gives_each_worker_of_the_queue_a_card() -> None:
    folder = DEPLOY / "kubernetes" / "cards"
    overlay = read(folder / "kustomization.yaml")
    assert ".." in overlay["resources"]
    assert all((folder / name).exists() for name in overlay["resources"])
    literals = dict(each.split("=", 1) for each in overlay["configMapGenerator"][0]["literals"])
    assert literals.items() >= QUEUES.items()
    pod = read(folder / "worker-cards.yaml")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert container["resources"]["limits"]["nvidia.com/gpu"] == 1
    assert container["command"][-2:] == ["--queues", "cards"]
    claims = (volume.get("persistentVolumeClaim") for volume in pod["volumes"])
    claimed = {claim["claimName"] for claim in claims if claim}
    assert claimed == {"models", "base-models"}
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    assert mounted == {volume["name"] for volume in pod["volumes"]}
    usual = read(DEPLOY / "kubernetes" / "worker.yaml")["spec"]["template"]["spec"]
    assert container["securityContext"] == usual["containers"][0]["securityContext"]
    assert pod["securityContext"] == usual["securityContext"]


def test_what_asks_models_goes_to_the_queue_of_those_that_may_be_local() -> None:
    asks = {name for name in registry.names() if registry.queue_of(name) == "seeding"}
    assert {"seeding.chunk", "seeding.trial", "learning.compare", "evaluation.enrich"} <= asks
    assert set(settings.JOB_QUEUES) == {"training", "seeding"}
