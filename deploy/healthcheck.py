"""Says whether this container does its work: exit status 0 or 1, and a line that tells why.

    python deploy/healthcheck.py web|worker|beat

Only the standard library is imported where possible: the check runs twice a minute.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

# The clock touches its file every three minutes (annotate/core/beat.py).
BEAT_SILENCE = 600.0


def web() -> str | None:
    """Return what is wrong with the web server, or None.

    A missing worker is no reason to restart the web server, so only what it needs itself counts.
    """
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].lstrip(".")
    request = urllib.request.Request(
        f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/healthz",
        # Django answers only under the names it was given.
        headers={"Host": "localhost" if host == "*" else host},
    )
    try:
        with urllib.request.urlopen(request, timeout=8) as response:  # noqa: S310 - http, to itself
            body = response.read()
    except urllib.error.HTTPError as error:
        body = error.read()
    state = json.loads(body)
    failed = [part for part in ("database", "storage") if not state[part]["ok"]]
    return f"not available: {', '.join(failed)}" if failed else None


def worker() -> str | None:
    """Return what is wrong with the worker of this container, or None."""
    from annotate.config.celery import app

    name = f"celery@{os.uname().nodename}"
    return None if app.control.ping(destination=[name], timeout=5) else "the worker does not answer"


def beat() -> str | None:
    """Return what is wrong with the clock of this container, or None."""
    sign_of_life = Path(os.environ["DATA_DIR"]) / "clock"
    if not sign_of_life.exists():
        return "the clock has not started"
    silence = time.time() - sign_of_life.stat().st_mtime
    return f"the clock has been silent for {silence:.0f} s" if silence > BEAT_SILENCE else None


def main() -> int:
    checks = {"web": web, "worker": worker, "beat": beat}
    try:
        problem = checks[sys.argv[1]]()
    except (OSError, ValueError, KeyError, TypeError) as error:
        problem = f"{type(error).__name__}: {error}"
    print(problem or "ok")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    sys.exit(main())
