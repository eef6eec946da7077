"""Every kind of work this product knows, by its versioned name."""

from typing import Any, TypeVar

from annotate.kinds.base import Kind, Stimulus
from annotate.kinds.caption.kind import CaptionKind
from annotate.kinds.description.kind import DescriptionKind
from annotate.kinds.judging import AnyDesign
from annotate.kinds.likert.kind import LikertKind
from annotate.kinds.objects.kind import ObjectsKind
from annotate.kinds.ocr.kind import OcrKind
from annotate.kinds.problems import InvalidValueError, Problem
from annotate.kinds.ranking.kind import RankingKind
from annotate.kinds.side_by_side.kind import SideBySideKind
from annotate.kinds.texts.kind import TextsKind
from annotate.kinds.vote.kind import VoteKind

__all__ = [
    "AnyKind",
    "InvalidValueError",
    "Kind",
    "Problem",
    "Stimulus",
    "UnknownKindError",
    "able",
    "design",
    "designs",
    "get",
    "names",
]

AnyKind = Kind[Any, Any]
CapabilityT = TypeVar("CapabilityT")

# The one table. A name never changes its meaning: another meaning gets another version.
_KINDS: dict[str, AnyKind] = {
    "objects.v1": ObjectsKind(),
    "description.v1": DescriptionKind(),
    "caption.v1": CaptionKind(),
    "vote.v1": VoteKind(),
    "ocr.v1": OcrKind(),
    "texts.v1": TextsKind(),
    "side_by_side.v1": SideBySideKind(),
    "likert.v1": LikertKind(),
    "ranking.v1": RankingKind(),
}


class UnknownKindError(LookupError):
    """No kind has that name; the message lists those there are."""


def get(name: str) -> AnyKind:
    """The kind called ``name``; raises :class:`UnknownKindError`."""
    try:
        return _KINDS[name]
    except KeyError:
        raise UnknownKindError(
            f"There is no kind {name!r}; there are {', '.join(names())}."
        ) from None


def names(capability: type[object] = object) -> tuple[str, ...]:
    """The names of all kinds that can do something, in the order of the table."""
    return tuple(name for name, kind in _KINDS.items() if isinstance(kind, capability))


def able(kind: object, capability: type[CapabilityT]) -> CapabilityT:
    """The kind as one that can do something, where the recipe has made sure that it can."""
    if not isinstance(kind, capability):
        name = getattr(kind, "name", kind)
        raise TypeError(f"The kind {name!r} is not {capability.__name__}.")
    return kind


def designs() -> dict[str, AnyDesign]:
    """The designs of studies, by the names of the kinds by which people judge in them."""
    return {name: kind.study for name, kind in _KINDS.items() if kind.study is not None}


def design(name: str) -> AnyDesign:
    """How studies use a kind; raises :class:`UnknownKindError` where they do not."""
    study = get(name).study
    if study is None:
        raise UnknownKindError(
            f"No study has the design {name!r}; there are {', '.join(designs())}."
        )
    return study
