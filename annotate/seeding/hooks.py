"""Where learning, which stands above, has a say in connections and their versions."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from annotate.core.hooks import Hook
from annotate.people.models import User
from annotate.seeding.models import Connection, ModelVersion

ServedVerb = Literal["promoted", "rolled_back"]
PROMOTED: ServedVerb = "promoted"
ROLLED_BACK: ServedVerb = "rolled_back"


@dataclass(frozen=True, kw_only=True)
class Served:
    """A version began to serve: by whose act, why, and the label of the one that did before."""

    version: ModelVersion
    verb: ServedVerb
    actor: User | None
    reason: str
    before: str | None
    at: datetime


# Called in the transaction in which a version begins to serve: must be cheap (start a job).
served: Hook[Callable[[Served], None]] = Hook("seeding.served")
# Whether a package above still needs a connection, so that it cannot be archived.
in_use: Hook[Callable[[Connection], bool]] = Hook("seeding.in_use")
