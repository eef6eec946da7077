"""The same two steps as bare SQL, run by pgbench: what the database alone could do."""

import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from annotate.projects.models import Project
from tests.load.database import Database
from tests.load.filling import selection, values

_SCRIPT = """
\\set annotator :first + :client_id
BEGIN;
SELECT id AS task, sample_id AS sample FROM workflow_task t
WHERE project_id = :project AND stage_key = 'objects' AND state = 'open'
  AND NOT EXISTS (
    SELECT 1 FROM workflow_assignment a
    WHERE a.sample_id = t.sample_id AND a.annotator_id = :annotator
      AND a.state IN ('live', 'submitted', 'skipped'))
ORDER BY order_key LIMIT 1 FOR UPDATE SKIP LOCKED \\gset
UPDATE workflow_task SET state = 'held' WHERE id = :task AND state = 'open';
INSERT INTO workflow_assignment {assignment}
RETURNING id AS assignment \\gset
END;
BEGIN;
SELECT state AS held FROM workflow_assignment WHERE id = :assignment FOR UPDATE \\gset
INSERT INTO workflow_annotation {annotation}
FROM workflow_annotation t
WHERE t.sample_id = :sample AND t.stage_key = 'objects' AND t.index = 0
RETURNING id AS answer \\gset
UPDATE workflow_assignment SET state = 'submitted', submit_key = gen_random_uuid(),
  answer_id = :answer, ended_at = now() WHERE id = :assignment AND state = 'live';
UPDATE workflow_task SET state = 'done' WHERE id = :task AND state = 'held';
END;
"""


def pgbench() -> str | None:
    """Return where pgbench is; Debian keeps it beside the server, out of the path on some."""
    beside = sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
    return shutil.which("pgbench") or (str(beside[-1]) if beside else None)


def submissions_per_second(
    database: Database, project: Project, *, first_user: int, annotators: int, seconds: int
) -> float | None:
    """Claim and submit with `annotators` connections; None without pgbench.

    The people must have consecutive ids from `first_user` on.
    """
    program = pgbench()
    if program is None:
        return None
    from annotate.workflow.models import Annotation, Assignment

    script = _SCRIPT.format(
        assignment=values(
            Assignment,
            id="1 + floor(random() * 9007199254740991)::bigint",
            project_id=":project",
            task_id=":task",
            sample_id=":sample",
            annotator_id=":annotator",
            exclusion_group="'sample'",
            lease_expires_at="now()",
            started_at="now()",
        ),
        annotation=selection(
            Annotation,
            index="1",
            origin="'person'",
            author_id=":annotator",
            parent_id="t.id",
            created_at="now()",
        ),
    )
    parts = urlsplit(database.url)
    with TemporaryDirectory(prefix="annotate-load-") as folder:
        path = Path(folder, "script.sql")
        path.write_text(script)
        command = [program, "--no-vacuum", "--protocol=prepared", f"--file={path}"]
        command += [f"--client={annotators}", "--jobs=2", f"--time={seconds}"]
        command += [f"--define=project={project.pk}", f"--define=first={first_user}"]
        command += [f"--host={parts.hostname}", f"--port={parts.port}"]
        command += [f"--username={parts.username}", database.name]
        output = subprocess.run(
            command,
            check=True,
            capture_output=True,
            text=True,
            env={"PGPASSWORD": parts.password or ""},
        ).stdout
    found = re.search(r"tps = ([\d.]+)", output)
    return float(found[1]) if found else None
