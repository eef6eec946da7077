"""What every export format is made of."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from annotate.exchange.exports.files import DigestingFile, Spools
from annotate.exchange.exports.reading import Exported, Scope
from annotate.projects.models import Project

# Of dicts, every key in its order. Structs come as they are declared, which is by name as well.
_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode
encode_lines = _encoder.encode_lines
decode: Callable[[str], Any] = msgspec.json.Decoder().decode


class Writer(ABC):
    """Turns batches of samples into the bytes of one file."""

    # Whether seeds and other work of models is exported, or only what people wrote.
    with_seeds = True
    # Whether it tells what was measured of answers, decided on them and asked of models.
    with_measures = True

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        self.scope = scope
        self.project = scope.project
        self.out = out
        # For lines that wait on disk until the part of the file before them is known.
        self.spools = Spools()

    @abstractmethod
    def add(self, batch: Iterable[Exported]) -> None:
        """Take the next samples; they come in order of their ids."""

    def finish(self) -> None:
        """Write what can only be written at the end."""
        return None

    def close(self) -> None:
        """Let go of temporary files; called in any case."""
        self.spools.close()


class ListWriter(Writer):
    """One JSON document whose last part is a list, of as many items as samples give."""

    head = b'{"data":['

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        out.write(self.head)
        self._separator = b"\n"

    @abstractmethod
    def items(self, sample: Exported) -> Iterable[bytes]:
        """What a sample adds to the list."""

    def add(self, batch: Iterable[Exported]) -> None:
        lines = [line for sample in batch for line in self.items(sample)]
        if lines:
            self.out.write(self._separator + b",\n".join(lines))
            self._separator = b",\n"

    def finish(self) -> None:
        self.out.write(b"\n]}\n")


@dataclass(frozen=True)
class Format:
    """A format: its stable name, how people call it, what it is for, and how it is written."""

    name: str
    title: str
    summary: str
    suffix: str
    content_type: str
    writer: type[Writer]
    # Whether the pictures themselves can be put in.
    holds_pictures: bool = False
    # Capabilities of which some stage's kind must have one; none: every recipe will do.
    needs: tuple[type, ...] = ()
    # What a project must have besides.
    has_material: Callable[[Project], bool] | None = None
    # Whether it holds what people made of samples, which are then wanted whole.
    of_people: bool = True

    def applies_to(self, project: Project) -> bool:
        """Tell whether a project can have anything that this format holds."""
        kinds = [stage.kind_object for stage in project.recipe.stages]
        if self.needs and not any(isinstance(kind, self.needs) for kind in kinds):
            return False
        return self.has_material is None or self.has_material(project)
