"""Everybody at work at once, until the story is over."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import httpx

from tests.campaign import leads
from tests.campaign.annotators import annotate
from tests.campaign.asking import TIMEOUT, Person
from tests.campaign.ledger import Ledger
from tests.campaign.scene import Scene

Story = Callable[[], Coroutine[Any, Any, None]]


async def everybody(
    address: str,
    scene: Scene,
    ledger: Ledger,
    seed: int,
    pace: float,
    story: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    """Let all people work while a story is told, and let each end their present request.

    Args:
        pace: seconds that an answer takes an annotator, on average.
    """
    over = asyncio.Event()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(
        base_url=address, timeout=TIMEOUT, limits=limits, trust_env=False
    ) as client:

        def person(name: str, secret: str = "") -> Person:
            return Person(name, secret, client, ledger, over)

        def chance(place: int) -> random.Random:
            return random.Random(f"{seed} {place}")

        working = [
            annotate(person(f"annotator {place}", secret), scene.working, chance(place), pace)
            for place, secret in enumerate(scene.annotators)
        ]
        # One for each kind of request: some are let in one at a time for each person.
        uploader, exporter, reader, seeder, stubborn = scene.leads
        working += [
            leads.upload(person("uploader", uploader), scene),
            leads.upload_on_a_full_disk(person("stubborn uploader", stubborn), scene),
            leads.export(person("exporter", exporter), scene, chance(-1)),
            leads.look(person("reader", reader), scene, chance(-2)),
            leads.look(person("second reader", reader), scene, chance(-3)),
            leads.seed(person("seeder", seeder), scene),
            leads.sign_in(person("newcomer")),
        ]
        tasks = [asyncio.create_task(each) for each in working]
        try:
            # Whoever ends before the story does has failed, which `gather` tells.
            telling = asyncio.create_task(story())
            await asyncio.wait([telling, *tasks], return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
        finally:
            over.set()
            await asyncio.gather(*tasks)
