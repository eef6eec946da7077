"""Which image of a project a name in a file means."""

import re
from typing import NamedTuple

from annotate.core import errors
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.workflow.models import Sample

_SUFFIX = re.compile(r"\.(jpe?g|png|webp|gif|bmp|tiff?)$", re.IGNORECASE)


class Named(NamedTuple):
    """What a name stands for."""

    sample_id: int
    image_id: int


class Names:
    """The images of a project by what they may be called: id, path, file name, with or without
    the ending. Names of two images mean neither."""

    def __init__(self, project: Project) -> None:
        self._exact: dict[str, Named] = {}
        self._loose: dict[str, Named | None] = {}
        images = Sample.objects.filter(project=project).exclude(state=Sample.State.WITHDRAWN)
        for pk, image_id, external_id, name in images.values_list(
            "pk", "image_id", "image__external_id", "image__name"
        ).iterator(chunk_size=5000):
            named = Named(pk, image_id)
            self._exact[external_id] = named  # unique in a project
            for alias in {part for text in (external_id, name) for part in _aliases(text)}:
                if self._loose.setdefault(alias, named) != named:
                    self._loose[alias] = None

    def sample_of(self, name: str, path: str) -> int:
        """The id of the sample, or raise Invalid naming `path`."""
        named = self.find(name, path)
        if named is None:
            raise errors.Invalid.field(path, Message("unknown_image", name=name))
        return named.sample_id

    def find(self, name: str, path: str) -> Named | None:
        """What is called so, None for nothing, or raise Invalid where several images are."""
        if name in self._exact:
            return self._exact[name]
        if name not in self._loose:
            return None
        named = self._loose[name]
        if named is None:
            raise errors.Invalid.field(path, Message("ambiguous_image", name=name))
        return named


def _aliases(text: str) -> set[str]:
    file_name = text.rpartition("/")[2]
    return {text, file_name, _SUFFIX.sub("", text), _SUFFIX.sub("", file_name)}
