"""Which sweep opens which page of the client: none may be missing (`routes.test.ts` compares)."""

import json
import re
from pathlib import Path

from tests.e2e.sweep import Pages

SWEPT: dict[str, str] = json.loads(Path(__file__).with_name("routes.json").read_text())


def unopened(sweep: str, pages: Pages) -> list[str]:
    """Return the pages that a sweep should open and does not."""
    opened = {route_of(path) for _, path in pages.values()}
    return sorted(route for route, name in SWEPT.items() if name == sweep and route not in opened)


def route_of(path: str) -> str | None:
    """Return the page at an address; of two that fit, the one with more words of its own.

    >>> route_of("/projects/new"), route_of("/projects/7"), route_of("/samples/3?tab=history")
    ('/projects/new', '/projects/$projectId', '/samples/$sampleId')
    """
    # Whoever comes from a crowd is led on from the address of the channel.
    bare = re.sub("^/enter/", "/entered/", path.partition("?")[0])
    fitting = [route for route in SWEPT if _pattern(route).fullmatch(bare)]
    return min(fitting, key=lambda route: route.count("$"), default=None)


def _pattern(route: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\$\w+", "[^/]+", re.escape(route)))
