"""How near the back end `openai` comes to what a server can do, at the same number of requests.

    .venv/bin/python -m tests.load.models [--seconds 0.05] [--concurrency 8 32]

The server is a stand-in in a process of its own that answers after a fixed time, in which it only
sleeps. Its own speed is what a bare client reaches that sends one prepared request again and again
on as many kept connections. Both take turns, so that whatever else the machine does meets both.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

    from annotate.backends.openai.models import OpenAICaptioner

PHOTOS = Path("deploy", "demo", "photos")
PROMISED = 0.95
ROUNDS = 5
# Requests of each round: so many times what is under way at once.
LENGTH = 60


@contextmanager
def standin(seconds: float) -> Iterator[str]:
    """Start the server; yields `host:port`."""
    command = [sys.executable, "-m", "tests.backends.standin", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def bare(host: str, body: bytes, *, concurrency: int, requests: int) -> float:
    """Return requests per second of a client that does nothing but send and wait."""

    def send(number: int) -> None:
        line = http.client.HTTPConnection(host)
        for _ in range(number):
            line.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
            answer = line.getresponse()
            assert (answer.status, len(answer.read()) > 0) == (200, True)
        line.close()

    started = time.monotonic()
    with ThreadPoolExecutor(concurrency) as pool:
        list(pool.map(send, [requests // concurrency] * concurrency))
    return requests / (time.monotonic() - started)


def asked(captioner: "OpenAICaptioner", images: Sequence["Image"], requests: int) -> float:
    """Return texts per second of the back end, from pixels in memory to checked texts."""
    from annotate.backends import BackendError, CaptionRequest

    questions = [CaptionRequest(images[number % len(images)]) for number in range(requests)]
    started = time.monotonic()
    answers = captioner.caption_many(questions)
    seconds = time.monotonic() - started
    assert not [answer for answer in answers if isinstance(answer, BackendError)]
    return requests / seconds


def measured(host: str, images: Sequence["Image"], *, concurrency: int) -> dict[str, Any]:
    """Let the two take turns and return the medians."""
    from annotate.backends import Configured
    from annotate.backends.openai.chat import Question
    from annotate.backends.openai.images import sent
    from annotate.backends.openai.models import OpenAICaptioner
    from annotate.backends.openai.settings import OpenAISettings
    from annotate.seeding.environment import environment

    settings = OpenAISettings(
        base_url=f"http://{host}/v1", model="standin-vl", concurrency=concurrency
    )
    captioner = OpenAICaptioner(Configured(settings=settings, environment=environment()))
    picture = sent(images[0], settings.longest_side)
    body = captioner._chat.prepare(Question("What is it?", picture)).encoded
    requests = LENGTH * concurrency
    own, ours, used = [], [], []
    for _ in range(ROUNDS):
        own.append(bare(host, body, concurrency=concurrency, requests=requests))
        before = time.process_time()
        ours.append(asked(captioner, images, requests))
        used.append((time.process_time() - before) / requests)
    return {
        "concurrency": concurrency,
        "bare_per_second": round(median(own), 1),
        "backend_per_second": round(median(ours), 1),
        "ratio": round(median(one / other for one, other in zip(ours, own, strict=True)), 3),
        # Where a processor is shared, this says more than speed: what one image costs.
        "processor_ms": round(1000 * median(used), 2),
        "kilobytes": len(body) // 1024,
    }


def main() -> int:
    """Print a line for each number of requests at once; not 0 where one falls short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.05, help="that an answer takes")
    parser.add_argument("--concurrency", type=int, nargs="+", default=[8])
    chosen = parser.parse_args()
    short = 0
    with standin(chosen.seconds) as host:
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        os.environ["FETCH_PRIVATE_HOSTS"] = host
        import django
        from PIL import Image

        django.setup()
        files = sorted(PHOTOS.glob("*.jpg"))
        images = [Image.open(path).convert("RGB") for path in files]
        for concurrency in chosen.concurrency:
            row = {"seconds": chosen.seconds, **measured(host, images, concurrency=concurrency)}
            print(json.dumps(row), flush=True)
            short += row["ratio"] < PROMISED
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
