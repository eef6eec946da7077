"""The way in: a server, and who asks."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from annotate_client.api import Api
from annotate_client.errors import NotConfigured, NotFound
from annotate_client.project import Project
from annotate_client.shapes import read
from annotate_client.transport import Retries, Transport
from annotate_client.values import ProjectFacts, Recipe
from annotate_client.version import __version__

URL, TOKEN = "ANNOTATE_URL", "ANNOTATE_TOKEN"
_TIMEOUT = httpx.Timeout(60.0, connect=10.0)


class Client:
    """One server, asked as one person.

    >>> with Client("https://annotate.example.org", token="…") as client:   # doctest: +SKIP
    ...     for project in client.projects():
    ...         print(project)

    Attributes:
        api: the low layer: every operation by the name it has in the schema.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        timeout: httpx.Timeout | float = _TIMEOUT,
        retries: Retries | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Say where the server is and who asks.

        Args:
            url: of the server; by default ``ANNOTATE_URL`` of the environment.
            token: from *Account* → *API tokens*; by default ``ANNOTATE_TOKEN``. It acts with all
                your rights: keep it out of notebooks and repositories.
            timeout: seconds for a request to get an answer.
            retries: how long to go on trying where that is safe.
            transport: in place of the network, for tests.
            sleep: in place of waiting, for tests.

        Raises:
            NotConfigured: there is no address, or no token.
        """
        url = url or os.environ.get(URL, "")
        token = token or os.environ.get(TOKEN, "")
        _check(url, token)
        http = httpx.Client(
            base_url=url.rstrip("/"),
            headers={
                "Authorization": f"Token {token}",
                "User-Agent": f"annotate-client/{__version__}",
                "Accept": "application/json, */*;q=0.5",
            },
            timeout=timeout,
            transport=transport,
        )
        self.url = url.rstrip("/")
        self.api = Api(Transport(http, retries or Retries(), sleep))

    def __repr__(self) -> str:
        return f"<Client of {self.url}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the server."""
        self.api.transport.http.close()

    def recipes(self) -> list[Recipe]:
        """The recipes that a project can be made from."""
        return [read(Recipe, each) for each in self.api.call("recipesList")]

    def projects(self) -> list[Project]:
        """Every project you are in."""
        found = self.api.call("projectsList")
        return [Project(self.api, read(ProjectFacts, each)) for each in found]

    def project(self, which: int | str) -> Project:
        """A project by its number, or by its name.

        Raises:
            NotFound: there is none, or several have the name.
        """
        if isinstance(which, int):
            answer = self.api.call("projectsRead", project_id=which)
            return Project(self.api, read(ProjectFacts, answer))
        found = [project for project in self.projects() if project.name == which]
        if len(found) != 1:
            there = "No project is" if not found else f"{len(found)} projects are"
            raise NotFound(404, "not_found", f"{there} called {which!r}.")
        return found[0]

    def create_project(
        self,
        name: str,
        *,
        recipe: str = "iiw",
        description: str = "",
        guidelines: str | Path | None = None,
        settings: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Project:
        """Make a project, of which you are the lead.

        Args:
            recipe: ``iiw``, ``vizwiz-captions``, ``textcaps``: `recipes` lists them.
            guidelines: Markdown, or a file with it.
            settings: what to change in the recipe, as in ``{"rounds": {"description": 2}}``;
                ``stages`` reaches everything (docs/reference/formats.md#recipes).
            more: ``guidelines_required``: whether people read the guidelines before they work.
        """
        answer = self.api.call(
            "projectsCreate",
            name=name,
            recipe=recipe,
            description=description,
            settings=dict(settings or {}),
            **more,
        )
        project = Project(self.api, read(ProjectFacts, answer))
        if guidelines is not None:
            project.publish_guidelines(guidelines)
        return project


def _check(url: str, token: str) -> None:
    if not url:
        raise NotConfigured(
            "Nobody said where the server is.\n"
            f"What to do: Client('https://…', token='…'), or set {URL} and {TOKEN}."
        )
    if not url.startswith(("http://", "https://")):
        raise NotConfigured(f"{url} is no address of a server: it has to begin with https://.")
    if not token:
        raise NotConfigured(
            "There is no token.\n"
            f"What to do: make one on {url.rstrip('/')}/account (Account, API tokens), and set "
            f"{TOKEN}."
        )
