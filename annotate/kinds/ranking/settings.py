"""What a study can set for rankings."""

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.scales import Help, Reasons, Title


class RankingSettings(Record):
    """What is asked, whether texts may share a place, and whether reasons are asked for."""

    question: Title = "Which text describes the image best?"
    help: Help = ""
    ties: bool = Field(strict=True, default=True)
    justification: Reasons = "optional"
