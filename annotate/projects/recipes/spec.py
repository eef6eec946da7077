"""What a recipe is: a typed, versioned, unchangeable description of a project's stages.

Plain Python: a recipe is stored as JSON beside the project and parsed back into these types.
"""

from collections.abc import Mapping
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
from annotate.kinds import AnyKind, InvalidValueError, Problem
from annotate.kinds.problems import problems_of

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Rounds = Annotated[int, Field(strict=True, ge=1, le=20)]
NgramSize = Annotated[int, Field(strict=True, ge=1, le=4)]
Threshold = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
NoRepeat = Literal["sample", "stage"]

SAMPLE_GROUP = "sample"


class InvalidRecipeError(InvalidValueError):
    """A recipe, or a change to one, that cannot work; ``problems`` says why."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class StopRule(_Frozen):
    """When a sequential stage has had enough rounds: IIW §3.3 stops at a similarity of 0.8."""

    n: NgramSize = 1
    threshold: Threshold = 0.8
    # A rule that is switched off keeps its numbers, so that it can be switched on again.
    enabled: StrictBool = True


class HitSpec(_Frozen):
    """Work given in mini-batches: how many assignments together, and the minutes for them all.

    VW App. A.1 gives five images at once; TC Suppl. F five captions or ten votes in 15 minutes.
    """

    size: int = Field(strict=True, default=5, ge=1, le=50)
    minutes: int = Field(strict=True, default=30, ge=1, le=1440)


class StageSpec(_Frozen):
    """One step of a recipe: what is asked (kind and settings) and how often.

    ``rounds`` is the most rounds of a sequential stage, or the replicas of a parallel one;
    ``rounds_by_split`` says otherwise for the images of a split (TC §3.1: a sixth caption for the
    test split). A ``seeded`` stage starts from a model's answer where there is one. ``context``
    names earlier stages whose results the annotator sees. ``about`` names the earlier parallel
    stage whose answers are judged one by one: each gets ``rounds`` replicas of its own. ``hit``
    gives the work in mini-batches. ``gold_rate`` is the expected share of tasks whose right answer
    is known, mixed in unseen (TC §3.1).
    """

    key: Slug
    title: Title
    kind: str
    settings: dict[str, Any] = Field(default_factory=dict)
    mode: Literal["sequential", "parallel"] = "sequential"
    rounds: Rounds = 1
    stop: StopRule | None = None
    seeded: StrictBool = False
    context: tuple[Slug, ...] = ()
    about: Slug | None = None
    rounds_by_split: dict[str, Rounds] = Field(default_factory=dict)
    hit: HitSpec | None = None
    gold_rate: Share = 0.0
    lease_minutes: int = Field(strict=True, default=30, ge=1, le=1440)
    idle_seconds: int = Field(strict=True, default=60, ge=5, le=3600)

    @field_validator("key")
    @classmethod
    def _key_not_reserved(cls, key: str) -> str:
        if key == SAMPLE_GROUP:
            raise ValueError("The key 'sample' is reserved; choose another.")
        return key

    @field_validator("kind")
    @classmethod
    def _kind_registered(cls, name: str) -> str:
        if name not in kinds.names():
            raise ValueError(f"There is no kind {name!r}; there are {', '.join(kinds.names())}.")
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
            raise ValueError(
                "A parallel stage has no rounds to compare; remove 'stop' or make it sequential."
            )
        return self

    @property
    def replicas(self) -> int:
        """How many tasks open at once: ``rounds`` in a parallel stage, 1 in a sequential one."""
        return self.rounds if self.mode == "parallel" else 1

    def rounds_for(self, split: str) -> int:
        """Return the rounds or replicas of an image in this split ("" where it has none)."""
        return self.rounds_by_split.get(split, self.rounds)

    @property
    def kind_object(self) -> AnyKind:
        """The kind this stage asks for."""
        return kinds.get(self.kind)

    @property
    def kind_settings(self) -> Any:
        """The settings in the kind's own type."""
        return self.kind_object.parse_settings(self.settings)


class Customisation(_Frozen):
    """What a lead may change in a recipe for one project; None leaves it as it is.

    ``threshold``, ``ngram`` and ``early_stopping`` go to every stage that has a stop rule.
    """

    no_repeat: NoRepeat | None = None
    rounds: dict[str, Rounds] = Field(default_factory=dict)
    threshold: Threshold | None = None
    ngram: NgramSize | None = None
    early_stopping: StrictBool | None = None

    @classmethod
    def parse(cls, raw: object) -> Self:
        """Return typed wishes; raises :class:`InvalidRecipeError`."""
        return _parsed(cls, raw)


class Recipe(_Frozen):
    """A whole recipe.

    ``no_repeat``: nobody works twice on the same sample, or on the same stage of a sample.
    """

    name: Slug
    version: int = Field(strict=True, ge=1)
    title: Title
    description: str = Field(default="", max_length=2_000)
    no_repeat: NoRepeat = "sample"
    stages: Annotated[tuple[StageSpec, ...], Field(max_length=20)]

    @classmethod
    def parse(cls, raw: object) -> Self:
        """Return a typed recipe from JSON values; raises :class:`InvalidRecipeError`."""
        return _parsed(cls, raw)

    def dump(self) -> dict[str, Any]:
        """Return the recipe as JSON values; ``Recipe.parse(x.dump()) == x``."""
        return self.model_dump(mode="json")

    @field_validator("stages")
    @classmethod
    def _some_stage(cls, stages: tuple[StageSpec, ...]) -> tuple[StageSpec, ...]:
        # Not min_length: it counts only valid items, so one bad stage would be reported twice.
        if not stages:
            raise ValueError("A recipe needs at least one stage.")
        return stages

    @model_validator(mode="after")
    def _stages_fit_together(self) -> Self:
        earlier: list[str] = []
        for spec in self.stages:
            if spec.key in earlier:
                raise ValueError(f"Two stages have the key {spec.key!r}; each needs its own.")
            for key in spec.context:
                if key not in earlier:
                    raise ValueError(
                        f"Stage {spec.key!r} shows {key!r}, which is no earlier stage."
                    )
            if spec.about is not None and spec.about not in earlier:
                raise ValueError(
                    f"Stage {spec.key!r} judges {spec.about!r}, which is no earlier stage."
                )
            earlier.append(spec.key)
        return self

    @property
    def stage_keys(self) -> tuple[str, ...]:
        """The keys of all stages in order."""
        return tuple(spec.key for spec in self.stages)

    def stage(self, key: str) -> StageSpec:
        """Return one stage; raises KeyError naming those there are."""
        for spec in self.stages:
            if spec.key == key:
                return spec
        raise KeyError(f"Recipe {self.name!r} has no stage {key!r}, only {self.stage_keys}.")

    def next_stage(self, key: str) -> StageSpec | None:
        """Return the stage after ``key``, None after the last; raises KeyError."""
        place = self.stages.index(self.stage(key)) + 1
        return self.stages[place] if place < len(self.stages) else None

    def exclusion_group(self, stage_key: str) -> str:
        """Return the group within a sample in which one person may submit only once.

        All stages share the group "sample" unless the recipe allows a person one task per stage.

        Raises KeyError for an unknown stage.
        """
        spec = self.stage(stage_key)
        return SAMPLE_GROUP if self.no_repeat == "sample" else spec.key

    def customise(
        self,
        *,
        no_repeat: str | None = None,
        rounds: Mapping[str, int] | None = None,
        threshold: float | None = None,
        ngram: int | None = None,
        early_stopping: bool | None = None,
    ) -> "Recipe":
        """Return this recipe with a project's wishes; raises :class:`InvalidRecipeError`.

        ``rounds`` maps stage keys to numbers of rounds. See :class:`Customisation`.
        """
        wishes = Customisation.parse(
            {
                "no_repeat": no_repeat,
                "rounds": dict(rounds or {}),
                "threshold": threshold,
                "ngram": ngram,
                "early_stopping": early_stopping,
            }
        )
        self._check_known(wishes.rounds)
        stages = tuple(_with_wishes(spec, wishes) for spec in self.stages)
        changed = {"no_repeat": wishes.no_repeat or self.no_repeat, "stages": stages}
        return _parsed(Recipe, self.dump() | changed)

    def _check_known(self, rounds: Mapping[str, int]) -> None:
        unknown = [key for key in rounds if key not in self.stage_keys]
        if unknown:
            known = ", ".join(self.stage_keys)
            raise InvalidRecipeError(
                Problem(
                    code="unknown_stage",
                    path=f"rounds.{key}",
                    message=f"There is no stage {key!r}; there are {known}.",
                )
                for key in unknown
            )


def _with_wishes(spec: StageSpec, wishes: Customisation) -> StageSpec:
    stop = spec.stop
    if stop is not None:
        stop = StopRule(
            n=stop.n if wishes.ngram is None else wishes.ngram,
            threshold=stop.threshold if wishes.threshold is None else wishes.threshold,
            enabled=stop.enabled if wishes.early_stopping is None else wishes.early_stopping,
        )
    return spec.model_copy(
        update={"rounds": wishes.rounds.get(spec.key, spec.rounds), "stop": stop}
    )


ModelT = TypeVar("ModelT", bound=BaseModel)


def _parsed(model: type[ModelT], raw: object) -> ModelT:
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise InvalidRecipeError(problems_of(error)) from None
