"""Everything that changes the state of samples, tasks and assignments.

`from annotate.workflow import services; services.claim(…)`: the package is the noun, the function
the verb. Each function is one transaction; each state change is one conditional UPDATE that must
touch exactly one row, plus an append-only transition row.
"""

from annotate.workflow.services.claim import claim, prefetch
from annotate.workflow.services.comments import (
    add_comment,
    delete_comment,
    edit_comment,
    resolve_thread,
)
from annotate.workflow.services.documents import refresh as refresh_documents
from annotate.workflow.services.draft import heartbeat, save_draft
from annotate.workflow.services.elsewhere import finish_answered, free_of_work, lock_samples_of
from annotate.workflow.services.external import (
    Finished,
    add_external,
    add_seed,
    add_seed_once,
    bar_from_judging,
    record_finished,
)
from annotate.workflow.services.facts import note as note_about
from annotate.workflow.services.facts import set_split
from annotate.workflow.services.first_tasks import open_by_id, open_samples
from annotate.workflow.services.hits import SubmittedHit, start_hit, submit_hit
from annotate.workflow.services.passing_over import pass_over_ended
from annotate.workflow.services.release import expire_leases, release, release_hit, skip
from annotate.workflow.services.requeue import Requeued, done_again
from annotate.workflow.services.review import Blocked, block, set_verdict, unblock
from annotate.workflow.services.samples import (
    add_new,
    add_samples,
    close_batch,
    make_batch,
    open_batch,
    open_new,
    restore_sample,
    take_in,
    withdraw_sample,
)
from annotate.workflow.services.seeds import NewSeed, add_seeds_once, seed_value
from annotate.workflow.services.submit import Submitted, submit

__all__ = [
    "Blocked",
    "Finished",
    "NewSeed",
    "Requeued",
    "Submitted",
    "SubmittedHit",
    "add_comment",
    "add_external",
    "add_new",
    "add_samples",
    "add_seed",
    "add_seed_once",
    "add_seeds_once",
    "bar_from_judging",
    "block",
    "claim",
    "close_batch",
    "delete_comment",
    "done_again",
    "edit_comment",
    "expire_leases",
    "finish_answered",
    "free_of_work",
    "heartbeat",
    "lock_samples_of",
    "make_batch",
    "note_about",
    "open_batch",
    "open_by_id",
    "open_new",
    "open_samples",
    "pass_over_ended",
    "prefetch",
    "record_finished",
    "refresh_documents",
    "release",
    "release_hit",
    "resolve_thread",
    "restore_sample",
    "save_draft",
    "seed_value",
    "set_split",
    "set_verdict",
    "skip",
    "start_hit",
    "submit",
    "submit_hit",
    "take_in",
    "unblock",
    "withdraw_sample",
]
