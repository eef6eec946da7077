"""Looks into the database, whatever the pages say, and changes it behind their back."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

# One process answers all questions about the database: starting one for each takes seconds.
_CLERK = """
import contextlib, datetime, io, json, sys, traceback
import django
django.setup()
from django.core.cache import cache
from django.core.management import call_command
from django.contrib.sessions.models import Session
from django.db import close_old_connections, connections
from django.test.utils import override_settings
from annotate.exchange import services as exchange
from annotate.exchange.models import Export
from annotate.workflow.models import Assignment
sys.stdout, answers = sys.stderr, sys.stdout

def row(pk):
    a = Assignment.objects.select_related("answer").get(pk=pk)
    return {"state": a.state, "draft": a.draft, "version": a.draft_version,
            "answer": a.answer and a.answer.value, "seconds": a.active_seconds}

def expire(pk):
    long_ago = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    return Assignment.objects.filter(pk=pk).update(lease_expires_at=long_ago)

def empty_export(pk, days):
    export = Export.objects.get(pk=pk)
    return exchange.remove_file(export=export, after_days=days)

def sign_out():
    Session.objects.all().delete()
    cache.clear()

def manage(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        call_command(*arguments)
    return output.getvalue()

def demo():
    with override_settings(DEMO=True):
        return manage("demo", "--prepare-only")

for line in sys.stdin:
    name, *arguments = json.loads(line)
    close_old_connections()
    try:
        answer = {"is": globals()[name](*arguments)}
    except BaseException:
        answer = {"fault": traceback.format_exc()}
    print(json.dumps(answer), file=answers, flush=True)
# What SQLite keeps beside its file is written into it.
connections.close_all()
"""


class Clerk:
    """A process beside the servers of an installation; it answers one question at a time."""

    def __init__(self, env: dict[str, str], *, folder: Path, log: Path) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "annotate.config.settings"}
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CLERK],
                cwd=folder,
                env={**settings, **env},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        self._log = log

    def ask(self, *question: Any) -> Any:
        """Call one of the functions above by name, and return what it returns."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"{question}: {self._log.read_text()[-4000:]}"
        answer = json.loads(line)
        assert "is" in answer, f"{question}: {answer['fault']}"
        return answer["is"]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
