"""A real identity provider, `oidc-provider-mock` with sessions, as a process on this machine."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

from tests.waiting import eventually

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Provider:
    """A provider that is running; `issuer` is its address."""

    issuer: str

    @property
    def host(self) -> str:
        """As FETCH_PRIVATE_HOSTS names it."""
        return self.issuer.removeprefix("http://")

    def knows(self, subject: str, **claims: Any) -> None:
        """Have the provider know somebody, with what it says of them."""
        body = json.dumps(claims).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(  # noqa: S310 - an address of our own
            f"{self.issuer}/users/{subject}", data=body, headers=headers, method="PUT"
        )
        with urlopen(request):  # noqa: S310
            pass

    def agree(self, address: str, subject: str) -> str:
        """Sign somebody in where the browser was sent; where the provider sends it back to."""
        return self._answer(address, {"sub": subject})

    def deny(self, address: str) -> str:
        """Refuse there; where the provider sends the browser back to."""
        return self._answer(address, {"action": "deny"})

    def _answer(self, address: str, form: Mapping[str, str]) -> str:
        with build_opener(_Stay).open(address, urlencode(form).encode()) as answer:
            return str(answer.headers["Location"])


class _Stay(HTTPRedirectHandler):
    """Follow no redirect: what it says is what is wanted."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp


@contextmanager
def running() -> Iterator[Provider]:
    """Start a provider, and end it afterwards."""
    port = _free_port()
    issuer = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "tests.sso.sessions", str(port)],
        cwd=_ROOT,
        env={**os.environ, "AUTHLIB_INSECURE_TRANSPORT": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        eventually(lambda: _answers(issuer), "the provider answers", seconds=60)
        yield Provider(issuer)
    finally:
        # It would wait for browsers that keep their connections.
        process.kill()
        process.wait(timeout=10)


def _answers(issuer: str) -> bool:
    try:
        with urlopen(f"{issuer}/jwks", timeout=1):  # noqa: S310 - an address of our own
            return True
    except (URLError, OSError):
        return False


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
