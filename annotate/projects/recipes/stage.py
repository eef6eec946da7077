"""What a stage of a recipe is, with everything that a project can set about it."""

from collections.abc import Collection
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from annotate import kinds
from annotate.kinds import AnyKind, InvalidValueError
from annotate.kinds.capabilities import Judges, Refinable
from annotate.kinds.problems import problems_of
from annotate.messages import Message

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Split = Annotated[str, StringConstraints(max_length=50)]
Rounds = Annotated[int, Field(strict=True, ge=1, le=20)]
Minutes = Annotated[int, Field(strict=True, ge=1, le=1440)]
NgramSize = Annotated[int, Field(strict=True, ge=1, le=4)]
Threshold = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
RoundsBySplit = Annotated[dict[Split, Rounds], Field(max_length=20)]
TeamKeys = Annotated[tuple[Slug, ...], Field(max_length=10)]

NoRepeat = Literal["sample", "stage"]

SAMPLE_GROUP = "sample"


class InvalidRecipeError(InvalidValueError):
    """A recipe, or a change to one, that cannot work; ``problems`` says why."""


class Frozen(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=True,
        # A recipe is answered with everything written out.
        json_schema_serialization_defaults_required=True,
    )


class StopRule(Frozen):
    """When a sequential stage has had enough rounds: IIW §3.3 stops at a similarity of 0.8."""

    n: NgramSize = 1
    threshold: Threshold = 0.8
    # A rule that is switched off keeps its numbers, so that it can be switched on again.
    enabled: StrictBool = True


class HitSpec(Frozen):
    """Work given in mini-batches: how many assignments together, and the minutes for them all.

    VW App. A.1 gives five images at once; TC Suppl. F five captions or ten votes in 15 minutes.
    """

    size: int = Field(strict=True, default=5, ge=1, le=50)
    minutes: Minutes = 30


class StageSpec(Frozen):
    """One step of a recipe: what is asked (kind and settings) and how often.

    ``title_code`` names the entry of the catalogue that a title which ships is in English.
    ``rounds`` is the most rounds of a sequential stage, or the replicas of a parallel one;
    ``rounds_by_split`` says otherwise for the images of a split (TC §3.1: a sixth caption for the
    test split). A ``seeded`` stage starts from a model's answer where there is one. ``context``
    names earlier stages whose results the annotator sees. ``about`` names the earlier parallel
    stage whose answers are judged one by one: each gets ``rounds`` replicas of its own. ``hit``
    gives the work in mini-batches. ``gold_rate`` is the share of tasks whose right answer is known,
    mixed in unseen (TC §3.1); ``gold_met`` lets who has met them all meet some again. The answers
    of a ``given`` stage are brought in before a sample is opened. ``earlier_texts`` shows whoever
    goes on from a text what it grew from (IIW §3.3); how many give the round away: it is off.
    ``teams`` are the keys of the project's teams of whose people, each in all of them, it asks
    (IIW App. B.1: the work goes to whom it needs); none asks everybody.
    """

    key: Slug
    title: Title
    title_code: Slug | None = None
    kind: str
    settings: dict[str, Any] = Field(default_factory=dict)
    mode: Literal["sequential", "parallel"] = "sequential"
    rounds: Rounds = 1
    stop: StopRule | None = None
    seeded: StrictBool = False
    earlier_texts: StrictBool = False
    context: tuple[Slug, ...] = ()
    about: Slug | None = None
    given: StrictBool = False
    rounds_by_split: RoundsBySplit = Field(default_factory=dict)
    hit: HitSpec | None = None
    gold_rate: Share = 0.0
    gold_met: StrictBool = False
    teams: TeamKeys = ()
    lease_minutes: Minutes = 30
    idle_seconds: int = Field(strict=True, default=60, ge=5, le=3600)

    @property
    def in_rounds(self) -> bool:
        """Whether one person goes on from what another wrote."""
        return self.mode == "sequential" and self.about is None

    @field_validator("key")
    @classmethod
    def _key_not_reserved(cls, key: str) -> str:
        if key == SAMPLE_GROUP:
            raise ValueError(Message("stage_key_reserved", key=key))
        return key

    @field_validator("kind")
    @classmethod
    def _kind_registered(cls, name: str) -> str:
        if name not in kinds.names():
            raise ValueError(Message("no_such_kind", kind=name, kinds=kinds.names()))
        return name

    @field_validator("settings")
    @classmethod
    def _settings_of_kind(cls, raw: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        """Write out every setting, so that a later default changes no stored recipe."""
        if "kind" not in info.data:
            return raw  # the kind itself was refused; one problem is enough
        try:
            settings = kinds.get(info.data["kind"]).parse_settings(raw)
        except InvalidValueError as error:
            raise ValueError(str(error)) from None
        written: dict[str, Any] = settings.model_dump(mode="json")
        return written

    @model_validator(mode="after")
    def _stop_only_in_rounds(self) -> Self:
        if self.stop and self.mode == "parallel":
            raise ValueError(Message("stop_of_parallel_stage"))
        return self

    @model_validator(mode="after")
    def _judges_something(self) -> Self:
        judges = isinstance(self.kind_object, Judges)
        if judges != (self.about is not None):
            code = "judging_without_about" if judges else "about_without_judging"
            raise ValueError(Message(code, stage=self.key))
        if self.about is not None and (self.mode != "parallel" or self.seeded):
            raise ValueError(Message("judging_not_parallel"))
        return self

    @model_validator(mode="after")
    def _given_or_asked(self) -> Self:
        if not self.given:
            if not self.kind_object.asked:
                raise ValueError(Message("kind_must_be_given", kind=self.kind, stage=self.key))
            return self
        if self.about is not None:
            raise ValueError(Message("judging_given"))
        asks = (self.stop, self.seeded, self.context, self.hit, self.gold_rate, self.teams)
        if any(asks) or self.rounds_by_split or self.rounds != 1:
            raise ValueError(Message("given_stage_asks", stage=self.key))
        return self

    @model_validator(mode="after")
    def _goes_on_only_from_what_can_be_gone_on_from(self) -> Self:
        asked_in_rounds = self.mode == "sequential" and not self.given
        if (asked_in_rounds or self.seeded) and not isinstance(self.kind_object, Refinable):
            raise ValueError(Message("kind_not_refinable", kind=self.kind))
        return self

    @property
    def replicas(self) -> int:
        """How many tasks open at once: ``rounds`` in a parallel stage, 1 in a sequential one."""
        return self.rounds if self.mode == "parallel" else 1

    def rounds_for(self, split: str) -> int:
        """The rounds or replicas of an image in this split ("" where it has none)."""
        return self.rounds_by_split.get(split, self.rounds)

    @property
    def most_rounds(self) -> int:
        """The rounds or replicas of the images that have most of them."""
        return max(self.rounds, *self.rounds_by_split.values(), 0)

    def is_for(self, teams: Collection[str]) -> bool:
        """Whether somebody who is in these teams is asked."""
        return all(key in teams for key in self.teams)

    @property
    def kind_object(self) -> AnyKind:
        return kinds.get(self.kind)

    @cached_property
    def kind_settings(self) -> Any:
        """The settings in the kind's own type; a recipe is read once and asked by every request."""
        return self.kind_object.parse_settings(self.settings)

    def __copy__(self) -> Self:
        copied = super().__copy__()
        copied.__dict__.pop("kind_settings", None)  # a copy is about to get others
        return copied


ModelT = TypeVar("ModelT", bound=BaseModel)


def parsed(model: type[ModelT], raw: object) -> ModelT:
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise InvalidRecipeError(problems_of(error)) from None
