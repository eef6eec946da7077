"""What somebody chose for an import of images."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from annotate.core import errors
from annotate.exchange.imports.placing import settle
from annotate.exchange.models import Import
from annotate.messages import Message
from annotate.projects.models import Project


@dataclass(frozen=True)
class ImageOptions:
    """What becomes of objects and texts that come with pictures, for which stage the objects are,
    what the columns of a table hold, and whether pictures are fetched from addresses."""

    given_as: str = Import.GivenAs.SEEDS
    objects_stage: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    fetch: bool = False

    def settled(self, project: Project, stage: str) -> dict[str, Any]:
        """The same as columns of an import; `stage` is that for texts. Raises Invalid."""
        if self.fetch and not settings.IMPORT_MAX_ADDRESSES:
            raise errors.Invalid.field(
                "fetch", Message("addresses_not_allowed"), code="not_allowed"
            )
        objects, text = settle(project, self.given_as, objects=self.objects_stage, text=stage)
        return {
            "given_as": self.given_as,
            "objects_stage": objects,
            "stage_key": text,
            "columns": dict(self.columns),
            "fetch": self.fetch,
        }
