"""Who may do what with HITs, batches and checks."""

from tests.architecture.matrix_audiences import Row

ROWS: dict[tuple[str, str], Row] = {}
