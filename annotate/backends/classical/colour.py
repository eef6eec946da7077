"""Names of colours: the nearest of a small table of anchors in CIELAB, by CIEDE2000.

Twenty basic terms, most of them with a light, a dark or a muted form. The anchors are this
project's own choice of what the words commonly mean on a screen (D65, 2° observer); they are
rounded to whole units, about the size of a difference that can just be seen.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotate.backends.classical.view import Floats, Ints

BIN = 3.0  # Lab units; pixels closer than this share one look-up
BATCH = 2000  # look-ups at once; keeps a picture of pure noise from taking hundreds of MB


class Anchor(NamedTuple):
    """A named point of CIELAB: L 0-100, a (green to red) and b (blue to yellow)."""

    term: str
    form: str
    lab: tuple[int, int, int]

    @property
    def name(self) -> str:
        """The form and the term, such as "dark red"."""
        return f"{self.form} {self.term}".strip()


ANCHORS = (
    Anchor("black", "", (5, 0, 0)),
    Anchor("grey", "dark", (31, 0, 0)),
    Anchor("grey", "", (54, 0, 0)),
    Anchor("grey", "light", (77, 0, 0)),
    Anchor("white", "", (97, 0, 0)),
    Anchor("red", "dark", (26, 42, 29)),
    Anchor("red", "", (45, 65, 47)),
    Anchor("red", "", (53, 80, 67)),
    Anchor("red", "muted", (47, 30, 18)),
    Anchor("salmon", "", (65, 39, 28)),
    Anchor("pink", "light", (87, 15, 1)),
    Anchor("pink", "", (74, 33, 0)),
    Anchor("pink", "dark", (52, 50, 0)),
    Anchor("orange", "dark", (48, 37, 50)),
    Anchor("orange", "", (66, 35, 65)),
    Anchor("orange", "light", (79, 16, 41)),
    Anchor("brown", "dark", (17, 10, 16)),
    Anchor("brown", "", (36, 16, 33)),
    Anchor("brown", "light", (56, 12, 31)),
    Anchor("brown", "muted", (40, 6, 12)),
    Anchor("tan", "", (70, 7, 28)),
    Anchor("beige", "", (83, 1, 16)),
    Anchor("cream", "", (94, -1, 11)),
    Anchor("yellow", "dark", (64, -3, 62)),
    Anchor("yellow", "", (85, -6, 80)),
    Anchor("yellow", "light", (93, -8, 41)),
    Anchor("olive", "dark", (26, -7, 23)),
    Anchor("olive", "", (48, -10, 40)),
    Anchor("olive", "muted", (66, -9, 31)),
    Anchor("lime green", "", (81, -38, 68)),
    Anchor("green", "dark", (28, -25, 19)),
    Anchor("green", "", (54, -47, 36)),
    Anchor("green", "", (78, -78, 75)),
    Anchor("green", "light", (80, -31, 24)),
    Anchor("green", "muted", (54, -17, 13)),
    Anchor("teal", "dark", (27, -15, -7)),
    Anchor("teal", "", (49, -26, -8)),
    Anchor("teal", "muted", (64, -14, -5)),
    Anchor("turquoise", "", (73, -36, -12)),
    Anchor("turquoise", "light", (86, -19, -6)),
    Anchor("blue", "dark", (18, 13, -33)),
    Anchor("blue", "", (43, 21, -59)),
    Anchor("blue", "", (32, 79, -108)),
    Anchor("blue", "light", (77, -4, -24)),
    Anchor("blue", "light", (84, -11, -12)),
    Anchor("blue", "muted", (50, 1, -21)),
    Anchor("purple", "dark", (18, 25, -26)),
    Anchor("purple", "", (39, 45, -44)),
    Anchor("purple", "", (30, 59, -36)),
    Anchor("purple", "light", (71, 23, -26)),
    Anchor("purple", "muted", (50, 14, -14)),
    Anchor("magenta", "dark", (29, 48, -15)),
    Anchor("magenta", "", (49, 70, -22)),
)
NAMES = tuple(dict.fromkeys(anchor.name for anchor in ANCHORS))
_TERMS = {anchor.name: anchor.term for anchor in ANCHORS}
_POINTS = np.array([anchor.lab for anchor in ANCHORS], dtype=float)
_NAME_OF_ANCHOR = np.array([NAMES.index(anchor.name) for anchor in ANCHORS])


def term_of(name: str) -> str:
    """The basic term of a colour name: "dark red" is a form of "red"."""
    return _TERMS[name]


def name_of(lab: tuple[float, float, float]) -> str:
    """Name one colour.

    Example: the Lab of sRGB (208, 31, 31) is about (45, 65, 47), so it is called "red".
    """
    nearest = np.argmin(_difference(np.array(lab, dtype=float)[None], _POINTS))
    return NAMES[int(_NAME_OF_ANCHOR[nearest])]


def name_pixels(lab: Floats) -> Ints:
    """Name every pixel of an image (rows, columns, 3); the result indexes `NAMES`."""
    binned = np.floor(lab.reshape(-1, 3) / BIN).astype(np.int64)
    code = (binned[:, 0] * 1000 + binned[:, 1] + 500) * 1000 + binned[:, 2] + 500
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    centres = (binned[first] + 0.5) * BIN
    nearest = [
        np.argmin(_difference(centres[start : start + BATCH, None], _POINTS[None]), axis=1)
        for start in range(0, len(centres), BATCH)
    ]
    names: Ints = _NAME_OF_ANCHOR[np.concatenate(nearest)][back]
    return names.reshape(lab.shape[:2])


def _difference(one: NDArray[np.floating], other: Floats) -> Floats:
    from skimage.color import deltaE_ciede2000

    difference: Floats = deltaE_ciede2000(one, other)  # type: ignore[no-untyped-call]
    return difference
