"""What quality flags are computed from, what they are, and what their numbers say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Code = Literal[
    "time_outlier_hit",
    "time_outlier_image",
    "time_outlier_platform",
    "capitals",
    "quality_words",
    "text_minority",
    "canned_alone",
    "not_canned_alone",
    "canned_often",
    "near_duplicate",
    "pasted_instruction",
    "gold_accuracy",
    "edit_outlier",
    "random_sample",
    "spot_check",
]
RULE_PREFIX = "rule:"
WORDS_CHANGED = "words changed"


@dataclass(frozen=True, slots=True)
class About:
    title: str
    description: str


def titled(code: str) -> About:
    return About(str(Message(f"flag_{code}_title")), str(Message(f"flag_{code}_text")))


CODES: dict[str, About] = {code: titled(code) for code in get_args(Code)}


def about(code: str) -> About:
    """Title and description of a code, that of a text rule (``rule:…``) included.

    >>> about("rule:filler_phrase").title
    'Text rule: filler phrase'
    """
    if not code.startswith(RULE_PREFIX):
        return CODES[code]
    name = code.removeprefix(RULE_PREFIX).replace("_", " ")
    return About(str(Message("flag_rule_title", rule=name)), str(Message("flag_rule_text")))


def explain(code: str, numbers: Mapping[str, Any]) -> Message:
    """The numbers of a flag as one sentence or two for a lead.

    >>> str(explain("canned_alone", {"canned": 1, "answers": 5}))
    'The only one of 5 answers about this image that is the canned text.'
    """
    return _rule(numbers) if code.startswith(RULE_PREFIX) else _MESSAGES[code](numbers)


def percentage(share: float) -> float:
    """A share in [0, 1] in percent; less than the whole is never said to be the whole.

    >>> percentage(0.5), percentage(2 / 3), percentage(0.9996)
    (50.0, 66.7, 99.96)
    """
    rounded = round(100 * share, 1)
    return round(100 * share, 2) if rounded == 100 and share < 1 else rounded


def side(z: float) -> Message:
    return Message("side_above") if z > 0 else Message("side_below")


def _numbers(code: str, *plain: str, percent: Sequence[str] = ()) -> Callable[[Any], Message]:
    """A sentence with numbers as they are, and with shares in percent."""

    def message(numbers: Any) -> Message:
        values = {name: numbers[name] for name in plain}
        return Message(code, **values, **{name: percentage(numbers[name]) for name in percent})

    return message


def _time(code: str) -> Callable[[Any], Message]:
    def message(numbers: Any) -> Message:
        return Message(
            f"flag_time_outlier_{code}",
            seconds=round(numbers["seconds"], 1),
            answers=numbers["answers"],
            mean=round(numbers["mean"], 1),
            sd=round(numbers["sd"], 1),
            distance=round(abs(numbers["z"]), 2),
            side=side(numbers["z"]),
            limit=numbers["limit"],
        )

    return message


def _quality_words(numbers: Any) -> Message:
    return Message("flag_quality_words", words=[f"“{word}”" for word in numbers["words"]])


def _near_duplicate(numbers: Any) -> Message:
    return Message(
        "flag_near_duplicate",
        answers=numbers["answers"],
        images=Message("flag_images", count=numbers["images"]),
        people=Message("flag_people", count=numbers["workers"]),
        own=numbers["own"],
        similarity=percentage(numbers["similarity"]),
        limit=percentage(numbers["limit"]),
    )


def _pasted(numbers: Any) -> Message:
    values = {
        "share": percentage(numbers["share"]),
        "limit": percentage(numbers["limit"]),
        "passage": numbers["passage"],
    }
    if numbers["source"] == "instructions":
        return Message("flag_pasted_instructions", **values)
    return Message("flag_pasted_passage", images=numbers["images"], **values)


def _edits(numbers: Any) -> Message:
    unit = numbers["unit"]
    return Message(
        "flag_edit_outlier",
        unit=Message("words_changed") if unit == WORDS_CHANGED else unit,
        mean=round(numbers["mean"], 1),
        answers=numbers["answers"],
        people=numbers["people"],
        pool_mean=round(numbers["pool_mean"], 1),
        pool_sd=round(numbers["pool_sd"], 1),
        distance=round(abs(numbers["z"]), 2),
        side=side(numbers["z"]),
        limit=numbers["limit"],
    )


def _random(numbers: Any) -> Message:
    values = {"number": numbers["count"], "total": numbers["of"], "seed": str(numbers["seed"])}
    return Message("flag_random_sample", **values)


def _spot_check(numbers: Any) -> Message:
    return Message(
        "flag_spot_check",
        base=str(numbers["base"]),
        source=Message(f"spot_check_{numbers['origin']}", producer=numbers["producer"]),
        unchanged=numbers["unchanged"],
        answers=numbers["answers"],
        share=percentage(numbers["share"]),
        low=percentage(numbers["low"]),
        high=percentage(numbers["high"]),
        drawn=percentage(numbers["drawn"]),
        seed=str(numbers["seed"]),
    )


def _rule(numbers: Any) -> Message:
    message = Message.from_json(numbers["message"])
    if not numbers.get("found"):
        return message
    return Message("flag_rule_found", message=message, found=numbers["found"])


def _time_of_image(numbers: Any) -> Message:
    if "clock" not in numbers:
        return _time("image")(numbers)
    return Message(
        f"flag_time_by_clock_of_{numbers['clock']}",
        seconds=round(numbers["seconds"], 1),
        answers=numbers["answers"],
        median=round(numbers["median"], 1),
        distance=round(abs(numbers["z"]), 2),
        side=side(numbers["z"]),
        limit=numbers["limit"],
    )


_MESSAGES: Mapping[str, Callable[[Any], Message]] = {
    "time_outlier_hit": _time("hit"),
    "time_outlier_image": _time_of_image,
    "time_outlier_platform": _time("platform"),
    "capitals": _numbers("flag_capitals", "capitals", "characters", percent=("share", "limit")),
    "quality_words": _quality_words,
    "text_minority": _numbers("flag_text_minority", "yes", "answers", percent=("limit",)),
    "canned_alone": _numbers("flag_canned_alone", "answers"),
    "not_canned_alone": _numbers("flag_not_canned_alone", "canned", "answers"),
    "canned_often": _numbers("flag_canned_often", "canned", "images", percent=("share", "limit")),
    "near_duplicate": _near_duplicate,
    "pasted_instruction": _pasted,
    "gold_accuracy": _numbers(
        "flag_gold_accuracy", "right", "total", percent=("accuracy", "limit")
    ),
    "edit_outlier": _edits,
    "random_sample": _random,
    "spot_check": _spot_check,
}


CANNED_TEXT = "Quality issues are too severe to recognize visual content."

Basis = Literal["hit", "image", "platform"]
BASES: tuple[Basis, ...] = ("hit", "image", "platform")

Numbers = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionWork:
    """One person's answer about one image, as far as flags need it.

    ``key`` is the caller's own id and comes back in :class:`FlagFound`. Times are in seconds and
    None (or 0 and less) where they are not known:

    * ``seconds_image``     on this image
    * ``seconds_hit``       of the whole HIT, divided by its images, by the clock of the page
    * ``seconds_platform``  the same from accepting to submitting, by the clock of the platform

    ``canned`` None means: see whether the text contains the canned text. ``round`` counts the
    rounds of a text; times of different rounds are not compared.
    """

    key: int | str
    image: int | str
    worker: int | str
    text: str
    canned: bool | None = None
    text_detected: bool | None = None
    seconds_image: float | None = None
    seconds_hit: float | None = None
    seconds_platform: float | None = None
    round: int = 0


class FlagSettings(BaseModel):
    """Every number of the rules; the defaults are those of VizWiz-Captions where it has one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    off: frozenset[Code] = frozenset()
    canned_text: str | None = Field(CANNED_TEXT, min_length=1, max_length=1_000)
    time_z: float = Field(1.95, gt=0, le=100)
    clock_z: float = Field(3.5, gt=0, le=100)
    capitals_share: float = Field(0.5, ge=0, le=1)
    quality_words: tuple[str, ...] = ("quality", "blur")
    text_yes_share: float = Field(0.8, gt=0, le=1)
    alone_min_answers: int = Field(3, ge=2, le=1_000)
    canned_often_share: float = Field(0.5, gt=0, le=1)
    canned_often_min_images: int = Field(1, ge=1, le=1_000_000)
    duplicate_similarity: float = Field(0.8, ge=0.5, le=1)
    duplicate_min_words: int = Field(5, ge=1, le=1_000)
    duplicate_min_own: int = Field(2, ge=2, le=1_000)
    duplicate_min_answers: int = Field(3, ge=2, le=1_000)
    pasted_share: float = Field(0.8, gt=0, le=1)
    pasted_min_images: int = Field(3, ge=2, le=1_000)
    gold_accuracy: float = Field(0.7, ge=0, le=1)
    gold_min_answers: int = Field(5, ge=1, le=10_000)
    edit_z: float = Field(1.95, gt=0, le=100)
    edit_min_answers: int = Field(5, ge=1, le=10_000)
    edit_min_people: int = Field(5, ge=2, le=10_000)
    spot_check_share: float = Field(0.1, ge=0, le=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFound:
    """A reason to look at an answer (``key``) or, of flags about people, at a ``worker``.

    ``numbers`` are plain JSON values, rounded for storing; ``message`` says them.
    ``related`` are the keys of the other answers it was decided by (the same image, the same text).
    """

    key: int | str | None
    worker: int | str
    code: str
    numbers: Numbers
    related: tuple[int | str, ...] = ()

    @property
    def message(self) -> Message:
        return explain(self.code, self.numbers)

    @property
    def explanation(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Where a time lies among the times of its image; ``z`` uses the population SD."""

    seconds: float | None
    mean: float | Undefined
    sd: float | Undefined
    z: float | Undefined
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """All numbers of one answer, flagged or not."""

    work: CaptionWork
    canned: bool
    capitals: float | Undefined
    words_found: tuple[str, ...]
    times: Mapping[Basis, Spread] = field(default_factory=dict)
    answers_of_image: int
    canned_of_image: int
    text_answers: int
    text_yes: int
    images_of_worker: int
    canned_of_worker: int
