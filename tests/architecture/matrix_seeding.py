"""Who may do what with seeding runs, seed quality and the order of samples."""

from tests.architecture.matrix_audiences import FILES, Bodies

_P = "projects/{project}"

BODIES: Bodies = {
    ("post", f"{_P}/seeds"): FILES,
    ("post", f"{_P}/ordering"): {"rule": "random"},
    ("put", f"{_P}/budget"): {"most_cost": 5, "most_tokens": None},
}
