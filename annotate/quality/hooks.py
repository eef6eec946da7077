"""Where packages above this one have a say in what leads do with samples."""

from collections.abc import Callable

from annotate.core.hooks import Hook
from annotate.people.models import User
from annotate.workflow.models import Sample

# Keeps a sample from training, or takes it in again, with a reason. Returns why it was left out
# before, "" for one that was not, and None where nothing has changed. Called in the transaction of
# the act.
Keeper = Callable[[Sample, User, str, bool], str | None]

kept_from_training: Hook[Keeper] = Hook("quality.kept_from_training")
