"""What the database says after a campaign, read past the product."""

from typing import Any

import psycopg2

from tests.campaign.faults import FULL
from tests.campaign.ledger import Ledger
from tests.campaign.reckoning import Figures, Stored, doubled, lost, unclear

_ANSWERS = """
SELECT a.submit_key::text, a.task_id, a.sample_id, a.annotator_id,
       ARRAY[n.sample_id::text, n.about_id::text, n.stage_key, n.index::text], n.kind, n.value
FROM workflow_assignment a JOIN workflow_annotation n ON n.id = a.answer_id
WHERE a.state = 'submitted'
"""
_TWICE = {
    "seeds": """
        SELECT count(*) FROM (SELECT 1 FROM seeding_seedrecord
        GROUP BY sample_id, stage_key, made_by HAVING count(*) > 1) twice
    """,
    "held": """
        SELECT count(*) FROM (SELECT 1 FROM workflow_assignment
        WHERE state = 'live' GROUP BY task_id HAVING count(*) > 1) twice
    """,
    "pictures": """
        SELECT count(*) FROM (SELECT 1 FROM images_image
        GROUP BY project_id, sha256 HAVING count(*) > 1) twice
    """,
}
_UNFINISHED = """
SELECT name, state, attempts, lease_expires_at - now() FROM core_job
WHERE state IN ('queued', 'running') ORDER BY id
"""
_JOBS = "SELECT name, state, count(*) FROM core_job GROUP BY 1, 2 ORDER BY 1, 2"
_FAILED = "SELECT name, error::text FROM core_job WHERE state = 'failed' ORDER BY id LIMIT 10"


def rows(address: str, query: str) -> list[tuple[Any, ...]]:
    """Return what a query finds."""
    connection = psycopg2.connect(address)
    try:
        with connection.cursor() as cursor:
            cursor.execute(query)
            return list(cursor.fetchall())
    finally:
        connection.close()


def answers(address: str) -> list[Stored]:
    """Return all answers that were handed in."""
    found = rows(address, _ANSWERS)
    return [
        Stored(key, task, sample, annotator, tuple(place), kind, value)
        for key, task, sample, annotator, place, kind, value in found
    ]


def unfinished(address: str) -> list[str]:
    """Return the jobs that have not ended, each in a line."""
    return [
        f"{name} is {state}, attempts {attempts}, its lease ends in {left}"
        for name, state, attempts, left in rows(address, _UNFINISHED)
    ]


def found(address: str, ledger: Ledger) -> Figures:
    """Compare what was acknowledged with what is there."""
    stored = answers(address)
    pictures = {digest: pk for pk, digest in rows(address, "SELECT id, sha256 FROM images_image")}
    twice = {name: int(rows(address, query)[0][0]) for name, query in _TWICE.items()}
    missing = [digest for digest, pk in ledger.uploaded.items() if pictures.get(digest) != pk]
    return {
        "answers": {
            "acknowledged": len(ledger.acknowledged),
            "in_the_database": len(stored),
            "repeated": ledger.repeated.total(),
            "lost": lost(ledger.acknowledged, stored),
            "doubled": doubled(stored)
            + [f"{twice['held']} tasks held twice"] * bool(twice["held"]),
            "by_kind": _counted(stored),
        },
        "uploads": {
            "acknowledged": len(ledger.uploaded),
            "lost": missing,
            "doubled": twice["pictures"],
            "refused_for_room": len(ledger.refused_for_room),
            "taken_later": sum(ledger.refused_for_room.values()),
            "faults_on_a_full_disk": unclear(ledger.asked, FULL),
        },
        "seeds": {
            "stored": int(rows(address, "SELECT count(*) FROM seeding_seedrecord")[0][0]),
            "doubled": twice["seeds"],
        },
        "jobs": {
            "hanging": unfinished(address),
            "by_state": {f"{name} {state}": n for name, state, n in rows(address, _JOBS)},
            "failed": [f"{name}: {error}" for name, error in rows(address, _FAILED)],
        },
    }


def _counted(stored: list[Stored]) -> dict[str, int]:
    kinds = sorted({each.kind for each in stored})
    return {kind: sum(each.kind == kind for each in stored) for kind in kinds}
