"""What is asked, and what came back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from annotate.analysis.caption_files import LayoutError
from annotate.messages import Message

Name = Literal["vg-attribution", "vg-relation", "svo-probes", "winoground"]
# As the columns of Table 5 call them.
TITLES: Mapping[Name, str] = {
    "vg-attribution": "ARO VG-A",
    "vg-relation": "ARO VG-R",
    "svo-probes": "SVO-Probes",
    "winoground": "Winoground",
}


class ProbesError(LayoutError):
    """A file that is none of the layouts, or a row that is not as its layout says."""

    def __init__(self, entry: Message) -> None:
        super().__init__(str(entry))
        self.entry = entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One image with its true caption and one that is wrong about it.

    Attributes:
        id: unique in its set, such as "winoground/12/1".
        image: what the file calls the image.
        kind: what was changed, such as "verb" or the relation.
        group: of probes that are judged together (the two of a Winoground example); "" of none.
    """

    set: Name
    id: str
    image: str
    true: str
    false: str
    kind: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class ProbeFile:
    """The probes of a file, and how many of its rows were left out, by reason."""

    set: Name
    probes: tuple[Probe, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said to one prompt.

    Attributes:
        key: of the prompt and the model, see :func:`~.questions.key_of`.
        text: as it came; "" where the model refused to answer.
        seconds: between asking and the answer.
        cost: in the currency of the prices.
    """

    key: str
    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
