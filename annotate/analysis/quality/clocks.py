"""How long answers usually take, by a clock that a few odd times cannot move.

VizWiz-Captions looks at "a statistical outlier in time-to-submit ... by 1.95 times the standard
deviation for all the results" (VW App. A.1); its published code compares the answers about one
image. With n answers no distance in population standard deviations passes √(n - 1), which is 1.73
for four, so that below five answers that rule can never fire. A time that has fewer beside it is
compared with all results instead: with the other answers of the same person, and of the project.

Times are compared as logarithms, where twice as slow is as far as twice as fast, by their median
and 1.4826 times the median absolute deviation (MAD), which is the standard deviation of a normal
distribution. Distances of more than 3.5 are outliers (Iglewicz & Hoaglin 1993, "How to Detect and
Handle Outliers", p. 11).
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Literal, NamedTuple

Key = int | str
ClockName = Literal["person", "project"]

# So many answers make the rule of one image able to fire, and so many make a clock.
FEWEST_ANSWERS = 5
# People who happen to take nearly the same time do not make a tenth more an outlier: 20%.
_LEAST_SPREAD = 0.2
_NORMAL = 1.4826


class Timed(NamedTuple):
    """The time of one answer in seconds; answers of different rounds are not compared."""

    worker: Key
    round: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Clock:
    """What is usual: ``centre`` and ``spread`` of the logarithms of ``answers`` times."""

    centre: float
    spread: float
    answers: int

    @property
    def median(self) -> float:
        """The usual time in seconds."""
        return math.exp(self.centre)

    def distance(self, seconds: float) -> float:
        """Return how many robust standard deviations a time lies above (or, < 0, below)."""
        return (math.log(seconds) - self.centre) / self.spread


def clock_of(times: Iterable[float | None]) -> Clock | None:
    """Return the clock of some times; None for fewer than five that are known (above 0, finite).

    Worked example: the logarithms of 40, 50, 50, 60 and 80 have the median ln 50 = 3.912; their
    distances from it are 0.223, 0, 0, 0.182 and 0.470, of which the median is 0.182. The spread is
    1.4826 × 0.182 = 0.270, and 2 s are (0.693 - 3.912) / 0.270 = 11.9 spreads below.

    >>> clock = clock_of([40, 50, 50, 60, 80])
    >>> round(clock.median), round(clock.spread, 3), round(clock.distance(2), 1)
    (50, 0.27, -11.9)
    """
    logs = [math.log(time) for time in times if time is not None and is_known(time)]
    if len(logs) < FEWEST_ANSWERS:
        return None
    centre = median(logs)
    deviation = median(abs(log - centre) for log in logs)
    return Clock(centre, max(_LEAST_SPREAD, _NORMAL * deviation), len(logs))


def is_known(time: float | None) -> bool:
    return time is not None and time > 0 and math.isfinite(time)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clock of every person and of the project, by rounds."""

    of_person: Mapping[tuple[Key, int], Clock]
    of_project: Mapping[int, Clock]

    @classmethod
    def from_times(cls, of_people: Iterable[Timed], of_project: Iterable[Timed]) -> "Clocks":
        people: dict[tuple[Key, int], list[float | None]] = defaultdict(list)
        rounds: dict[int, list[float | None]] = defaultdict(list)
        for timed in of_people:
            people[timed.worker, timed.round].append(timed.seconds)
        for timed in of_project:
            rounds[timed.round].append(timed.seconds)
        return cls(
            {key: clock for key, times in people.items() if (clock := clock_of(times))},
            {key: clock for key, times in rounds.items() if (clock := clock_of(times))},
        )

    def furthest(self, answer: Timed) -> tuple[ClockName, Clock, float] | None:
        """Return the clock a time is further from, and how far; None where there is no clock."""
        if answer.seconds is None or not is_known(answer.seconds):
            return None
        candidates: list[tuple[ClockName, Clock | None]] = [
            ("person", self.of_person.get((answer.worker, answer.round))),
            ("project", self.of_project.get(answer.round)),
        ]
        known = [
            (name, clock, clock.distance(answer.seconds)) for name, clock in candidates if clock
        ]
        return max(known, key=lambda candidate: abs(candidate[2]), default=None)
