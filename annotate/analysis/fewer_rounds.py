"""Whether fewer rounds would do for a whole project (IIW §3.3).

The authors began with three rounds and reduced their number once the outputs of two rounds in a row
were 0.8 alike; after some time that was so between the first two. Early stopping does this for each
text by itself; here it is asked of all texts together, of those that people worked on lately.

Assumption: texts that reached a round stand for those that will. Where early stopping is on, only
texts that changed much go on, so that later pairs look less alike than they would without it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import low_end, share

# Fewer texts prove nothing about a project.
FEWEST = 30
# More than half of the texts: the median likeness has reached the threshold.
MOST_OF_THEM = 0.5


@dataclass(frozen=True, slots=True)
class AlikeRounds:
    """Texts of which round ``second`` was compared with the round before it.

    Attributes:
        alike: how many of the ``texts`` reached the threshold of likeness.
    """

    second: int
    alike: int
    texts: int

    @property
    def share(self) -> Interval:
        """The share that is alike, with its 95% interval (Wilson)."""
        return share(self.alike, self.texts)

    @property
    def agrees(self) -> bool:
        """Whether most texts are alike, and not by chance: the interval lies above one half."""
        return self.texts >= FEWEST and low_end(self.alike, self.texts) > MOST_OF_THEM


def enough_rounds(pairs: Iterable[AlikeRounds], *, allowed: int) -> int | None:
    """Return how many rounds would do where ``allowed`` are done now; None: none can be spared.

    The last of them is kept: it is what shows that people agree.

    Worked example: of 100 texts 70 were alike in rounds 1 and 2, so that round 3 can be spared; of
    50 and 31 the intervals reach below one half, or hold too few.

    >>> enough_rounds([AlikeRounds(2, 70, 100), AlikeRounds(3, 9, 30)], allowed=3)
    2
    >>> enough_rounds([AlikeRounds(2, 55, 100), AlikeRounds(3, 25, 29)], allowed=4) is None
    True
    >>> enough_rounds([AlikeRounds(2, 70, 100)], allowed=2) is None
    True
    """
    enough = [pair.second for pair in pairs if pair.agrees and pair.second < allowed]
    return min(enough, default=None)
