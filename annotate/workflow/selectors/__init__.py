"""Everything that is read of samples, tasks, assignments and annotations."""

from annotate.workflow.selectors.annotations import (
    annotations_of,
    annotations_of_many,
    countable,
    kept,
)
from annotate.workflow.selectors.assignments import (
    assignment_of,
    history,
    own_assignment,
    own_hit,
    submitted_of,
)
from annotate.workflow.selectors.batches import batch_json, batch_of, batches, skips_of
from annotate.workflow.selectors.samples import (
    count_done,
    count_samples,
    sample_detail,
    sample_of,
    samples,
)
from annotate.workflow.selectors.views import assignment_json, findings, hit_json, lease_json
from annotate.workflow.selectors.work import work_of

__all__ = [
    "annotations_of",
    "annotations_of_many",
    "assignment_json",
    "assignment_of",
    "batch_json",
    "batch_of",
    "batches",
    "count_done",
    "count_samples",
    "countable",
    "findings",
    "history",
    "hit_json",
    "kept",
    "lease_json",
    "own_assignment",
    "own_hit",
    "sample_detail",
    "sample_of",
    "samples",
    "skips_of",
    "submitted_of",
    "work_of",
]
