"""A served installation of its own, with photographs to work on and a person who does."""

import io
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.load.serving import served as serve

SETTINGS = "tests.load.workbench.settings"
PHOTO = (3000, 2000)
ANNOTATOR = "bench-ada"


@contextmanager
def installation() -> Iterator[Served]:
    """Serve an empty installation on SQLite, by gunicorn as it is deployed."""
    with TemporaryDirectory(prefix="annotate-bench-") as folder:
        data = Path(folder)
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "SECRET_KEY": "only-for-measuring-0123456789-0123456789-0123456789-0123456789",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATA_DIR": folder,
            "DATABASE_URL": f"sqlite:///{data / 'annotate.sqlite3'}",
        }
        found = Served("", data, environment)
        found.manage("migrate", "--verbosity", "0")
        found.manage("add_user", "lena", "--admin", "--name", "Lena")
        found.manage("add_user", ANNOTATOR, "--name", "Ada")
        found.close()
        database, wsgi = environment["DATABASE_URL"], "annotate.config.wsgi"
        with serve(database, settings=SETTINGS, application=wsgi, data=data) as (port, _):
            served = Served(f"http://127.0.0.1:{port}", data, environment)
            _wait_for_answer(served)
            yield served
            served.close()


def _wait_for_answer(served: Served) -> None:
    """Wait for the first answer: the port is open before a worker reads from it."""
    for _ in range(100):
        with suppress(OSError):
            if served.health()["status"]:
                return
        time.sleep(0.1)
    raise RuntimeError("The server did not answer within ten seconds.")


def photographs(folder: Path, count: int) -> None:
    """Make photographs of six megapixels, each another: enlarged ones with grain of their own."""
    from PIL import Image, ImageChops

    sources = sorted(PHOTOS.glob("*.jpg"))
    for number in range(count):
        grain = Image.effect_noise(PHOTO, 12).convert("RGB")
        with Image.open(sources[number % len(sources)]) as source:
            large = source.convert("RGB").resize(PHOTO)
        picture = ImageChops.add(large, grain, 1, -128)
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=88)
        (folder / f"photo-{number:03}.jpg").write_bytes(buffer.getvalue())


def project(
    served: Served, browser: Browser, name: str, count: int, *, recipe: str = "iiw", **stage: Any
) -> int:
    """Make a project with photographs to work on; return its id."""
    lead = Caller(browser, served).sign_in("lena")
    settings = {"stages": {"objects": {"settings": stage}}} if stage else {}
    made = lead.call(
        "POST",
        "/projects",
        {"name": name, "recipe": recipe, "guidelines_required": False, "settings": settings},
    )
    with TemporaryDirectory(prefix="annotate-photos-") as folder:
        photographs(Path(folder), count)
        served.manage("import_images", str(made["id"]), folder, "--verbosity", "0")
    served.manage("add_member", str(made["id"]), ANNOTATOR)
    lead.call("POST", f"/projects/{made['id']}/seeding/skip", {})
    lead.close()
    return int(made["id"])


def objects(count: int, seed: int = 7) -> list[dict[str, Any]]:
    """Return objects of a crowded photograph: many small, some large, one over the other."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        side = 30 * 20 ** (chance.random() ** 2)
        width, height = side * chance.uniform(0.7, 1.6), side * chance.uniform(0.7, 1.6)
        x, y = chance.uniform(0, PHOTO[0] - width), chance.uniform(0, PHOTO[1] - height)
        box = {"x": round(x), "y": round(y), "width": round(width), "height": round(height)}
        made.append(
            {
                "id": f"object-{number}",
                "box": box,
                "label": f"{chance.choice(('red cup', 'chair', 'window', 'woman in a coat'))}",
                "description": "A small thing of painted metal that stands in the light.",
                "derived_from": [],
            }
        )
    return made


def read(name: str) -> str:
    """Return a script for the page that lies beside this file."""
    return Path(__file__).with_name(name).read_text()


def shown(text: str) -> None:
    """Print at once, so that one sees how far it is."""
    print(text, flush=True)
