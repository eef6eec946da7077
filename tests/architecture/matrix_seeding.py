"""Who may do what with seeding runs, seed quality and the order of samples."""

from tests.architecture.matrix_audiences import LEAD, READER, Row

_P = "projects/{project}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/seeding"): Row(READER),
    ("post", f"{_P}/seeding"): Row(LEAD),
    ("get", f"{_P}/seeding/runs"): Row(READER),
    ("post", f"{_P}/seeding/skip"): Row(LEAD),
    ("post", f"{_P}/seeds"): Row(LEAD, files=True),
    ("get", f"{_P}/seed-quality"): Row(READER),
    ("get", f"{_P}/ordering"): Row(READER),
    ("post", f"{_P}/ordering"): Row(LEAD, {"rule": "random"}),
}
