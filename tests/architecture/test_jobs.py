"""Every name that is sent through a queue or stored in a row leads to a function."""

import ast

from django.conf import settings

from annotate.config.celery import app
from annotate.core import jobs
from tests.architecture.sources import files_under, name_of


def test_every_scheduled_task_exists() -> None:
    """Catches a task renamed while the schedule kept its old name: the clock would send messages
    that every worker discards, and nobody would be told."""
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled
    assert scheduled - set(app.tasks) == set()


def test_every_celery_task_has_an_explicit_name() -> None:
    """Catches a task named after its module: moving the module would orphan queued messages."""
    app.loader.import_default_modules()
    own = [name for name in app.tasks if not name.startswith("celery.")]
    assert own
    assert [name for name in own if name.startswith("annotate.")] == []


STARTERS = ("services.start", "services.start_in_parts", "jobs.start", "jobs.start_in_parts")
# Starts the jobs whose names it is given where it is made.
OUTBOX = "annotate/core/outbox.py"


def names_in(call: ast.Call) -> list[ast.expr]:
    """The expressions that name jobs in a call that starts some, now or later."""
    function = ast.unparse(call.func)
    if function == "Outbox":
        return call.args[:1]
    if not function.endswith(STARTERS):
        return []
    return [keyword.value for keyword in call.keywords if keyword.arg in {"name", "part_name"}]


def names_started() -> dict[str, str]:
    """Return the constant names of the jobs that are started anywhere, and where."""
    found = {}
    for path in files_under("annotate", suffixes=(".py",)):
        if name_of(path) == OUTBOX:
            continue
        tree = ast.parse(path.read_text())
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(tree):
            for named in names_in(call) if isinstance(call, ast.Call) else ():
                written = ast.unparse(named)
                name = constants.get(written) or written.strip("'")
                found[str(name)] = f"{name_of(path)}:{named.lineno}"
    return found


def test_every_job_that_is_started_has_a_handler() -> None:
    """Catches a job started under a name that leads nowhere: its row would wait for ever."""
    app.loader.import_default_modules()
    started = names_started()
    assert started
    assert {n: where for n, where in started.items() if n not in jobs.names()} == {}


def test_every_job_has_a_title_for_people() -> None:
    """Catches a job that the pages would have to call by its internal name."""
    app.loader.import_default_modules()
    assert jobs.names()
    assert [name for name in jobs.names() if not jobs.resolve(name).title.strip()] == []
