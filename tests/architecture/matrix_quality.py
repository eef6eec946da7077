"""Who may do what with flags, review, feedback and blocks."""

from tests.architecture.matrix_audiences import Row

ROWS: dict[tuple[str, str], Row] = {}
