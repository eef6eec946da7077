"""A process of its own that asks a server, started by tests and perhaps killed.

`make ADDRESS CONCURRENCY [PER_MINUTE]` makes a project with a connection and prints the key of its
version;
`ask VERSION NUMBER` asks for so many texts and prints how many came and how many did not.
"""

import sys
from collections.abc import Callable

import django

django.setup()

from PIL import Image  # noqa: E402

from annotate.backends import BackendError, CaptionRequest  # noqa: E402
from annotate.people.models import User  # noqa: E402
from annotate.projects import services as projects  # noqa: E402
from annotate.seeding.models import ModelVersion  # noqa: E402
from annotate.seeding.selectors.connections import backend_of, configured, serving  # noqa: E402
from annotate.seeding.services import connections  # noqa: E402
from tests.backends.standin.requests import MODEL  # noqa: E402


def make(address: str, concurrency: str, per_minute: str = "0") -> int:
    owner = User.objects.create(username="owner", may_create_projects=True)
    project = projects.create_project(
        name="Asked", description="", recipe_name="iiw", changes={}, creator=owner
    )
    settings = {"base_url": address, "model": MODEL, "concurrency": int(concurrency), "retries": 0}
    settings["requests_per_minute"] = int(per_minute)
    connection = connections.make(
        project=project, actor=owner, name="Ours", backend="openai", settings=settings, secrets={}
    )
    return serving(connection).pk


def ask(version_id: str, number: str) -> str:
    version = ModelVersion.objects.select_related("connection__shared").get(pk=version_id)
    captioner = backend_of(version.connection).captioner(configured(version))
    picture = Image.new("RGB", (64, 48), (200, 30, 30))
    answers = captioner.caption_many([CaptionRequest(picture)] * int(number))
    failed = [answer for answer in answers if isinstance(answer, BackendError)]
    return f"{len(answers) - len(failed)} {len(failed)}"


if __name__ == "__main__":
    acts: dict[str, Callable[..., object]] = {"make": make, "ask": ask}
    print(acts[sys.argv[1]](*sys.argv[2:]), flush=True)
