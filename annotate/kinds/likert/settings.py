"""What a study can set for ratings."""

from typing import Annotated

from pydantic import Field

from annotate.kinds.scales import MAX_METRICS, Metric, Reasons, ScaleSettings, Title

DEFAULT_METRICS = (
    Metric(
        key="overall",
        title="Overall quality",
        help=(
            "How well does this text describe the image to somebody who cannot see it? Think of"
            " what it covers, whether it is true, and how it reads."
        ),
    ),
)


class LikertSettings(ScaleSettings):
    """The metrics, what the ends of the scale are called, and whether reasons are asked for."""

    metrics: Annotated[tuple[Metric, ...], Field(min_length=1, max_length=MAX_METRICS)] = (
        DEFAULT_METRICS
    )
    low_label: Title = "Very poor"
    high_label: Title = "Very good"
    comment: Reasons = "optional"
