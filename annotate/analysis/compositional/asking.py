"""Ask a model many questions: nothing twice, no further than a limit of cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from annotate.analysis.compositional.model import Reply
from annotate.analysis.compositional.questions import Question
from annotate.messages import Message


@dataclass(frozen=True, slots=True)
class Failed:
    """A question that got no reply; asking again may help."""

    key: str
    reason: Message


class Cache(Protocol):
    """Where replies are kept by their key, so that a killed run goes on."""

    def known(self, keys: Sequence[str]) -> Mapping[str, Reply]: ...

    def keep(self, replies: Sequence[Reply]) -> None:
        """Keep replies so that they are still there if the process ends at once."""


# Asks several questions at once; what became of each, in any order.
Ask = Callable[[Sequence[Question]], Sequence[Reply | Failed]]


@dataclass(slots=True)
class Asked:
    """How far a run is.

    Attributes:
        replies: by key, those that were known before among them.
        failed: what went wrong, by key.
        asked: how many questions were put to the model now.
        stopped: whether the limit of cost was reached.
    """

    replies: dict[str, Reply] = field(default_factory=dict)
    failed: dict[str, Message] = field(default_factory=dict)
    asked: int = 0
    cost: float = 0.0
    dearest: float = 0.0
    stopped: bool = False

    def took(self, reply: Reply) -> None:
        self.replies[reply.key] = reply
        self.cost += reply.cost
        self.dearest = max(self.dearest, reply.cost)


class MemoryCache:
    """Keeps replies as long as the process lives."""

    def __init__(self, replies: Sequence[Reply] = ()) -> None:
        self._replies = {reply.key: reply for reply in replies}

    def known(self, keys: Sequence[str]) -> Mapping[str, Reply]:
        return {key: self._replies[key] for key in keys if key in self._replies}

    def keep(self, replies: Sequence[Reply]) -> None:
        self._replies |= {reply.key: reply for reply in replies}


def asked(
    questions: Sequence[Question],
    *,
    ask: Ask,
    cache: Cache,
    batch: int,
    most_cost: float | None = None,
) -> Iterator[Asked]:
    """Yield how far it is before the first batch and after each; the last one is the result.

    Equal prompts are asked once. What replies cost counts whenever they were paid for, so that a
    run that was killed and goes on has no second limit. The first question goes alone; after that a
    batch is no larger than the money left pays for, if no question is dearer than the dearest so
    far.
    """
    by_key = {question.key: question for question in questions}
    so_far = Asked()
    for reply in cache.known([*by_key]).values():
        so_far.took(reply)
    yield so_far
    left = [question for key, question in by_key.items() if key not in so_far.replies]
    while left:
        size = _size(so_far, batch, most_cost)
        if not size:
            so_far.stopped = True
            yield so_far
            return
        now, left = left[:size], left[size:]
        _take(so_far, ask(now), cache)
        so_far.asked += len(now)
        yield so_far


def _take(so_far: Asked, outcomes: Sequence[Reply | Failed], cache: Cache) -> None:
    cache.keep([one for one in outcomes if isinstance(one, Reply)])
    for one in outcomes:
        if isinstance(one, Reply):
            so_far.took(one)
        else:
            so_far.failed[one.key] = one.reason


def _size(so_far: Asked, batch: int, most_cost: float | None) -> int:
    """How many questions may be asked next."""
    if most_cost is None:
        return batch
    if so_far.cost >= most_cost:
        return 0
    if not so_far.dearest:  # what one costs is not known, or they cost nothing
        return batch if so_far.replies else 1
    # A share of a millionth absorbs the rounding of sums.
    return min(batch, int((most_cost - so_far.cost) / so_far.dearest + 1e-6))
