"""Let nobody's claim walk over the tasks that a bulk act has ended.

A claim reads the index of open tasks from its front. PostgreSQL leaves the entries of tasks that
are open no more where they are, until somebody has walked over them and found the rows dead to all,
or VACUUM has. Where one act ends a hundred thousand, the first search after it would be that
somebody. So the act does the walk itself, after its transaction. A plain read does it: through a
pooler too, beside other work, and without a lock that anybody waits for.
"""

from functools import partial

from django.db import connection, transaction

from annotate.projects.models import Project
from annotate.workflow.models import Task

# So many entries are no matter: a claim walks over them in milliseconds.
FEW = 1_000
# An act may have ended tasks all over the queue: so many open ones are read for each it ended.
SPREAD = 10
OTHER_WAYS = ("enable_seqscan", "enable_bitmapscan", "enable_sort")


def pass_over_ended(project: Project, ended: int) -> None:
    """Walk over what an act has ended in the project's queues, once its transaction is committed.

    A failure is logged and changes nothing: the first claim walks then, or VACUUM.

    Args:
        ended: how many tasks the act has ended or parked, about.
    """
    if ended >= FEW and connection.vendor == "postgresql":
        transaction.on_commit(partial(_walk, project, SPREAD * ended), robust=True)


def _walk(project: Project, most: int) -> None:
    for stage in project.recipe.asked_stages:
        queue = Task.objects.filter(
            project=project, stage_key=stage.key, state=Task.State.OPEN
        ).order_by("order_key")
        with transaction.atomic(), connection.cursor() as cursor:
            # Only a walk along that index marks its entries; small tables are read otherwise.
            for other in OTHER_WAYS:
                cursor.execute(f"SET LOCAL {other} = off")
            cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
            queue.values("pk")[:most].count()
