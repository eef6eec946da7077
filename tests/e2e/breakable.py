"""An installation that can be broken: its web server killed, its leases and sessions ended."""

import os
import shutil
import signal
import subprocess
import time
import uuid
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from tests.e2e.callers import Caller, Json
from tests.e2e.clerk import Clerk
from tests.e2e.conftest import (
    PHOTOS,
    ROOT,
    START_SECONDS,
    Served,
    commands,
    environment,
    free_port,
)

PICTURES = ("chelsea.jpg", "coffee.jpg", "rocket.jpg", "camera.jpg")


class Installation:
    """One web server with data of its own; `stop` is a power cut, `start` is coming back."""

    def __init__(self, data: Path, browser: Browser, database_url: str = "") -> None:
        port = free_port()
        self.browser = browser
        self.served = Served(f"http://127.0.0.1:{port}", data, environment(data, database_url))
        self._command = commands(port)[0]
        self._log = (data / "web.log").open("w")
        self._process: subprocess.Popen[bytes] | None = None
        self._people = 0
        self._clerk = Clerk(self.served.env, self._log)
        self._clerk.ask("manage", "migrate", "--verbosity", "0")
        self._add_user("lena", "--admin")

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self.served.env,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        """Without a worker it is never quite healthy, but it serves."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            # An answer that is an error would be an OSError as well, and the next try shows it.
            with suppress(OSError), urlopen(f"{self.served.url}/healthz", timeout=5):  # noqa: S310
                return
            time.sleep(0.1)
        pytest.fail("The product did not come up; see web.log.")

    def stop(self) -> None:
        """Kill the server and its children at once, in the middle of whatever they do."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=30)
            self._process = None

    def close(self) -> None:
        self.stop()
        self._clerk.close()
        self._log.close()

    def _add_user(self, username: str, *options: str) -> None:
        self._clerk.ask("manage", "add_user", username, "--name", username.title(), *options)

    def person(self, project: int) -> str:
        """Add somebody new to a project; returns the user name."""
        self._people += 1
        username = f"typist{self._people}"
        self._add_user(username)
        lead = Caller(self.browser, self.served).sign_in("lena")
        member = {"username": username, "role": "annotator"}
        lead.call("POST", f"/projects/{project}/members", member)
        lead.close()
        return username

    def project(
        self, stage: str, folder: Path, *, pictures: int = 1, is_batch: bool = False
    ) -> int:
        """Make a project of so many images in which exactly this stage is open.

        Args:
            is_batch: the descriptions of all images are handed in together.
        """
        lead = Caller(self.browser, self.served).sign_in("lena")
        batch = {"hit": {"size": pictures, "minutes": 30}} if is_batch else {}
        stages = {"description": {"rounds": 1, **batch}}
        wishes = {"no_repeat": "stage", "stages": stages}
        made = {"name": f"Of {stage}", "recipe": "iiw", "settings": wishes}
        project = int(lead.call("POST", "/projects", made)["id"])
        for name in PICTURES[:pictures]:
            shutil.copy(PHOTOS / name, folder / name)
        self._clerk.ask("manage", "import_images", str(project), str(folder), "--verbosity", "0")
        lead.call("POST", f"/projects/{project}/seeding/skip", {})
        if stage == "description":
            self._mark_objects(project, pictures)
        lead.close()
        return project

    def _mark_objects(self, project: int, number: int) -> None:
        marker = Caller(self.browser, self.served).sign_in(self.person(project))
        for _ in range(number):
            task = marker.call("POST", f"/projects/{project}/claim", {"stage": "objects"})
            submission = {"key": str(uuid.uuid4()), "answer": _objects(), "active_seconds": 1}
            path = f"/assignments/{task['assignment']['id']}/submit"
            marker.call("POST", path, submission)
        marker.close()

    def row(self, assignment: int) -> Json:
        """Return what the database holds of an assignment, whatever the pages say."""
        return dict(self._clerk.ask("row", assignment))

    def give_away(self, assignment: int, project: int, stage: str) -> None:
        """Let the lease run out and give the task, the only one there is, to somebody else."""
        self._clerk.ask("expire", assignment)
        other = Caller(self.browser, self.served).sign_in(self.person(project))
        claimed = other.call("POST", f"/projects/{project}/claim", {"stage": stage})
        assert claimed["assignment"] is not None, claimed
        other.close()

    def end_sessions(self) -> None:
        """Sign everybody out, as an administrator or a lost cookie does."""
        self._clerk.ask("sign_out")


def _objects() -> Json:
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    thing = {"id": "thing1", "label": "pebble", "derived_from": [], "box": box}
    return {"objects": [{**thing, "description": "A smooth grey pebble."}]}
