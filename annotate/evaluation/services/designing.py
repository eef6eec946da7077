"""What a lead wants of a study, checked: its sources, its scale, its metrics."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotate import kinds
from annotate.backends.openai import settings as openai
from annotate.core import errors
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.sources import Source, parse, title_of
from annotate.messages import Message
from annotate.projects import recipes
from annotate.projects.models import Project
from annotate.projects.recipes.studies import RATING
from annotate.seeding.selectors.connections import connections

# What a kind that asks for several scores calls them in its settings.
METRICS = "metrics"


def parsed_sources(project: Project, design: str, raw: Sequence[object]) -> list[Source]:
    """Return the sources of a design, none of them twice.

    Raises:
        Invalid: there are too few, too many or unknown ones; the field is named.
    """
    fewest, most = kinds.design(design).sources
    if not fewest <= len(raw) <= most:
        message = (
            Message("sources_exactly", count=fewest)
            if fewest == most
            else Message("sources_between", fewest=fewest, most=most)
        )
        raise errors.Invalid.field("sources", message, code="wrong_number")
    found: list[Source] = []
    for place, each in enumerate(raw):
        source = parse(each, project, path=f"sources[{place}].source")
        if source.has_images and not kinds.design(design).takes_images:
            message = Message("design_of_texts")
            raise errors.Invalid.field(f"sources[{place}].source", message, code="no_images")
        if source in found:
            message = Message("source_chosen_already")
            raise errors.Invalid.field(f"sources[{place}].source", message, code="same_source")
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
            message = Message("source_title_taken")
            raise errors.Invalid.field(f"sources[{place}].title", message, code="same_title")
    if len({source.has_images for source in sources}) > 1:
        raise errors.Invalid.field("sources", Message("sources_mixed"), code="mixed")
    return list(zip(sources, titles, strict=True))


def painted_by(
    project: Project,
    design: str,
    sources: Sequence[tuple[Source, str]],
    images: Mapping[str, Any] | None,
) -> dict[str, Any] | None:
    """Return by what images are made from the texts; None where people judge what there is.

    Raises:
        Invalid: the design shows no images, the sources are images already, or the project has no
            such connection to a server that could make any.
    """
    if images is None:
        return None
    if not kinds.design(design).takes_images:
        raise errors.Invalid.field("images", Message("design_of_texts"), code="no_images")
    if any(source.has_images for source, _ in sources):
        raise errors.Invalid.field("images", Message("images_already"))
    usable = connections(project).filter(pk=images["connection"], backend=openai.NAME)
    if not usable.exists():
        message = Message("no_image_connection")
        raise errors.Invalid.field("images.connection", message, code="unknown_connection")
    return dict(images)


def options_of(
    design: str,
    raters_per_item: int,
    metrics: Sequence[Mapping[str, Any]] | None,
    justification: str | None,
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the options of a study with everything written out that was not said.

    Raises:
        Invalid: the kind has no such settings; each is named as `metrics[0].key`.
    """
    reasons = kinds.design(design).reasons_setting
    wanted = dict(settings)
    if metrics:
        wanted[METRICS] = [dict(each) for each in metrics]
    if justification is not None:
        wanted[reasons] = justification
    stage = recipe_with(design, raters_per_item, wanted).stage(RATING)
    others = dict(stage.settings)
    return {
        "raters_per_item": stage.rounds,
        "metrics": others.pop(METRICS, []),
        "justification": others.pop(reasons),
        "settings": others,
    }


def changes_of(study: Study) -> dict[str, Any]:
    """Return the options of a study as wishes about its recipe."""
    reasons = kinds.design(study.design).reasons_setting
    settings = study.options.get("settings", {}) | {reasons: study.options["justification"]}
    if study.options["metrics"]:
        settings[METRICS] = study.options["metrics"]
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
        raise errors.Invalid(
            Message("settings_do_not_work"),
            fields=[
                errors.FieldError.of(problem, _field_of(design, problem.path))
                for problem in wrong.problems
            ],
        ) from None


def _field_of(design: str, path: str) -> str:
    """Return the field of the request for a path in the recipe."""
    path = path.removeprefix(f"stages.{RATING}.")
    own = (METRICS, kinds.design(design).reasons_setting)
    in_settings = path.removeprefix("settings.")
    return in_settings if in_settings.startswith(own) else path


def _wishes(raters: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"rounds": raters, "settings": dict(settings)}
