"""Who may do what with spelling."""

from tests.architecture.matrix_audiences import Row

ROWS: dict[tuple[str, str], Row] = {}
