"""What is sent to each address, so that a handler gets far enough to look for things."""

from tests.architecture import (
    matrix_connections,
    matrix_crowd,
    matrix_enrichments,
    matrix_gold,
    matrix_invitations,
    matrix_learning,
    matrix_quality,
    matrix_reasoning,
    matrix_releases,
    matrix_reports,
    matrix_results,
    matrix_seeding,
    matrix_spelling,
    matrix_studies,
    matrix_text_reports,
    matrix_workflow,
)
from tests.architecture.matrix_audiences import FILES, Bodies

_KEY = "11111111-2222-4333-8444-555555555555"
_P = "projects/{project}"
_A = "assignments/{assignment}"

BODIES: Bodies = {
    ("post", "session"): {"username": "ada", "password": "correct-horse-battery"},
    ("post", "me/tokens"): {"name": "script"},
    ("post", "users"): {"username": "new", "password": "correct-horse-battery"},
    ("post", "projects"): {"name": "Another"},
    ("patch", _P): {"name": "Renamed"},
    ("patch", f"{_P}/members/{{member}}"): {"is_blocked": True},
    ("post", f"{_P}/invitations"): {"role": "annotator"},
    ("post", "invitations/{secret}/accept"): {
        "username": "newcomer",
        "password": "correct-horse-battery",
    },
    ("post", f"{_P}/guidelines"): {"body": "# New"},
    ("put", f"{_A}/draft"): {"version": 0, "answer": {"objects": []}},
    ("post", f"{_A}/heartbeat"): {"active_seconds": 1},
    ("post", f"{_A}/submit"): {"key": _KEY, "answer": {"objects": []}},
    ("post", f"{_A}/skip"): {"reason": "other"},
    ("post", "samples/{sample}/withdraw"): {"reason": "not free"},
    ("post", f"{_P}/uploads"): FILES,
    ("post", f"{_P}/imports"): FILES,
    ("post", f"{_P}/exports"): {"format": "coco"},
    **matrix_invitations.BODIES,
    **matrix_workflow.BODIES,
    **matrix_quality.BODIES,
    **matrix_gold.BODIES,
    **matrix_spelling.BODIES,
    **matrix_crowd.BODIES,
    **matrix_connections.BODIES,
    **matrix_seeding.BODIES,
    **matrix_learning.BODIES,
    **matrix_text_reports.BODIES,
    **matrix_enrichments.BODIES,
    **matrix_reasoning.BODIES,
    **matrix_results.BODIES,
    **matrix_reports.BODIES,
    **matrix_releases.BODIES,
    **matrix_studies.BODIES,
}
