"""A project whose pages about models all have something to show."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.sweep import Pages

PICTURES = ("clock.jpg", "rocket.jpg", "coffee.jpg", "chelsea.jpg")


def furnish(served: Served, browser: Browser, folder: Path) -> Pages:
    """Connect a model, change it, try one on an image and seed, through the API."""
    for name in PICTURES:
        shutil.copy(PHOTOS / name, folder / name)
    lead = Caller(browser, served).sign_in("lena")
    project = int(
        lead.call(
            "POST",
            "/projects",
            {"name": "Sweep: models", "recipe": "iiw", "guidelines_required": False},
        )["id"]
    )
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    base = f"/projects/{project}"
    local = _local(lead, base)
    found = {each["name"]: each["id"] for each in lead.call("GET", f"{base}/connections")}
    lead.call("PUT", f"{base}/model-assignment", {"unseeded_share": 0.1})
    run = lead.call("POST", f"{base}/seeding", {})
    lead.when(f"{base}/jobs/{run['job']['id']}", lambda job: job["state"] == "succeeded")
    image = lead.call("GET", f"{base}/samples")["results"][0]["image"]["id"]
    trial = _tried(lead, base, found["classical"], image)
    failed = _tried(lead, base, local, image)
    compared = lead.call("POST", f"{base}/comparisons", {"connection": local})
    lead.when(f"{base}/jobs/{compared['job']['id']}", lambda job: job["state"] == "failed")
    lead.close()
    paths = {
        "models": "models",
        "model": f"models/{found['classical']}?trial={trial}",
        "model-versions": f"models/{local}",
        "model-failed": f"models/{local}?trial={failed}",
        "model-comparison": f"models/comparisons/{compared['id']}",
        "seeds-of-models": "seeding",
        "costs": "models/costs",
    }
    return {name: ("lena", f"{base}/{path}") for name, path in paths.items()}


def _local(lead: Caller, base: str) -> int:
    """Connect a model whose folder is not there, with a second version."""
    settings = {"captioner": "SmolVLM-256M-Instruct", "detector": "detr-resnet-50"}
    wanted = {"name": "local-vlm", "backend": "transformers", "settings": settings}
    local = int(lead.call("POST", f"{base}/connections", wanted)["id"])
    lead.call("PATCH", f"{base}/connections/{local}", {"settings": {"threshold": 0.7}})
    return local


def _tried(lead: Caller, base: str, connection: int, image: int) -> int:
    trial = lead.call("POST", f"{base}/connections/{connection}/try", {"image": image})["id"]
    lead.when(f"{base}/trials/{trial}", lambda told: told["result"] is not None)
    return int(trial)
