"""HTML to PDF by a Chromium that runs for one file and then is gone."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from django.conf import settings

from annotate.messages import Message

SECONDS = 120
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NoPrinter(Exception):
    """No browser is there, or it failed."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def printer() -> str | None:
    """The path of the browser that prints, or None where there is none."""
    names = [settings.CHROMIUM] if settings.CHROMIUM else _NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


def pdf(page: str) -> bytes:
    """Print a page.

    The page forbids scripts and whatever it does not hold itself; the browser has a profile that
    is thrown away, and finds no host.

    Raises:
        NoPrinter: there is no browser, or it did not print.
    """
    browser = printer()
    if browser is None:
        raise NoPrinter(Message("no_chromium"))
    with tempfile.TemporaryDirectory(prefix="report-") as folder:
        here = Path(folder)
        (here / "report.html").write_text(page, encoding="utf-8")
        try:
            process = subprocess.run(  # noqa: S603 - our own command, no shell
                _command(browser, here),
                env={"PATH": os.environ.get("PATH", ""), "HOME": folder, "LANG": "C.UTF-8"},
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise NoPrinter(Message("chromium_did_not_print", fault=str(fault))) from None
        printed = here / "report.pdf"
        if process.returncode != 0 or not printed.is_file():
            lines = process.stderr.decode(errors="replace").strip().splitlines()
            status, last = str(process.returncode), lines[-1][:300] if lines else ""
            if last:
                raise NoPrinter(Message("chromium_ended_saying", status=status, words=last))
            raise NoPrinter(Message("chromium_ended", status=status))
        return printed.read_bytes()


def _command(browser: str, here: Path) -> list[str]:
    # Its sandbox cannot be set up by root; what is printed is our own page without scripts.
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        browser,
        "--headless",
        *as_root,
        *settings.CHROMIUM_ARGS,
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-extensions",
        "--no-first-run",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={here / 'profile'}",
        "--no-pdf-header-footer",
        f"--print-to-pdf={here / 'report.pdf'}",
        (here / "report.html").as_uri(),
    ]
