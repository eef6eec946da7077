"""Who may do what with channels, entry and payments."""

from tests.architecture.matrix_audiences import Row

ROWS: dict[tuple[str, str], Row] = {}
