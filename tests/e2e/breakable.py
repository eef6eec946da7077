"""An installation that can be broken: its web server killed, its leases and sessions ended."""

import os
import shutil
import signal
import subprocess
import uuid
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from tests.e2e import installation
from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.own_database import administer

PICTURES = ("chelsea.jpg", "coffee.jpg", "rocket.jpg", "camera.jpg")


class Installation:
    """One web server with data of its own; `stop` is a power cut, `start` is coming back."""

    def __init__(self, served: Served, browser: Browser) -> None:
        self.browser = browser
        self.served = served
        self._command = installation.web_server(urlsplit(served.url).port or 0)
        self._process: subprocess.Popen[bytes] | None = None
        self._people = 0

    def start(self) -> None:
        log = self.served.data / "web.log"
        self._process = installation.start(self._command, self.served, log, in_own_group=True)
        self.served.wait_until(installation.answers)

    def stop(self) -> None:
        """Kill the server and its children at once, in the middle of whatever they do."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=30)
            self._process = None

    def lose_database(self) -> None:
        """Put the database out of reach, so that requests are answered 503."""
        if url := self.served.env.get("DATABASE_URL"):
            administer(f"ALTER DATABASE {_name(url)} ALLOW_CONNECTIONS false")
            administer(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                f" WHERE datname = '{_name(url)}'"
            )
            return
        for file in self._database_files("annotate.sqlite3*"):
            file.rename(file.with_name(f"away-{file.name}"))
        (self.served.data / "annotate.sqlite3").mkdir()

    def find_database(self) -> None:
        """Bring it back as it was."""
        if url := self.served.env.get("DATABASE_URL"):
            administer(f"ALTER DATABASE {_name(url)} ALLOW_CONNECTIONS true")
            return
        (self.served.data / "annotate.sqlite3").rmdir()
        for file in self._database_files("away-*"):
            file.rename(file.with_name(file.name.removeprefix("away-")))

    def _database_files(self, pattern: str) -> list[Path]:
        return sorted(self.served.data.glob(pattern))

    def close(self) -> None:
        self.stop()
        self.served.close()

    def _add_user(self, username: str) -> None:
        self.served.manage("add_user", username, "--name", username.title())

    def person(self, project: int) -> str:
        """Add somebody new to a project; returns the user name."""
        self._people += 1
        username = f"typist{self._people}"
        self._add_user(username)
        self.served.manage("add_member", str(project), username)
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
        made = {
            "name": f"Of {stage}",
            "recipe": "iiw",
            "guidelines_required": False,
            "settings": wishes,
        }
        project = int(lead.call("POST", "/projects", made)["id"])
        for name in PICTURES[:pictures]:
            shutil.copy(PHOTOS / name, folder / name)
        self.served.manage("import_images", str(project), str(folder), "--verbosity", "0")
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
        return dict(self.served.clerk.ask("row", assignment))

    def give_away(self, assignment: int, project: int, stage: str) -> None:
        """Let the lease run out and give the task, the only one there is, to somebody else."""
        self.served.clerk.ask("expire", assignment)
        other = Caller(self.browser, self.served).sign_in(self.person(project))
        claimed = other.call("POST", f"/projects/{project}/claim", {"stage": stage})
        assert claimed["assignment"] is not None, claimed
        other.close()

    def end_sessions(self) -> None:
        """Sign everybody out, as an administrator or a lost cookie does."""
        self.served.clerk.ask("sign_out")
        self.served.sessions.clear()


def _name(database_url: str) -> str:
    return urlsplit(database_url).path.removeprefix("/")


def _objects() -> Json:
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    thing = {"id": "thing1", "label": "pebble", "derived_from": [], "box": box}
    return {"objects": [{**thing, "description": "A smooth grey pebble."}]}
