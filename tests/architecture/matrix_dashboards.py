"""Who may see the dashboards: those who may read everybody's work."""

from tests.architecture.matrix_audiences import READER, Row

_P = "projects/{project}"
_ONE = f"{_P}/annotators/{{user}}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/rounds"): Row(READER),
    ("get", f"{_P}/stopping"): Row(READER),
    ("get", f"{_P}/annotators"): Row(READER),
    ("get", _ONE): Row(READER),
    ("get", f"{_ONE}/texts"): Row(READER),
    ("get", f"{_P}/stages/{{stage}}"): Row(READER),
}
