"""What some kinds can do and others cannot, each a class that a kind inherits from.

Whoever needs one asks ``isinstance(kind, Refinable)`` or ``kinds.names(Captions)``, never for a
kind by its name. What reads stored answers by the million (exports, sources of studies) takes the
JSON ``value`` as it is; everything else takes typed answers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, TypedDict, TypeVar

from annotate.analysis import overlap
from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure
from annotate.analysis.overlap import Figures
from annotate.analysis.tokens import count_tokens, words
from annotate.kinds.base import Record

SettingsT = TypeVar("SettingsT", bound=Record)
AnswerT = TypeVar("AnswerT", bound=Record)
Value = Mapping[str, Any]


class Refinable(ABC, Generic[AnswerT]):
    """One person can go on from the answer of another: the kinds of sequential stages."""

    @abstractmethod
    def refined_text(self, answer: AnswerT) -> str:
        """All that people wrote, in order; by this two rounds are compared."""

    def changes(self, before: AnswerT | None, after: AnswerT) -> Figures:
        """What a person did to ``before``.

        Always ``tokens_before``, ``tokens_after`` and the keys of ``overlap.compare``. With no
        ``before`` there is nothing to compare with, and the overlap figures are None.
        """
        old, new = self.refined_text(before) if before else "", self.refined_text(after)
        counts: Figures = {"tokens_before": count_tokens(old), "tokens_after": count_tokens(new)}
        if before is None:
            return counts | overlap.no_comparison()
        return counts | _compared(old, new)

    def similarity(self, before: AnswerT, after: AnswerT, *, n: int) -> float | None:
        """That of one size of n-grams."""
        return self.similarities(before, after)[n]

    def similarities(self, before: AnswerT, after: AnswerT) -> dict[int, float | None]:
        """The n-gram Jaccard similarity in [0, 1] that early stopping uses (IIW §3.3), by n.

        Symmetric, 1 for equal answers, None when neither answer has an n-gram.
        """
        figures = _compared(self.refined_text(before), self.refined_text(after))
        return overlap.similarities_in(figures)


@lru_cache(maxsize=32)
def _compared(old: str, new: str) -> Figures:
    """An answer is held against its seed, its base and the round before: often one and the same."""
    return overlap.compare(words(old), words(new))


class NamesThings(ABC, Generic[AnswerT]):
    """The answer names things in its author's words; the project's vocabulary is of these."""

    @abstractmethod
    def labels(self, answer: AnswerT) -> list[str]:
        """The names, as often as they were given."""


class Checkable(ABC, Generic[SettingsT, AnswerT]):
    """Parts of an answer have one right value, so that answers can be gold."""

    @abstractmethod
    def checkable(self, answer: AnswerT) -> dict[str, bool | str]:
        """Those parts by JSON path; unanswered ones are left out."""

    @abstractmethod
    def checkable_paths(self, settings: SettingsT) -> tuple[str, ...]:
        """Every path that :meth:`checkable` can have with these settings."""


class MeasuresAgreement(ABC, Generic[SettingsT, AnswerT]):
    """Independent answers can be compared."""

    @abstractmethod
    def agreement(
        self, items: Sequence[Sequence[AnswerT]], settings: SettingsT, images: Images = None
    ) -> list[Measure]:
        """Named figures over many items, each the answers of several people to one thing.

        Args:
            images: which image each item is of; intervals draw images.
        """


class YesNo(Record):
    """How many said what; ``majority`` is None where there is none."""

    yes: int
    no: int
    majority: bool | None


class Summary(Record):
    """What the answers about one image say together; None is what the kind does not ask."""

    text_detected: YesNo | None = None
    canned: int | None = None
    difficulty: Literal["easy", "medium", "difficult", "unusable"] | None = None
    votes: dict[str, YesNo] | None = None


class Summarises(ABC, Generic[SettingsT, AnswerT]):
    """Independent answers about one image add up to something."""

    @abstractmethod
    def summary(self, answers: Sequence[AnswerT], settings: SettingsT) -> Summary: ...


class AggregateDecision(Record):
    """What independent judgements decide together, and the numbers (JSON values) it rests on."""

    kept: bool
    numbers: dict[str, Any]


class ShowsSeveral(ABC, Generic[AnswerT]):
    """Several stimuli are judged at once; each person sees them in an order of their own.

    An order names places: `order[i]` is the one that comes i-th.
    """

    def count(self, about: Value) -> int:
        return len(about.get("texts") or about.get("images") or ())

    def arranged(self, about: Value, order: Sequence[int]) -> dict[str, Any]:
        """The stimuli in this order."""
        stimuli = ((name, about.get(name)) for name in ("texts", "images"))
        turned = {name: [every[place] for place in order] for name, every in stimuli if every}
        return {**about, **turned}

    @abstractmethod
    def reordered(self, answer: AnswerT, order: Sequence[int]) -> AnswerT:
        """A whole answer, as if the stimuli had been shown in this order of what was shown."""


class QuestionVotes(Record):
    """How one question about an answer was voted on."""

    key: str
    title: str
    yes: int
    no: int
    passed: bool


class Judges(ABC, Generic[SettingsT, AnswerT]):
    """The work is to judge an earlier answer, which is then in ``Stimulus.about``."""

    # Whether those who wrote something that a study compares may not judge in it.
    excludes_authors: ClassVar[bool] = True
    # Whether judgements can drop what they are about.
    drops: ClassVar[bool] = False

    @abstractmethod
    def aggregate(
        self, answers: Sequence[AnswerT], settings: SettingsT
    ) -> AggregateDecision | None:
        """What the judgements decide together; None as long as one of them is missing."""

    def question_votes(
        self, numbers: Mapping[str, Any], settings: SettingsT
    ) -> list[QuestionVotes]:
        """The votes in the numbers of a decision, in the words of the questions of today."""
        return []


SeedRole = Literal["detector", "captioner", "ocr"]


class Seedable:
    """Models of some roles can make an answer to start from."""

    # Which roles have a part in it; by the first one seeds of two versions are compared.
    seed_roles: ClassVar[tuple[SeedRole, ...]]
    # Whose words or boxes it is; what was only shown to them is not theirs.
    seed_authors: ClassVar[tuple[SeedRole, ...]]
    # Codes of the problems that a seed from elsewhere may have: people add what is missing.
    seed_may_lack: ClassVar[frozenset[str]] = frozenset()


class WritesImageText:
    """The answer is one text about the whole image."""

    text_path: ClassVar[str] = "text"
    # What other fields say where the text is somebody's own words; databases are asked by these.
    own_words: ClassVar[Mapping[str, bool]] = {}

    def image_text(self, value: Value) -> str:
        """The text, whosoever words it is."""
        return str(value[self.text_path])

    def says_something(self, value: Value) -> bool:
        """Whether it is somebody's own words about the image."""
        return all(value[field] == wanted for field, wanted in self.own_words.items())


class Describes(WritesImageText):
    """The one text of an image, as long as it takes."""


class Captions(WritesImageText, ABC):
    """One sentence of several about an image, with what release formats ask beside it."""

    def canned(self, value: Value) -> bool:
        """Whether it is the text that says that nothing can be seen."""
        return not self.says_something(value)

    @abstractmethod
    def text_detected(self, value: Value) -> bool | None:
        """Whether the image has text in it; None where nobody said."""

    @abstractmethod
    def released(
        self, value: Value, settings: Mapping[str, Any], *, canned: bool | None
    ) -> dict[str, Any]:
        """A caption of a release as an answer; ``canned`` None: if it says the canned text."""


# `x`, `y`, `width` and `height` in pixels of the upright original.
BoxJson = Mapping[str, float]


class MarkedObject(TypedDict):
    id: str
    label: str
    box: BoxJson
    description: str


class HasParts(ABC, Generic[AnswerT]):
    """The parts of an answer have ids, and say by ids which parts of another they were made of."""

    @abstractmethod
    def part_ids(self, answer: AnswerT) -> list[str]:
        """The ids of the parts, in their order."""

    @abstractmethod
    def kept_parts(self, before: AnswerT, after: AnswerT) -> dict[str, str]:
        """The parts that are in both and the same: the id before by the id after."""

    @abstractmethod
    def renamed(
        self, answer: AnswerT, own: Callable[[str], str], source: Callable[[str], str]
    ) -> AnswerT:
        """The answer with other ids.

        Args:
            own: the new id of a part by the one it has.
            source: the new id of a part it was made of, "" to leave that out.
        """


class MarksObjects:
    """The answer marks things in the image, each with a label, a box and a description."""

    objects_path: ClassVar[str] = "objects"

    def marked_objects(self, value: Value) -> list[MarkedObject]:
        """In the order in which they matter."""
        return list(value[self.objects_path])

    def description_path(self, place: int) -> str:
        """Where the description of an object stands, for those who correct its spelling."""
        return f"{self.objects_path}[{place}].description"


class ReadToken(TypedDict):
    text: str
    box: BoxJson
    legible: bool


class ReadsText:
    """The answer is the writing that stands in the image, word by word."""

    tokens_path: ClassVar[str] = "tokens"

    def read_tokens(self, value: Value) -> list[ReadToken]:
        """In reading order."""
        return list(value[self.tokens_path])
