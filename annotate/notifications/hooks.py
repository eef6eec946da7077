"""What packages above find for the clock: conditions that people are to be told of."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from annotate.core.hooks import Hook
from annotate.messages import Parameter
from annotate.notifications.subjects import Kind


@dataclass(frozen=True)
class Found:
    """A condition as it is now.

    Args:
        key: tells it from others of its kind in the project, such as a stage.
        count: how many; see the sentence of the kind.
        data: the other slots of the sentence.
    """

    project_id: int
    kind: Kind
    count: int
    key: str = ""
    data: Mapping[str, Parameter] = field(default_factory=dict)


# Every condition there is at this time, over all projects; asked every few minutes.
conditions: Hook[Callable[[datetime], Iterable[Found]]] = Hook("notifications.conditions")
