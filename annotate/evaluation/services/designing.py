"""What a lead wants of a study, checked: its sources, its scale, its metrics."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotate import kinds
from annotate.core import errors
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.sources import Source, parse, title_of
from annotate.projects import recipes
from annotate.projects.models import Project
from annotate.projects.recipes.studies import RATING


def parsed_sources(project: Project, design: str, raw: Sequence[object]) -> list[Source]:
    """Return the sources of a design, none of them twice.

    Raises:
        Invalid: there are too few, too many or unknown ones; the field is named.
    """
    fewest, most = kinds.design(design).sources
    if not fewest <= len(raw) <= most:
        wanted = f"{fewest} sources" if fewest == most else f"{fewest} to {most} sources"
        raise errors.Invalid.field("sources", "wrong_number", f"This design takes {wanted}.")
    found: list[Source] = []
    for place, each in enumerate(raw):
        source = parse(each, project, path=f"sources[{place}].source")
        if source in found:
            raise errors.Invalid.field(
                f"sources[{place}].source", "same_source", "This source is chosen already."
            )
        found.append(source)
    return found


def titled_sources(
    project: Project, design: str, raw: Sequence[Mapping[str, Any]]
) -> list[tuple[Source, str]]:
    """Return the sources of a study, each with a title of its own.

    Raises:
        Invalid: as `parsed_sources`, or two have the same title.
    """
    sources = parsed_sources(project, design, [each.get("source") for each in raw])
    titles = [
        str(each.get("title") or "").strip() or title_of(source)
        for source, each in zip(sources, raw, strict=True)
    ]
    for place, title in enumerate(titles):
        if title in titles[:place]:
            raise errors.Invalid.field(
                f"sources[{place}].title", "same_title", "Another source has this title."
            )
    return list(zip(sources, titles, strict=True))


def options_of(
    design: str,
    raters_per_item: int,
    metrics: Sequence[Mapping[str, Any]] | None,
    justification: str | None,
) -> dict[str, Any]:
    """Return the options of a study with everything written out that was not said.

    Raises:
        Invalid: the kind has no such metrics; each is named as `metrics[0].key`.
    """
    reasons = kinds.design(design).reasons_setting
    settings: dict[str, Any] = {}
    if metrics:
        settings["metrics"] = [dict(each) for each in metrics]
    if justification is not None:
        settings[reasons] = justification
    stage = recipe_with(design, raters_per_item, settings).stage(RATING)
    return {
        "raters_per_item": stage.rounds,
        "metrics": stage.settings["metrics"],
        "justification": stage.settings[reasons],
    }


def changes_of(study: Study) -> dict[str, Any]:
    """Return the options of a study as wishes about its recipe."""
    settings = {
        "metrics": study.options["metrics"],
        kinds.design(study.design).reasons_setting: study.options["justification"],
    }
    return {"stages": {RATING: _wishes(study.options["raters_per_item"], settings)}}


def recipe_with(design: str, raters: int, settings: Mapping[str, Any]) -> recipes.Recipe:
    """Return the recipe of a design with settings of the kind laid over its own.

    Raises:
        Invalid: they break a rule of the kind; the fields are those of the request.
    """
    recipe = recipes.get(kinds.design(design).recipe)
    try:
        return recipe.customise(stages={RATING: _wishes(raters, settings)})
    except recipes.InvalidRecipeError as wrong:
        before = f"stages.{RATING}.settings."
        raise errors.Invalid(
            "These settings do not work.",
            fields=[
                errors.FieldError(each.path.removeprefix(before), each.code, each.message)
                for each in wrong.problems
            ],
        ) from None


def _wishes(raters: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"rounds": raters, "settings": dict(settings)}
