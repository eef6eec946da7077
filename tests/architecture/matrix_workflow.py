"""Who may do what with HITs, batches and checks."""

from tests.architecture.matrix_audiences import HERS, Row

_KEY = "11111111-2222-4333-8444-555555555555"
_H = "hits/{hit}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", _H): Row(HERS),
    ("post", f"{_H}/submit"): Row(HERS, {"key": _KEY, "answers": []}),
    ("post", f"{_H}/release"): Row(HERS),
    ("post", "assignments/{assignment}/check"): Row(HERS, {"answer": {"objects": []}}),
}
