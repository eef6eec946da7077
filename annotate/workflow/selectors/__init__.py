"""Everything that is read of samples, tasks, assignments and annotations."""

from annotate.workflow.selectors.assignments import (
    assignment_of,
    history,
    own_assignment,
    submitted_of,
)
from annotate.workflow.selectors.samples import (
    count_done,
    count_samples,
    sample_detail,
    sample_of,
    samples,
)
from annotate.workflow.selectors.views import assignment_json, lease_json
from annotate.workflow.selectors.work import work_of

__all__ = [
    "assignment_json",
    "assignment_of",
    "count_done",
    "count_samples",
    "history",
    "lease_json",
    "own_assignment",
    "sample_detail",
    "sample_of",
    "samples",
    "submitted_of",
    "work_of",
]
