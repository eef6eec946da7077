"""Who may do what with HITs, batches and checks."""

from tests.architecture.matrix_audiences import HERS, LEAD, READER, Row

_KEY = "11111111-2222-4333-8444-555555555555"
_H = "hits/{hit}"
_B = "projects/{project}/batches"

ROWS: dict[tuple[str, str], Row] = {
    ("get", _H): Row(HERS),
    ("post", f"{_H}/submit"): Row(HERS, {"key": _KEY, "answers": []}),
    ("post", f"{_H}/release"): Row(HERS),
    ("post", "assignments/{assignment}/check"): Row(HERS, {"answer": {"objects": []}}),
    ("post", "assignments/{assignment}/practice-check"): Row(HERS, {"answer": {"objects": []}}),
    ("get", "assignments/{assignment}/labels"): Row(HERS),
    ("get", _B): Row(READER),
    ("post", _B): Row(LEAD, {"size": 1}),
    ("post", f"{_B}/{{batch}}/close"): Row(LEAD),
    ("post", f"{_B}/{{batch}}/open"): Row(LEAD),
}
