"""What the science asks of a model that turns texts and images into vectors.

This package loads no model and imports none of the libraries for it. A command is lent one
(:data:`Lend`) by whoever starts it; where there is none, figures are undefined with the reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Vectors: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text with a vector each, in order.

    ``ids`` are those of the model's vocabulary, ``vectors`` has a row for each of them, and
    ``marks`` tells which are marks of the model's own, such as the beginning of a text.
    """

    ids: tuple[int, ...]
    vectors: Vectors
    marks: tuple[bool, ...]


class Embedder(Protocol):
    """A model that embeds. ``about`` names it with its digest and the libraries' versions."""

    @property
    def about(self) -> dict[str, str]: ...

    @property
    def usual_layer(self) -> int | Undefined:
        """The layer that Zhang et al. (2020) chose for such a model, if they did."""

    @property
    def layers(self) -> int: ...

    @property
    def cut(self) -> int:
        """How many texts so far were longer than the model reads, and lost their ends."""

    def texts(self, texts: Sequence[str]) -> Vectors | Undefined:
        """A row for each text; undefined where the model has no vectors of whole texts."""

    def images(self, paths: Sequence[Path]) -> Vectors | Undefined:
        """A row for each picture; undefined where the model sees none. OSError names a file."""

    def token_ids(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """The tokens of each text, without marks."""

    def tokens(self, texts: Sequence[str], *, layer: int) -> list[Tokens] | Undefined:
        """The tokens of each text with the vectors of a layer, 0 for what goes into the first."""


# Opens the model of this name, or at this path, below one of the folders; or, where an address is
# said (empty: none), the model that the server there calls so.
Lend: TypeAlias = Callable[[str, Sequence[Path], str], Embedder | Undefined]

NO_MODEL = Undefined(Message("no_embedding_model"))


def nothing_lent(name: str, folders: Sequence[Path], server: str) -> Embedder | Undefined:
    """Where nobody lends a model.

    >>> nothing_lent("clip", [], "").reason
    'No model was named that turns texts or images into vectors.'
    """
    return NO_MODEL


def cosines(one: Vectors, other: Vectors) -> Vectors:
    """Return the cosine of each row of one with the same row of the other, in [-1, 1].

    A row of zeros has no direction: its cosine is 0. ValueError where the shapes differ.

    >>> cosines(np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([[4.0, 3.0], [1.0, 0.0]]))
    array([0.96, 0.  ])
    """
    if one.shape != other.shape:
        raise ValueError(f"rows of {one.shape} and {other.shape} cannot be compared")
    return np.asarray((unit(one) * unit(other)).sum(axis=1))


def unit(rows: Vectors) -> Vectors:
    """Return rows of length 1; those of length 0 stay as they are.

    >>> unit(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths == 0, 1, lengths), dtype=np.float64)
