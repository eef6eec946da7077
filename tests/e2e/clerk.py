"""Looks into the database, whatever the pages say, and changes it behind their back."""

import json
import subprocess
import sys
from typing import IO, Any

from tests.e2e.conftest import PASSWORD, ROOT

# One process answers all questions about the database: starting one for each takes seconds.
_CLERK = """
import datetime, json, os, sys
import django
django.setup()
from django.core.cache import cache
from django.core.management import call_command
from django.contrib.sessions.models import Session
from annotate.workflow.models import Assignment
sys.stdout, answers = sys.stderr, sys.stdout

def row(pk):
    a = Assignment.objects.select_related("answer").get(pk=pk)
    return {"state": a.state, "draft": a.draft, "version": a.draft_version,
            "answer": a.answer and a.answer.value, "seconds": a.active_seconds}

def expire(pk):
    long_ago = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    return Assignment.objects.filter(pk=pk).update(lease_expires_at=long_ago)

def sign_out():
    Session.objects.all().delete()
    cache.clear()

def manage(*arguments):
    call_command(*arguments)

for line in sys.stdin:
    name, *arguments = json.loads(line)
    print(json.dumps(globals()[name](*arguments)), file=answers, flush=True)
"""


class Clerk:
    """A process beside the servers of an installation; it answers one question at a time."""

    def __init__(self, env: dict[str, str], log: IO[str]) -> None:
        more = {"DJANGO_SETTINGS_MODULE": "annotate.config.settings", "NEW_USER_PASSWORD": PASSWORD}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CLERK],
            cwd=ROOT,
            env={**env, **more},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )

    def ask(self, *question: Any) -> Any:
        """Call one of the functions above by name, and return what it returns."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"{question}: see web.log"
        return json.loads(answer)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=30)
