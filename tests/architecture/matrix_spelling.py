"""Who may do what with spelling."""

from tests.architecture.matrix_audiences import LEAD, READER, Row

_P = "projects/{project}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/spelling"): Row(READER),
    ("post", f"{_P}/spelling/run"): Row(LEAD, {"stage": "objects"}),
    ("post", f"{_P}/spelling/accept"): Row(LEAD, {"items": [{"id": 1}]}),
    ("post", f"{_P}/spelling/reject"): Row(LEAD, {"ids": [1]}),
    ("post", f"{_P}/spelling/undo"): Row(LEAD, {"ids": [1]}),
    ("get", f"{_P}/words"): Row(READER),
    ("put", f"{_P}/words"): Row(LEAD, {"words": ["ikea"]}),
}
