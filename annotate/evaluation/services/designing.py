"""What a lead wants of a study, checked: its sources, its scale, its metrics."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotate import kinds
from annotate.backends.openai import settings as openai
from annotate.core import errors
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.sources import Source, parse
from annotate.messages import Message
from annotate.projects import recipes
from annotate.projects.models import Project
from annotate.projects.recipes.studies import RATING
from annotate.seeding.selectors.connections import connections

# What a kind that asks for several scores calls them in its settings.
METRICS = "metrics"


def parsed_sources(project: Project, design: str, raw: Sequence[object]) -> list[Source]:
    """The sources of a design, none of them twice.

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
    sources: list[Source] = []
    for place, value in enumerate(raw):
        path = f"sources[{place}].source"
        source = parse(value, project, path=path)
        if source.has_images and not kinds.design(design).takes_images:
            raise errors.Invalid.field(path, Message("design_of_texts"), code="no_images")
        if source in sources:
            raise errors.Invalid.field(path, Message("source_chosen_already"), code="same_source")
        sources.append(source)
    return sources


def titled_sources(
    project: Project, design: str, raw: Sequence[Mapping[str, Any]]
) -> list[tuple[Source, str]]:
    """The sources of a study, each with a title of its own.

    Raises:
        Invalid: as `parsed_sources`, or two have the same title.
    """
    sources = parsed_sources(project, design, [titled.get("source") for titled in raw])
    titles = [
        str(titled.get("title") or "").strip() or source.title
        for source, titled in zip(sources, raw, strict=True)
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
    """By what images are made from the texts; None where people judge what there is.

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
    """The options of a study with everything written out that was left to the recipe.

    Raises:
        Invalid: the kind has no such settings; each is named as `metrics[0].key`.
    """
    reasons = kinds.design(design).reasons_setting
    wanted = dict(settings)
    if metrics:
        wanted[METRICS] = [dict(metric) for metric in metrics]
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
    """The options of a study as changes of its recipe."""
    reasons = kinds.design(study.design).reasons_setting
    settings = study.options.get("settings", {}) | {reasons: study.options["justification"]}
    if study.options["metrics"]:
        settings[METRICS] = study.options["metrics"]
    return {"stages": {RATING: _changes(study.options["raters_per_item"], settings)}}


def recipe_with(design: str, raters: int, settings: Mapping[str, Any]) -> recipes.Recipe:
    """The recipe of a design with settings of the kind laid over its own.

    Raises:
        Invalid: they break a rule of the kind; the fields are those of the request.
    """
    recipe = recipes.get(kinds.design(design).recipe)
    try:
        return recipe.customise(stages={RATING: _changes(raters, settings)})
    except recipes.InvalidRecipeError as wrong:
        raise errors.Invalid(
            Message("settings_do_not_work"),
            fields=[
                errors.FieldError.of(problem, _field_of(design, problem.path))
                for problem in wrong.problems
            ],
        ) from None


def _field_of(design: str, path: str) -> str:
    """The field of the request for a path in the recipe."""
    path = path.removeprefix(f"stages.{RATING}.")
    own = (METRICS, kinds.design(design).reasons_setting)
    in_settings = path.removeprefix("settings.")
    return in_settings if in_settings.startswith(own) else path


def _changes(raters: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"rounds": raters, "settings": dict(settings)}
