"""Everything that is read of samples, tasks, assignments and annotations."""

from annotate.workflow.selectors.annotations import countable, kept
from annotate.workflow.selectors.elsewhere import FINAL_LAST, by_people
from annotate.workflow.selectors.history import history_detail, history_page
from annotate.workflow.selectors.remembered import (
    REMEMBERED_BYTES,
    AtHand,
    at_hand,
    keep_at_hand,
    let_go,
)
from annotate.workflow.selectors.sample_lists import choices, found, neighbours, samples_page
from annotate.workflow.selectors.samples import (
    batch_of,
    batches,
    count_done,
    count_samples,
    sample_detail,
)
from annotate.workflow.selectors.viewers import judges, sees_image
from annotate.workflow.selectors.views import (
    assignment_of,
    assignment_schema,
    assignment_to_submit,
    hit_schema,
    lease_of,
    own_assignment,
    own_hit,
)
from annotate.workflow.selectors.vocabulary import labels
from annotate.workflow.selectors.work import work_of

__all__ = [
    "FINAL_LAST",
    "REMEMBERED_BYTES",
    "AtHand",
    "assignment_of",
    "assignment_schema",
    "assignment_to_submit",
    "at_hand",
    "batch_of",
    "batches",
    "by_people",
    "choices",
    "count_done",
    "count_samples",
    "countable",
    "found",
    "history_detail",
    "history_page",
    "hit_schema",
    "judges",
    "keep_at_hand",
    "kept",
    "labels",
    "lease_of",
    "let_go",
    "neighbours",
    "own_assignment",
    "own_hit",
    "sample_detail",
    "samples_page",
    "sees_image",
    "work_of",
]
