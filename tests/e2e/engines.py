"""Firefox and WebKit, driven by what they bring along: one vocabulary (W3C WebDriver), two wires.

Firefox hears the commands through Marionette (frames of JSON on a socket), WebKitGTK through its
own WebKitWebDriver (HTTP) on a screen of its own (Xvfb). Nothing is installed for Python.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.e2e.installation import free_port
from tests.e2e.window import SECONDS, Json, Refused, Window
from tests.waiting import eventually

ANSWER_SECONDS = 60.0
# The commands of the standard that are used here, by Marionette's name, and where HTTP has them.
HTTP = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "ElementClick": "element/{id}/click",
    "ElementSendKeys": "element/{id}/value",
    "PerformActions": "actions",
    "SetWindowRect": "window/rect",
    "TakeScreenshot": "screenshot",
}


class Marionette:
    """Firefox's own protocol: each message is its length, a colon and a list in JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._receive()  # it introduces itself
        self.send("NewSession", {})

    def send(self, command: str, parameters: Json) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._receive()
        if error:
            raise Refused(f"{command}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def _receive(self) -> Any:
        digits = b""
        while (byte := self._file.read(1)) != b":":
            assert byte, "Firefox ended in the middle of a test."
            digits += byte
        return json.loads(self._file.read(int(digits)))

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class OverHttp:
    """A driver that speaks WebDriver as the standard says."""

    def __init__(self, url: str, capabilities: Json) -> None:
        self._url = url
        asked = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = f"/session/{self._call('POST', '/session', asked)['sessionId']}"

    def send(self, command: str, parameters: Json) -> Any:
        path = f"{self._session}/{HTTP[command].format(**parameters)}"
        if command == "TakeScreenshot":
            return self._call("GET", path)
        return self._call("POST", path, parameters)

    def close(self) -> None:
        self._call("DELETE", self._session)

    def _call(self, method: str, path: str, body: Json | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(f"{path}: {json.load(error)['value']['message']}") from None


@contextmanager
def firefox() -> Iterator[Window]:
    """Open a window of Firefox with a profile that ends with it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        profile = Path(folder)
        # 0: a free port, which it then writes into its profile.
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
        command = [_program("FIREFOX", "firefox-esr", "firefox"), "--headless", "--marionette"]
        _start(stack, [*command, "--no-remote", "--profile", folder], profile)
        port = profile / "MarionetteActivePort"
        eventually(lambda: port.is_file() and port.read_text(), "Firefox is up", SECONDS)
        wire = Marionette(int(port.read_text()))
        stack.callback(wire.close)
        yield Window("Firefox", wire)


@contextmanager
def webkit() -> Iterator[Window]:
    """Open a window of WebKitGTK's MiniBrowser on a screen that nobody sees."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x1000x24"]
        _start(stack, [*screen, "-nolisten", "tcp"], Path(folder), keep=(write,))
        os.close(write)
        with os.fdopen(read) as pipe:
            display = f":{pipe.readline().strip()}"
        port = free_port()
        command = [_program("WEBKIT_DRIVER", "WebKitWebDriver"), f"--port={port}"]
        _start(stack, command, Path(folder), DISPLAY=display)
        address = f"http://127.0.0.1:{port}"
        eventually(lambda: _listens(port), "WebKitWebDriver is up", SECONDS)
        wire = OverHttp(address, {"webkitgtk:browserOptions": {"args": ["--automation"]}})
        stack.callback(wire.close)
        yield Window("WebKit", wire)


ENGINES: dict[str, Callable[[], AbstractContextManager[Window]]] = {
    "firefox": firefox,
    "webkit": webkit,
}


def _program(variable: str, *names: str) -> str:
    found = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    assert found, f"Not found: {names[0]}. `make test` installs it, or set {variable}."
    return found


def _start(
    stack: ExitStack, command: list[str], folder: Path, keep: tuple[int, ...] = (), **more: str
) -> None:
    """Start a program with a home of its own; it ends, with what it has started, with the stack."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    with (folder / f"{Path(command[0]).name}.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env={**kept, "HOME": str(folder), **more},
            stdout=log,
            stderr=log,
            pass_fds=keep,
            start_new_session=True,
        )
    stack.callback(_end, process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=5)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
