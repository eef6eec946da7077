"""A wheel tried as a stranger would: an environment of its own, an empty folder, no other program.

    python -m tests.deploy.trying dist/annotate-0.1.0-py3-none-any.whl

installs it with what it depends on, serves the demo, signs in, and says how long all of it took
and how much room it needs. `make package ARGS=try` does so with the wheel that it has built.
"""

import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.waiting import eventually

# Behind a mirror or a proxy, pip learns of it from these.
_OF_PIP = ("PIP_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "REQUESTS_")
_SECRET = "only-for-this-test-run-0123456789-0123456789-0123456789"
# What the product needs to be served without DEMO.
PRODUCTION = {"SECRET_KEY": _SECRET, "ALLOWED_HOSTS": "127.0.0.1"}
_STOP_SECONDS = 60


@dataclass(frozen=True)
class Installed:
    """An environment that holds the wheel, and an account's home: also the folder one is in."""

    environment: Path
    home: Path

    @property
    def bin(self) -> Path:
        return self.environment / "bin"

    @property
    def variables(self) -> dict[str, str]:
        """All that a command sees: no Node.js, nothing of this checkout."""
        return {"PATH": str(self.bin), "HOME": str(self.home), "PYTHONUNBUFFERED": "1"}

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run `annotate` with these arguments, to its end."""
        return subprocess.run(
            [str(self.bin / "annotate"), *arguments],
            cwd=self.home,
            env=self.variables | variables,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    @contextmanager
    def running(self, *arguments: str, **variables: str) -> Iterator[Path]:
        """Have a command running meanwhile; yields the file with what it says."""
        said = self.home / f"{arguments[0]}.log"
        with said.open("wb") as file:
            process = subprocess.Popen(
                [str(self.bin / "annotate"), *arguments],
                cwd=self.home,
                env=self.variables | variables,
                stdout=file,
                stderr=file,
            )
        try:
            yield said
            assert process.poll() is None, said.read_text()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(_STOP_SECONDS)


def install(wheel: Path, folder: Path, *, packages: Path | None = None) -> Installed:
    """Make an environment with the wheel in it.

    Args:
        packages: where everything that the wheel depends on lies; without it, pip fetches that.
    """
    installed = Installed(folder / "environment", folder / "home")
    installed.home.mkdir()
    venv.create(installed.environment, with_pip=packages is None, symlinks=True)
    [site] = installed.environment.glob("lib/python*/site-packages")
    if packages is None:
        command = [str(installed.bin / "python"), "-m", "pip", "install"]
        passed = {name: value for name, value in os.environ.items() if name.startswith(_OF_PIP)}
        env = installed.variables | passed
    else:
        (site / "dependencies.pth").write_text(f"{packages}\n")
        command = [sys.executable, "-m", "pip", "--python", str(installed.bin / "python")]
        command += ["install", "--no-deps", "--no-index"]
        env = dict(os.environ)
    command += ["--quiet", "--disable-pip-version-check", str(wheel.resolve())]
    subprocess.run(command, cwd=installed.home, env=env, check=True)
    return installed


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Visitor:
    """Somebody with a browser."""

    url: str
    _cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def fetch(self, path: str, body: object = None) -> tuple[str, bytes]:
        """Ask for an address, or send it something; returns the type and the bytes."""
        token = next((each.value for each in self._cookies if each.name == "csrftoken"), None)
        request = urllib.request.Request(  # noqa: S310 - of our own server
            self.url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "X-CSRFToken": token or ""},
        )
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        with opener.open(request, timeout=60) as answer:
            return answer.headers.get_content_type(), answer.read()

    def read(self, path: str, body: object = None) -> Any:
        return json.loads(self.fetch(path, body)[1])

    def sign_in(self, username: str, password: str) -> None:
        self.read("/api/v1/session")
        self.read("/api/v1/session", {"username": username, "password": password})

    def answers(self) -> bool:
        """Whether the product is up."""
        try:
            return self.read("/healthz")["status"] in ("ok", "degraded")
        except urllib.error.URLError:
            return False

    def is_well(self) -> bool:
        """Whether a worker is, too."""
        return self.answers() and self.read("/healthz")["status"] == "ok"


def see_the_demo(installed: Installed) -> str:
    """Serve the demo and look at all that a wheel could lack; returns what was seen."""
    port = free_port()
    with installed.running("demo", "--port", str(port)) as said:
        visitor = Visitor(f"http://127.0.0.1:{port}")
        eventually(visitor.is_well, f"the demo is up: {said.read_text()}")
        [password] = re.findall(r"password +(\S+)", said.read_text())
        visitor.sign_in("lena", password)
        page = visitor.fetch("/")[1].decode()
        [script] = re.findall(r'<script[^>]* src="([^"]+)"', page)
        kind, code = visitor.fetch(script)
        assert kind == "text/javascript", kind
        projects = visitor.read("/api/v1/projects")
        [first, *_] = visitor.read(f"/api/v1/projects/{projects[0]['id']}/images")["results"]
        kind, pixels = visitor.fetch(f"/api/v1/images/{first['id']}/content")
        assert kind.startswith("image/"), kind
    return (
        f"{len(projects)} projects, a page of {len(page):,} bytes, its script of {len(code):,}, "
        f"a picture of {len(pixels):,} ({kind})"
    )


def _size(path: Path) -> str:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return f"{sum(each.stat().st_size for each in files) / 1e6:.1f} MB"


def main() -> None:
    wheel = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="annotate-try-") as folder:
        begun = time.monotonic()
        installed = install(wheel, Path(folder))
        print(f"Installed in {time.monotonic() - begun:.0f} s.")
        begun = time.monotonic()
        seen = see_the_demo(installed)
        print(f"The demo was seen in {time.monotonic() - begun:.0f} s: {seen}.")
        print(f"Wheel {_size(wheel)}, environment {_size(installed.environment)}.")


if __name__ == "__main__":
    main()
