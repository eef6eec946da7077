"""What a study asks of the kind by which people judge.

A design of a study is a kind that has one of these. Rows, states and files are the study's; what
people answer, what comes of it and how that is printed is the kind's. Everything here is told in
places of the study's sources (0, 1, ...), however the sources were arranged for a person.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue

from annotate.analysis.intervals import LEVEL, RESAMPLES, Interval
from annotate.analysis.undefined import Undefined, defined
from annotate.messages import params_json

AnswerT = TypeVar("AnswerT")
ResultsT = TypeVar("ResultsT", bound="StudyResults")
Row = Sequence[object]

SEED = 0  # of the bootstrap: the same judgements always give the same interval
CHUNKS_METHOD = (
    f"Percentile bootstrap of {LEVEL:.0%} over the images ({RESAMPLES:,} draws, seed {SEED}): "
    "everything that was said of an image, of all its chunks, is drawn together."
)
METHOD = (
    f"Percentile bootstrap of {LEVEL:.0%} over the items ({RESAMPLES:,} draws, seed {SEED}): "
    "everything that was said of an item is drawn together."
)


class StudySchema(BaseModel):
    """The base of what the API tells; every field is always there."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class Reason(StudySchema):
    """Why there is no figure: in English, and as an entry of the catalogue."""

    message: str
    message_code: str
    params: dict[str, JsonValue]

    @classmethod
    def of(cls, *figures: object) -> Self | None:
        """The reason of the first that is not there; None where all are."""
        missing = next((figure for figure in figures if isinstance(figure, Undefined)), None)
        if missing is None:
            return None
        message = missing.message
        return cls(
            message=str(message), message_code=message.code, params=params_json(message.params)
        )


class StudyInterval(StudySchema):
    """A figure with its bootstrap interval of 95% over the items, or why there is none."""

    value: float | None
    low: float | None
    high: float | None
    why: Reason | None

    @classmethod
    def of(cls, figure: Interval | Undefined) -> Self:
        if isinstance(figure, Undefined):
            return cls(value=None, low=None, high=None, why=Reason.of(figure))
        return cls(
            value=defined(figure.mean),
            low=defined(figure.low),
            high=defined(figure.high),
            why=Reason.of(figure.mean, figure.low),
        )


class ExcludedRatings(StudySchema):
    """Judgements that a lead rejected, and those of items withdrawn since."""

    rejected: int
    withdrawn: int


class StudyResults(StudySchema):
    """What every design tells; `ratings` are judgements: one person about one item."""

    items: int
    ratings: int
    raters: int
    sources: list[str]
    excluded: ExcludedRatings
    method: str


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """What is judged at once: `sources` in the order of the item, which answers are stored in.

    Items about one image have the same `image`; `chunk` is how many sentences of its texts this
    one is about, None of all.
    """

    image: Hashable
    sources: tuple[int, ...]
    chunk: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement(Generic[AnswerT]):
    """What one person said of one item; `seconds` and `verdict` are unknown if brought in.

    `order`: the sources as this person saw them.
    """

    item: int
    rater: int
    answer: AnswerT
    order: tuple[int, ...]
    seconds: float | None = None
    verdict: str | None = None
    is_withdrawn: bool = False

    @property
    def is_rejected(self) -> bool:
        return self.verdict == "rejected"


@dataclass(frozen=True, slots=True)
class Judgements(Generic[AnswerT]):
    """All judgements that count, by item, and how many do not.

    Left out is what a lead rejected, and what was said of an item that was withdrawn since.
    """

    counted: list[Judgement[AnswerT]] = field(default_factory=list)
    rejected: int = 0
    withdrawn: int = 0

    @property
    def raters(self) -> int:
        return len({judgement.rater for judgement in self.counted})

    @property
    def items(self) -> int:
        return len({judgement.item for judgement in self.counted})


@dataclass(frozen=True, slots=True)
class JudgedStudy(Generic[AnswerT]):
    """A study as its kind sees it: `items` by number, `texts` by item in the order of sources."""

    name: str
    sources: list[str]
    metrics: Sequence[Mapping[str, str]]
    items: Mapping[int, JudgedItem]
    judgements: Judgements[AnswerT]
    texts: Callable[[], Mapping[int, Sequence[str]]]

    def common(self) -> dict[str, Any]:
        return {
            "items": self.judgements.items,
            "ratings": len(self.judgements.counted),
            "raters": self.judgements.raters,
            "sources": self.sources,
            "excluded": ExcludedRatings(
                rejected=self.judgements.rejected, withdrawn=self.judgements.withdrawn
            ),
            "method": METHOD,
        }


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of the printed report; None is a value that is not defined."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | int | float | None]]
    note: str = ""


class StudyDesign(ABC, Generic[AnswerT, ResultsT]):
    """How a kind is used in studies."""

    # Of the recipe of the projects in which people judge.
    recipe: ClassVar[str]
    title: ClassVar[str]
    description: ClassVar[str]
    stage_title_code: ClassVar[str]
    lease_minutes: ClassVar[int]
    # The fewest and the most sources.
    sources: ClassVar[tuple[int, int]]
    # Whether an item shows all sources of an image, or one of them.
    shows_all: ClassVar[bool]
    # Whether the stimuli of an item may be images.
    takes_images: ClassVar[bool] = False
    # What the kind calls the setting whether reasons are asked for.
    reasons_setting: ClassVar[str]
    # What somebody can give for a metric, for filters; further apart than this is disagreement.
    scores: ClassVar[tuple[int, ...]] = ()
    disagreement: ClassVar[int] = 2
    Results: type[ResultsT]
    # What a case tells of one judgement.
    CaseAnswer: type[StudySchema]

    @abstractmethod
    def decode(self, value: str, sources: Sequence[int]) -> AnswerT:
        """Return an answer as it is stored, in JSON, in terms of the sources.

        `sources` are those of the item in its order.
        """

    @abstractmethod
    def results(self, study: JudgedStudy[AnswerT]) -> ResultsT: ...

    @abstractmethod
    def table_rows(self, results: ResultsT) -> Iterator[Row]:
        """The names of the columns first."""

    @abstractmethod
    def latex(self, results: ResultsT) -> Iterator[str]:
        """Comments and tables."""

    @abstractmethod
    def report_tables(self, name: str, results: ResultsT) -> list[ReportTable]: ...

    @abstractmethod
    def rating_columns(self) -> Sequence[str]: ...

    @abstractmethod
    def rating_rows(
        self, study: JudgedStudy[AnswerT], image: str, judgement: Judgement[AnswerT]
    ) -> Iterator[tuple[Row, str]]:
        """Yield the cells below `rating_columns` and the reasons that were given, by row."""

    @abstractmethod
    def case_answer(self, answer: AnswerT) -> StudySchema: ...

    @abstractmethod
    def scores_of(self, answer: AnswerT) -> Iterator[tuple[Hashable, str, int]]:
        """Yield what was judged, by which metric, and the score: what filters of cases look at."""

    @abstractmethod
    def reasons_of(self, answer: AnswerT) -> Iterator[tuple[str, int | None, str]]:
        """Yield for each reason that was given the metric and the score it is for, and its text.

        The metric is empty and the score None where one reason is given for all.
        """

    def guidelines(self, *, of_images: bool = False) -> str:
        """The Markdown by which people judge, unless a lead writes another."""
        name = "guidelines_images.md" if of_images else "guidelines.md"
        return Path(inspect.getfile(type(self))).with_name(name).read_text("utf-8")


class ImportsRatings(ABC, Generic[AnswerT]):
    """What a design also is whose judgements can be brought in from elsewhere, by metric."""

    @abstractmethod
    def imported(self, scores: Mapping[str, tuple[int, str]]) -> AnswerT:
        """Scores with their reasons, by metric, as what somebody said of an item."""


AnyDesign = StudyDesign[Any, Any]
