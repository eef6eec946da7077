"""Everything that changes the state of samples, tasks and assignments.

`from annotate.workflow import services; services.claim(…)`: the package is the noun, the function
the verb. Each function is one transaction; each state change is one conditional UPDATE that must
touch exactly one row, plus an append-only transition row.
"""

from annotate.workflow.services.ahead import claim_ahead
from annotate.workflow.services.batches import close_batch, make_batch, open_batch
from annotate.workflow.services.blocking import Blocked, block, unblock
from annotate.workflow.services.claiming import Claimed, claim
from annotate.workflow.services.drafts import heartbeat, save_draft
from annotate.workflow.services.expiring import expire_leases
from annotate.workflow.services.filling import start_hit
from annotate.workflow.services.giving import add_given
from annotate.workflow.services.hits import HitAnswer, SubmittedHit, submit_hit
from annotate.workflow.services.importing import Finished, record_finished
from annotate.workflow.services.leaving import release, release_hit, skip
from annotate.workflow.services.requeueing import Requeued
from annotate.workflow.services.samples import (
    add_samples,
    open_samples,
    restore_sample,
    take_in,
    withdraw_sample,
)
from annotate.workflow.services.seeds import add_seed, add_seed_once
from annotate.workflow.services.submission import Submitted, submit
from annotate.workflow.services.verdicts import set_verdict

__all__ = [
    "Blocked",
    "Claimed",
    "Finished",
    "HitAnswer",
    "Requeued",
    "Submitted",
    "SubmittedHit",
    "add_given",
    "add_samples",
    "add_seed",
    "add_seed_once",
    "block",
    "claim",
    "claim_ahead",
    "close_batch",
    "expire_leases",
    "heartbeat",
    "make_batch",
    "open_batch",
    "open_samples",
    "record_finished",
    "release",
    "release_hit",
    "restore_sample",
    "save_draft",
    "set_verdict",
    "skip",
    "start_hit",
    "submit",
    "submit_hit",
    "take_in",
    "unblock",
    "withdraw_sample",
]
