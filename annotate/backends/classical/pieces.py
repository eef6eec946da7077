"""Cuts an image into pieces of like colour and measures the pieces and their common outlines.

The cut is Felzenszwalb and Huttenlocher's graph-based segmentation (IJCV 2004).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import ndimage
from skimage.segmentation import felzenszwalb

from annotate.backends.classical.view import Floats, Ints, View, neighbours

SMALLEST_PIECE = 25  # pixels of the small copy
MOST_PIECES = 700  # grouping takes time; a finer cut than this is repeated coarser
STRONG_EDGE = 0.35  # share of the image's typical strong edge


@dataclass(frozen=True)
class Pieces:
    """A cut of an image into n pieces.

    labels: (rows, columns) piece numbers 0..n-1.
    areas (n), colours (n, 3) mean Lab, histograms (n, 512) pixel counts per Lab bin.
    lengths, edges, strong (n, n): along the common outline of two pieces, the number of pixel
    pairs, their summed edge strength and how many of them are strong.
    edge_unit: the strength that counts as a clear edge in this image (ΔE per pixel).
    """

    labels: Ints
    areas: Floats
    colours: Floats
    histograms: Floats
    lengths: Floats
    edges: Floats
    strong: Floats
    edge_unit: float

    @property
    def count(self) -> int:
        """The number of pieces."""
        return len(self.areas)

    @cached_property
    def extents(self) -> Ints:
        """(n, 4): first column, first row, one past the last column, one past the last row."""
        slices = ndimage.find_objects(self.labels + 1)
        return np.array([(s[1].start, s[0].start, s[1].stop, s[0].stop) for s in slices])


def cut(view: View) -> Pieces:
    """Cut the small copy into pieces of like colour."""
    labels, scale = _segment(view, 60.0), 60.0
    while int(labels.max()) >= MOST_PIECES:
        scale *= 2
        labels = _segment(view, scale)
    strength = edge_strength(view)
    unit = float(np.percentile(strength, 95)) + 3.0
    areas = np.bincount(labels.ravel()).astype(float)
    layers = [np.bincount(labels.ravel(), view.lab[..., i].ravel()) for i in range(3)]
    lengths, edges = _outlines(labels, strength)
    _, strong = _outlines(labels, (strength > STRONG_EDGE * unit).astype(float))
    return Pieces(
        labels=labels,
        areas=areas,
        colours=np.stack(layers, axis=1) / areas[:, None],
        histograms=_histograms(labels, view.lab),
        lengths=lengths,
        edges=edges,
        strong=strong,
        edge_unit=unit,
    )


def edge_strength(view: View) -> Floats:
    """(rows, columns): the larger of the colour gradients at two scales, in ΔE per pixel."""
    strength = np.zeros(view.lab.shape[:2])
    for sigma in (1.0, 2.0):
        squared = np.zeros_like(strength)
        for channel in range(3):
            for order in ((0, 1), (1, 0)):
                squared += ndimage.gaussian_filter(view.lab[..., channel], sigma, order=order) ** 2
        strength = np.maximum(strength, np.sqrt(squared) * sigma)
    return strength


def _segment(view: View, scale: float) -> Ints:
    labels: Ints = felzenszwalb(
        view.lab / 100, scale=scale, sigma=1.1, min_size=SMALLEST_PIECE, channel_axis=-1
    ).astype(np.int64)
    return labels


def _outlines(labels: Ints, weights: Floats) -> tuple[Floats, Floats]:
    """Per pair of pieces: number of touching pixel pairs, and the sum of the larger weights."""
    count = int(labels.max()) + 1
    lengths, sums = np.zeros((count, count)), np.zeros((count, count))
    for (one, other), (mine, yours) in zip(neighbours(labels), neighbours(weights), strict=True):
        differ = one != other
        weight = np.maximum(mine[differ], yours[differ])
        np.add.at(lengths, (one[differ], other[differ]), 1)
        np.add.at(sums, (one[differ], other[differ]), weight)
    return lengths + lengths.T, sums + sums.T


def _histograms(labels: Ints, lab: Floats) -> Floats:
    lightness = np.clip(lab[..., 0] // 12.5, 0, 7)
    redness = np.clip((lab[..., 1] + 60) // 15, 0, 7)
    yellowness = np.clip((lab[..., 2] + 60) // 15, 0, 7)
    bins = (lightness * 64 + redness * 8 + yellowness).astype(np.int64)
    count = int(labels.max()) + 1
    flat = np.bincount(labels.ravel() * 512 + bins.ravel(), minlength=count * 512)
    return flat.reshape(count, 512).astype(float)
