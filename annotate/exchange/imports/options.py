"""What somebody chose for an import of images."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from annotate.analysis.text import clean_line
from annotate.core import errors
from annotate.exchange import hooks
from annotate.exchange.imports.placing import settle
from annotate.exchange.models import Import
from annotate.messages import Message
from annotate.projects.models import Project

LONGEST_NAME = 200


@dataclass(frozen=True)
class ImageOptions:
    """What becomes of objects and texts that come with pictures, for which stage the objects are,
    what the columns of a table hold, whether pictures are fetched from addresses, and what a file
    of texts that is made of them is called."""

    given_as: str = Import.GivenAs.SEEDS
    objects_stage: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    fetch: bool = False
    texts_name: str = ""

    def settled(self, project: Project, stage: str, source: str) -> dict[str, Any]:
        """The same as columns of an import.

        Args:
            stage: that for texts.
            source: what the file with the pictures is called.

        Raises:
            Invalid: the project or the installation cannot do that.
            Conflict: there is a file of texts called so.
        """
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
            "texts_name": self._texts_name(project, source),
        }

    def _texts_name(self, project: Project, source: str) -> str:
        if self.given_as != Import.GivenAs.TEXTS:
            return ""
        name = clean_line(self.texts_name or source)[:LONGEST_NAME]
        for check in hooks.texts_named:
            check(project, name, "texts_name")
        return name
