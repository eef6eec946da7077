"""What a recipe is: a typed, versioned, unchangeable description of a project's stages.

Plain Python: a recipe is stored as JSON beside the project and parsed back into these types.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field, field_validator, model_validator

from annotate.kinds.capabilities import Judges
from annotate.messages import Message
from annotate.projects.recipes.changes import RecipeChanges, changed_stages
from annotate.projects.recipes.stage import (
    SAMPLE_GROUP,
    Frozen,
    NoRepeat,
    Slug,
    StageSpec,
    Title,
    parsed,
)


class OptionalStage(Frozen):
    """A stage that a project can take in when it is made: where, and which stages then show it."""

    stage: StageSpec
    before: Slug
    shown_in: tuple[Slug, ...] = ()


class Recipe(Frozen):
    """A whole recipe.

    ``no_repeat``: nobody works twice on the same sample, or on the same stage of a sample.
    """

    name: Slug
    version: int = Field(strict=True, ge=1)
    title: Title
    description: str = Field(default="", max_length=2_000)
    no_repeat: NoRepeat = "sample"
    stages: Annotated[tuple[StageSpec, ...], Field(max_length=20)]
    # Stages that are not part of this recipe until a project asks for them.
    optional_stages: Annotated[tuple[OptionalStage, ...], Field(max_length=20)] = ()

    @classmethod
    def parse(cls, raw: object) -> Self:
        """From JSON values; raises :class:`InvalidRecipeError`."""
        return parsed(cls, raw)

    def dump(self) -> dict[str, Any]:
        """As JSON values; ``Recipe.parse(x.dump()) == x``."""
        return self.model_dump(mode="json")

    @field_validator("stages")
    @classmethod
    def _some_stage(cls, stages: tuple[StageSpec, ...]) -> tuple[StageSpec, ...]:
        # Not min_length: it counts only valid items, so one bad stage would be reported twice.
        if not stages:
            raise ValueError(Message("recipe_without_stages"))
        return stages

    @model_validator(mode="after")
    def _stages_fit_together(self) -> Self:
        earlier: dict[str, StageSpec] = {}
        for spec in self.stages:
            if spec.key in earlier:
                raise ValueError(Message("stage_keys_equal", key=spec.key))
            for key in spec.context:
                if key not in earlier:
                    raise ValueError(Message("context_not_earlier", stage=spec.key, context=key))
            if spec.about is not None and not _can_be_judged(earlier.get(spec.about)):
                raise ValueError(Message("about_not_parallel", stage=spec.key, judged=spec.about))
            earlier[spec.key] = spec
        if all(spec.given for spec in self.stages):
            raise ValueError(Message("recipe_asks_nobody"))
        return self

    @model_validator(mode="after")
    def _optional_stages_fit(self) -> Self:
        known = [*self.stage_keys]
        for extra in self.optional_stages:
            if extra.stage.key in known:
                raise ValueError(Message("stage_keys_equal", key=extra.stage.key))
            unknown = {extra.before, *extra.shown_in} - set(self.stage_keys)
            if unknown:
                raise ValueError(Message("no_such_stage", stage=min(unknown)))
            known.append(extra.stage.key)
        return self

    @property
    def stage_keys(self) -> tuple[str, ...]:
        return tuple(spec.key for spec in self.stages)

    @property
    def asked_stages(self) -> tuple[StageSpec, ...]:
        """The stages in which people are asked for something, in order; there is at least one."""
        return tuple(spec for spec in self.stages if not spec.given)

    @property
    def people_needed(self) -> int:
        """The fewest different people who can take one image through all stages.

        Where nobody works twice on an image (IIW §3.3), each round of each stage is another
        person's; else the longest stage decides. Nobody judges answers on an image where they
        wrote one, so judges are counted apart.
        """
        writing = [spec.most_rounds for spec in self.asked_stages if spec.about is None]
        judging = [spec.most_rounds for spec in self.asked_stages if spec.about is not None]
        writers = sum(writing) if self.no_repeat == "sample" else max(writing, default=0)
        return writers + max(judging, default=0)

    @property
    def given_keys(self) -> frozenset[str]:
        """The keys of the stages whose answers are brought in."""
        return frozenset(spec.key for spec in self.stages if spec.given)

    def stage(self, key: str) -> StageSpec:
        """Raises KeyError naming those there are."""
        for spec in self.stages:
            if spec.key == key:
                return spec
        raise KeyError(f"Recipe {self.name!r} has no stage {key!r}, only {self.stage_keys}.")

    def next_stage(self, key: str) -> StageSpec | None:
        """The stage after ``key``, None after the last; raises KeyError."""
        place = self.stages.index(self.stage(key)) + 1
        return self.stages[place] if place < len(self.stages) else None

    def exclusion_group(self, stage_key: str) -> str:
        """The group within a sample in which one person may submit only once.

        All stages share the group "sample" unless the recipe allows a person one task per stage.

        Raises KeyError for an unknown stage.
        """
        spec = self.stage(stage_key)
        return SAMPLE_GROUP if self.no_repeat == "sample" else spec.key

    def with_optional(self, key: str) -> "Recipe":
        """This recipe with one of its optional stages; raises KeyError."""
        for extra in self.optional_stages:
            if extra.stage.key == key:
                break
        else:
            raise KeyError(f"Recipe {self.name!r} has no optional stage {key!r}.")
        stages = [
            spec.model_copy(update={"context": (*spec.context, key)})
            if spec.key in extra.shown_in
            else spec
            for spec in self.stages
        ]
        stages.insert(self.stage_keys.index(extra.before), extra.stage)
        left = tuple(other for other in self.optional_stages if other is not extra)
        return self._changed(stages=tuple(stages), optional_stages=left)

    def customise(
        self,
        *,
        no_repeat: str | None = None,
        rounds: Mapping[str, int] | None = None,
        threshold: float | None = None,
        ngram: int | None = None,
        early_stopping: bool | None = None,
        stages: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> "Recipe":
        """This recipe with a project's changes; raises :class:`InvalidRecipeError`.

        ``rounds`` maps stage keys to numbers of rounds, ``stages`` stage keys to everything else
        about a stage. See :class:`RecipeChanges`.
        """
        changes = RecipeChanges.parse(
            {
                "no_repeat": no_repeat,
                "rounds": dict(rounds or {}),
                "threshold": threshold,
                "ngram": ngram,
                "early_stopping": early_stopping,
                "stages": dict(stages or {}),
            }
        )
        recipe = self
        for key in changes.taken_in:
            if key in (extra.stage.key for extra in self.optional_stages):
                recipe = recipe.with_optional(key)
        return recipe._changed(
            no_repeat=changes.no_repeat or recipe.no_repeat,
            stages=changed_stages(recipe.stages, changes),
        )

    def _changed(self, **values: Any) -> "Recipe":
        return parsed(Recipe, self.model_copy(update=values).dump())


def _can_be_judged(spec: StageSpec | None) -> bool:
    if spec is None or isinstance(spec.kind_object, Judges):
        return False
    return spec.given or spec.mode == "parallel"
