"""Which stages of a project take what rows say of their pictures."""

from typing import NamedTuple, Self

from annotate.core import errors
from annotate.exchange.models import Import
from annotate.kinds.capabilities import Captions, MarksObjects, WritesImageText
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec


class Stages(NamedTuple):
    """One stage for objects and one for texts; None where nothing takes them."""

    objects: StageSpec | None
    text: StageSpec | None

    @classmethod
    def of(cls, import_: Import) -> Self:
        """Those that were settled when the import began."""
        by_key = {stage.key: stage for stage in import_.project.recipe.stages}
        return cls(by_key.get(import_.objects_stage), by_key.get(import_.stage_key))


def settle(
    project: Project, given_as: str, *, objects: str = "", text: str = ""
) -> tuple[str, str]:
    """The keys of the stages for objects and for texts; "" where no stage takes them.

    Args:
        objects: the stage somebody chose; left out, it is the first that seeds begin.

    Raises:
        Invalid: there is no such stage, or none that takes what is to be answers.
    """
    if given_as == Import.GivenAs.NOTHING:
        return "", ""
    if given_as == Import.GivenAs.ANSWERS:
        chosen = _chosen(project, Captions, text, "stage") or _first(project, Captions)
        if not chosen:
            raise errors.Invalid.field("stage", Message("caption_stage_missing"), code="no_stage")
        return "", chosen
    return (
        _chosen(project, MarksObjects, objects, "objects_stage") or _seeded(project, MarksObjects),
        _chosen(project, WritesImageText, text, "stage") or _seeded(project, WritesImageText),
    )


def _chosen(project: Project, capability: type[object], key: str, field: str) -> str:
    keys = _able(project, capability)
    if key and key not in keys:
        raise errors.Invalid.field(
            field, Message("no_such_stage_for_import", stage=key), code="unknown_stage"
        )
    return key


def _able(project: Project, capability: type[object]) -> list[str]:
    return [
        stage.key
        for stage in project.recipe.asked_stages
        if stage.about is None and isinstance(stage.kind_object, capability)
    ]


def _first(project: Project, capability: type[object]) -> str:
    return next(iter(_able(project, capability)), "")


def _seeded(project: Project, capability: type[object]) -> str:
    keys = _able(project, capability)
    return next((key for key in keys if project.recipe.stage(key).seeded), "")
