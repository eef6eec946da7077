"""What a lead wants frozen, and whether it can be."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from annotate.core import errors
from annotate.exchange.exports import FORMATS
from annotate.exchange.releases import selectors
from annotate.exchange.releases.building import RECORDS_FORMAT
from annotate.exchange.releases.versions import rank
from annotate.messages import Message
from annotate.projects.models import Project

# Asked for where nobody chooses, if they apply.
USUAL_FORMATS = (RECORDS_FORMAT, "coco")


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a lead wants frozen, and under which name."""

    name: str
    version: str
    description: str = ""
    licence: str = ""
    citation: str = ""
    # None: the usual ones.
    formats: Iterable[str] | None = None
    only_approved: bool = False
    split: str = ""


def checked(project: Project, wish: Wish) -> None:
    """Raises Invalid; call it in the transaction that makes the release."""
    # Two who freeze at the same moment check one after the other.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    mine = rank(wish.version)
    if mine is None:
        message = Message("release_version_form", version=wish.version)
        raise errors.Invalid.field("version", message)
    last = selectors.highest(project).get(wish.name)
    if last is not None and mine <= (rank(last) or ()):
        message = Message("release_version_not_higher", version=wish.version, last=last)
        raise errors.Invalid.field("version", message)
    for place, name in enumerate(wish.formats or ()):
        if not FORMATS[name].applies_to(project):
            message = Message("format_does_not_apply", format=FORMATS[name].title)
            raise errors.Invalid.field(f"formats[{place}]", message, code="does_not_apply")


def columns(project: Project, wish: Wish) -> dict[str, Any]:
    """What a release keeps of a wish, besides its name and version."""
    usual = [name for name in USUAL_FORMATS if FORMATS[name].applies_to(project)]
    chosen = usual if wish.formats is None else wish.formats
    return {
        "description": wish.description,
        "licence": wish.licence,
        "citation": wish.citation,
        "formats": sorted({RECORDS_FORMAT, *chosen}),
        "only_approved": wish.only_approved,
        "split": wish.split,
    }
