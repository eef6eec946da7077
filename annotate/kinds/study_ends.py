"""The ends of an interval beside a figure of a study that stands alone."""

from typing import Self

from annotate.analysis.agreement_intervals import SEED
from annotate.analysis.intervals import LEVEL, RESAMPLES, Interval
from annotate.analysis.undefined import defined
from annotate.kinds.judging import Reason, StudySchema

AGREEMENT_METHOD = (
    f"Percentile bootstrap of {LEVEL:.0%} over the images ({RESAMPLES:,} draws, seed {SEED}): "
    "everything that was said of an image is drawn together, and the people stay the same."
)


class StudyEnds(StudySchema):
    """The interval of 95% over the images; `why` says why there is none."""

    low: float | None
    high: float | None
    images: int
    why: Reason | None

    @classmethod
    def of(cls, figure: Interval) -> Self:
        return cls(
            low=defined(figure.low),
            high=defined(figure.high),
            images=figure.n,
            why=Reason.of(figure.low),
        )

    def printed(self) -> str | None:
        if self.low is None or self.high is None:
            return None
        return f"{self.low:.2f} to {self.high:.2f}"
