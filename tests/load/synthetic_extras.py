"""What hangs on the work of a synthetic project: what seeds came to, and known answers."""

from typing import Any
from uuid import uuid4

from annotate.core.clock import now
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import GoldItem, GoldResult
from annotate.seeding.models import Connection, ModelVersion, SeedOutcome
from annotate.seeding.services import seed_counters
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample, Task
from tests.load.synthetic_rows import insert

VERSIONS, GOLD = 4, 80


def add_outcomes(cursor: Any, project: Project, last: str) -> None:
    """Say of every finished description what the seed of one of a few versions came to.

    Args:
        last: in SQL, the number after which seeds are numbered.
    """
    seed = {
        "id": f"{last} + n",
        "project_id": str(project.pk),
        "sample_id": "n",
        "stage_key": "'description'",
        "index": "0",
        "kind": "'description.v1'",
        "origin": "'model'",
        "producer": "'captioner 1'",
        "value": "jsonb_build_object('text', 'A seed, number ' || n)",
        "measures": """jsonb_build_object('self', '{"tokens": 60}'::jsonb)""",
        "created_at": "began - interval '1 hour'",
    }
    insert(cursor, Annotation, seed, "plan WHERE state = 'done'")
    made = Connection.objects.create(project=project, name="Captioner", backend="classical")
    versions = ModelVersion.objects.bulk_create(
        ModelVersion(project=project, connection=made, number=number) for number in range(VERSIONS)
    )
    values = {
        "project_id": str(project.pk),
        "sample_id": "n",
        "seed_id": f"{last} + n",
        "stage_key": "'description'",
        # Later samples have the seeds of later versions.
        "version_id": f"{versions[0].pk} + floor(p * {VERSIONS})::int",
        "rounds": "answers - 1",
        "active_seconds": "1200 - 300 * p + 300 * z2",
        "first_seconds": "700 - 200 * p + 200 * z1",
        "tokens": "t4",
        "seed_tokens": "60",
        "edit_distance": "greatest(0, 90 - 40 * p + 30 * z3)::int",
        "edit_share": "0.6 - 0.3 * p + 0.1 * z3",
        "jaccard": "0.4 + 0.3 * p + 0.1 * z3",
        "rounds_jaccard": "s3",
        "finished_at": "began",
    }
    insert(cursor, SeedOutcome, values, "plan WHERE state = 'done'")
    seed_counters.rebuild(project)


def add_gold(project: Project) -> None:
    """Let everybody give an answer to some samples whose right answer is known."""
    waiting = Sample.objects.filter(project=project, state="waiting").order_by("pk")[:GOLD]
    people = list(User.objects.filter(memberships__project=project, username__startswith="person"))
    known = {"project": project, "stage_key": "objects"}
    items = GoldItem.objects.bulk_create(
        GoldItem(**known, sample=sample, expected={}, created_by=project.created_by)
        for sample in waiting
    )
    pairs = [(item, user) for item in items for user in people]
    work = {"index": 1, "purpose": Purpose.GOLD}
    tasks = Task.objects.bulk_create(
        Task(
            **known, **work, sample=item.sample, exclusion_group="sample", order_key=0, state="done"
        )
        for item, _ in pairs
    )
    given = Annotation.objects.bulk_create(
        Annotation(
            **known,
            **work,
            sample=item.sample,
            kind="objects.v1",
            origin="person",
            author=user,
            value={"objects": []},
        )
        for item, user in pairs
    )
    held = Assignment.objects.bulk_create(
        Assignment(
            project=project,
            task=task,
            sample=item.sample,
            annotator=user,
            exclusion_group="sample",
            state="submitted",
            answer=answer,
            submit_key=uuid4(),
            lease_expires_at=now(),
            ended_at=now(),
        )
        for (item, user), task, answer in zip(pairs, tasks, given, strict=True)
    )
    GoldResult.objects.bulk_create(
        GoldResult(
            item=item,
            assignment=each,
            annotator=user,
            path="objects",
            expected=1,
            given=1,
            right=place % 7 > 0,
        )
        for place, ((item, user), each) in enumerate(zip(pairs, held, strict=True))
    )
