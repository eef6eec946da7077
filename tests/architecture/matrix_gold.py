"""Who may do what with gold and qualification."""

from tests.architecture.matrix_audiences import Row

ROWS: dict[tuple[str, str], Row] = {}
