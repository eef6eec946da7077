"""What a lead may change in a recipe for one project."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pydantic import Field, StrictBool

from annotate.kinds import InvalidValueError, Problem
from annotate.messages import Message
from annotate.projects.recipes.stage import (
    Frozen,
    HitSpec,
    InvalidRecipeError,
    Minutes,
    NgramSize,
    NoRepeat,
    Rounds,
    RoundsBySplit,
    Share,
    StageSpec,
    StopRule,
    TeamKeys,
    Threshold,
    parsed,
)


class StageChanges(Frozen):
    """What to change about one stage; what is not named stays as it is.

    ``enabled`` takes in an optional stage. ``hit`` null gives the work one by one. ``settings`` are
    laid over those the stage has, and ``settings.rules`` over its rules.
    """

    enabled: StrictBool | None = None
    rounds: Rounds | None = None
    rounds_by_split: RoundsBySplit | None = None
    lease_minutes: Minutes | None = None
    hit: HitSpec | None = None
    gold_rate: Share | None = None
    gold_met: StrictBool | None = None
    earlier_texts: StrictBool | None = None
    teams: TeamKeys | None = None
    settings: dict[str, Any] = Field(default_factory=dict)


class RecipeChanges(Frozen):
    """What a lead may change in a recipe for one project; None leaves it as it is.

    ``threshold``, ``ngram`` and ``early_stopping`` go to every stage that has a stop rule.
    ``stages`` holds what is to change about single stages, by their keys.
    """

    no_repeat: NoRepeat | None = None
    rounds: dict[str, Rounds] = Field(default_factory=dict)
    threshold: Threshold | None = None
    ngram: NgramSize | None = None
    early_stopping: StrictBool | None = None
    stages: dict[str, StageChanges] = Field(default_factory=dict)

    @classmethod
    def parse(cls, raw: object) -> Self:
        """Raises :class:`InvalidRecipeError`."""
        return parsed(cls, raw)

    @property
    def taken_in(self) -> list[str]:
        """The keys of optional stages that are to be there."""
        return [key for key, changes in self.stages.items() if changes.enabled]

    @property
    def named(self) -> list[tuple[str, str]]:
        """(Path, stage key) of all stages that must exist: to leave out none is no mistake."""
        changed = [key for key, changes in self.stages.items() if changes.enabled is not False]
        return [(f"rounds.{key}", key) for key in self.rounds] + [
            (f"stages.{key}", key) for key in changed
        ]


def changed_stages(stages: Sequence[StageSpec], changes: RecipeChanges) -> tuple[StageSpec, ...]:
    """The stages with all changes; raises :class:`InvalidRecipeError` naming the change."""
    known = [spec.key for spec in stages]
    problems = [
        Problem.about(
            path, Message("no_such_stage_but", stage=key, stages=known), code="unknown_stage"
        )
        for path, key in changes.named
        if key not in known
    ]
    problems += [
        Problem.about(f"stages.{key}.enabled", Message("stage_needed", stage=key))
        for key, stage in changes.stages.items()
        if key in known and stage.enabled is False
    ]
    if problems:
        raise InvalidRecipeError(problems)
    return tuple(_changed(spec, changes) for spec in stages)


_CHANGED_WHOLE = (
    "rounds",
    "rounds_by_split",
    "lease_minutes",
    "hit",
    "gold_rate",
    "gold_met",
    "earlier_texts",
    "teams",
)


def _changed(spec: StageSpec, changes: RecipeChanges) -> StageSpec:
    own = changes.stages.get(spec.key, StageChanges())
    named: dict[str, Any] = {
        name: getattr(own, name)
        for name in _CHANGED_WHOLE
        if name in own.model_fields_set and (name == "hit" or getattr(own, name) is not None)
    }
    if spec.key in changes.rounds:
        named.setdefault("rounds", changes.rounds[spec.key])
    if own.settings:
        named["settings"] = _changed_settings(spec, own.settings)
    return spec.model_copy(update=named | {"stop": _changed_stop(spec.stop, changes)})


def _changed_settings(spec: StageSpec, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a stage with changes laid over them, checked by its kind."""
    merged = dict(spec.settings)
    for name, value in changes.items():
        before = merged.get(name)
        are_dicts = isinstance(before, dict) and isinstance(value, dict)
        merged[name] = before | value if are_dicts else value
    try:
        settings = spec.kind_object.parse_settings(merged)
    except InvalidValueError as error:
        raise InvalidRecipeError(
            problem.model_copy(
                update={"path": f"stages.{spec.key}.settings.{problem.path}".rstrip(".")}
            )
            for problem in error.problems
        ) from None
    written: dict[str, Any] = settings.model_dump(mode="json")
    return written


def _changed_stop(stop: StopRule | None, changes: RecipeChanges) -> StopRule | None:
    if stop is None:
        return None
    return StopRule(
        n=stop.n if changes.ngram is None else changes.ngram,
        threshold=stop.threshold if changes.threshold is None else changes.threshold,
        enabled=stop.enabled if changes.early_stopping is None else changes.early_stopping,
    )
