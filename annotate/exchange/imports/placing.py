"""Which stages of a project take what rows say of their pictures."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from annotate.core import errors
from annotate.exchange.models import Import
from annotate.kinds.capabilities import MarksObjects, WritesImageText
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec

GivenAs = Import.GivenAs


class Stages(NamedTuple):
    """One stage for objects and one for texts; None where nothing takes them."""

    objects: StageSpec | None
    text: StageSpec | None

    @classmethod
    def of(cls, import_: Import) -> Self:
        """Those that were settled when the import began."""
        by_key = {stage.key: stage for stage in import_.project.recipe.stages}
        return cls(by_key.get(import_.objects_stage), by_key.get(import_.stage_key))


class Fitting(NamedTuple):
    """The stages that take objects, and those that take texts; the first are the usual ones."""

    objects: Sequence[StageSpec]
    texts: Sequence[StageSpec]

    @property
    def is_empty(self) -> bool:
        return not self.objects and not self.texts


def fitting(project: Project) -> dict[GivenAs, Fitting]:
    """As what objects and texts can be brought in, what a project can take first."""
    objects, texts = _able(project, MarksObjects), _able(project, WritesImageText)
    found = {
        GivenAs.SEEDS: Fitting(_seeded(objects), _seeded(texts)),
        GivenAs.ANSWERS: Fitting(objects, texts),
    }
    taken = {given_as: stages for given_as, stages in found.items() if not stages.is_empty}
    return {**taken, GivenAs.NOTHING: Fitting((), ()), GivenAs.TEXTS: Fitting((), ())}


def settle(
    project: Project, given_as: str, *, objects: str = "", text: str = ""
) -> tuple[str, str]:
    """The keys of the stages for objects and for texts; "" where no stage takes them.

    Args:
        objects: the stage somebody chose; left out, it is the first that fits.

    Raises:
        Invalid: there is no such stage, or none that takes what is to be answers.
    """
    if given_as in {GivenAs.NOTHING, GivenAs.TEXTS}:
        return "", ""
    usual = fitting(project).get(GivenAs(given_as), Fitting((), ()))
    if given_as == GivenAs.ANSWERS and usual.is_empty:
        raise errors.Invalid.field("given_as", Message("no_stage_for_answers"), code="no_stage")
    return (
        _chosen(project, MarksObjects, objects, "objects_stage") or _first(usual.objects),
        _chosen(project, WritesImageText, text, "stage") or _first(usual.texts),
    )


def _chosen(project: Project, capability: type[object], key: str, field: str) -> str:
    """A stage that somebody named: also one that starts from seeds only where there are some."""
    if key and key not in {stage.key for stage in _able(project, capability)}:
        raise errors.Invalid.field(
            field, Message("no_such_stage_for_import", stage=key), code="unknown_stage"
        )
    return key


def _able(project: Project, capability: type[object]) -> list[StageSpec]:
    return [
        stage
        for stage in project.recipe.asked_stages
        if stage.about is None and isinstance(stage.kind_object, capability)
    ]


def _seeded(stages: Sequence[StageSpec]) -> list[StageSpec]:
    return [stage for stage in stages if stage.seeded]


def _first(stages: Sequence[StageSpec]) -> str:
    return stages[0].key if stages else ""
