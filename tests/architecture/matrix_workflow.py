"""Who may do what with HITs, batches and checks."""

from tests.architecture.matrix_audiences import Bodies

_KEY = "11111111-2222-4333-8444-555555555555"
_H = "hits/{hit}"
_B = "projects/{project}/batches"

BODIES: Bodies = {
    ("post", f"{_H}/submit"): {"key": _KEY, "answers": []},
    ("post", "assignments/{assignment}/check"): {"answer": {"objects": []}},
    ("post", "assignments/{assignment}/practice-check"): {"answer": {"objects": []}},
    ("post", _B): {"size": 1},
}
