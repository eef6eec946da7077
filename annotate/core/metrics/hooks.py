"""Where packages above say which figures of theirs an operator watches."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from annotate.core.hooks import Hook


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure of the whole installation, as it is now.

    Attributes:
        name: without the product's own name before it; with its unit (seconds, bytes) at the end.
        help: what is counted, in one sentence.
        labels: names and values; the same names in all figures of one name.
        is_total: it only ever grows, so that its rate means something.
    """

    name: str
    help: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)
    is_total: bool = False


# Asked at each scrape: a number of statements that does not grow with the work that was done.
figures: Hook[Callable[[], Iterable[Figure]]] = Hook("metrics.figures")
