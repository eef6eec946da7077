"""How much each place of an image stands out from what the image is bounded by.

After Zhu, Liang, Wei and Sun, "Saliency optimization from robust background detection"
(CVPR 2014): pieces that touch the border along much of their outline are probably background;
a piece is salient when it differs in colour from background pieces near it.
"""

import numpy as np

from annotate.backends.classical.view import Floats, Ints, Mask, View, neighbours

PIECES = 300
COLOUR_SCALE = 10.0  # ΔE at which two pieces stop counting as one surface
REACH = 0.25  # share of the long side within which pieces are compared


def saliency(view: View) -> Floats:
    """A (rows, columns) map in 0-1; 0 everywhere when nothing differs from anything."""
    from scipy import ndimage
    from skimage.segmentation import slic

    lab = ndimage.gaussian_filter(view.lab, (1, 1, 0))
    spread = float(np.ptp(lab))
    if spread < 1e-6:
        return np.zeros(lab.shape[:2])
    pieces = slic(
        lab, n_segments=PIECES, compactness=0.15, convert2lab=False, channel_axis=-1, start_label=0
    ).astype(np.int64)
    colours, places = _means(pieces, lab)
    pairs = _adjacent(pieces)
    differences = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    background = _background(pairs, differences, _on_border(pieces))
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)
    nearness = np.exp(-(distances**2) / (2 * REACH**2))
    contrast = _to_unit((differences * nearness * background[None]).sum(axis=1))
    per_piece = _to_unit(_smoothed(contrast, background, pairs, differences))
    mapped: Floats = per_piece[pieces]
    return mapped


def _means(pieces: Ints, lab: Floats) -> tuple[Floats, Floats]:
    """Mean colour (n, 3) and mean place (n, 2; share of the long side) of every piece."""
    flat = pieces.ravel()
    counts = np.bincount(flat).astype(float)
    down, across = np.mgrid[: pieces.shape[0], : pieces.shape[1]] / max(pieces.shape)
    layers = [lab[..., 0], lab[..., 1], lab[..., 2], across, down]
    sums = [np.bincount(flat, layer.ravel()) for layer in layers]
    means = np.stack(sums, axis=1) / counts[:, None]
    return means[:, :3], means[:, 3:]


def _adjacent(pieces: Ints) -> Ints:
    """Pairs (m, 2) of touching pieces, the smaller number first, each once."""
    touching = [np.stack([a.ravel(), b.ravel()], axis=1) for a, b in neighbours(pieces)]
    pairs = np.sort(np.concatenate(touching), axis=1)
    return np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0).astype(np.int64)


def _on_border(pieces: Ints) -> Mask:
    border = np.zeros(int(pieces.max()) + 1, dtype=bool)
    for side in (pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]):
        border[side] = True
    return border


def _background(pairs: Ints, differences: Floats, border: Mask) -> Floats:
    """Probability per piece of being background, from its connectivity to the border."""
    from scipy import sparse
    from scipy.sparse.csgraph import dijkstra

    if not len(pairs):
        return np.ones(len(border))
    steps = differences[pairs[:, 0], pairs[:, 1]]
    smallest = np.full(len(border), np.inf)
    np.minimum.at(smallest, pairs[:, 0], steps)
    np.minimum.at(smallest, pairs[:, 1], steps)
    ignorable = smallest[np.isfinite(smallest)].mean()
    cost = np.zeros_like(differences)
    rim = np.flatnonzero(border)
    edges = np.concatenate([pairs, np.stack(np.meshgrid(rim, rim), axis=-1).reshape(-1, 2)])
    edges = edges[edges[:, 0] != edges[:, 1]]
    weights = np.maximum(differences[edges[:, 0], edges[:, 1]] - ignorable, 0) + 1e-6
    cost[edges[:, 0], edges[:, 1]] = weights
    cost[edges[:, 1], edges[:, 0]] = weights
    geodesic = dijkstra(sparse.csr_matrix(cost), directed=False)
    same_surface = np.exp(-(geodesic**2) / (2 * COLOUR_SCALE**2))
    connectivity = same_surface[:, border].sum(axis=1) / np.sqrt(same_surface.sum(axis=1))
    probability: Floats = 1 - np.exp(-(connectivity**2) / 2)
    return probability


def _smoothed(contrast: Floats, background: Floats, pairs: Ints, differences: Floats) -> Floats:
    """Least squares: near 1 where contrast is high, 0 on background, alike between alike pieces."""
    count = len(contrast)
    likeness = np.zeros((count, count))
    if len(pairs):
        steps = differences[pairs[:, 0], pairs[:, 1]]
        likeness[pairs[:, 0], pairs[:, 1]] = np.exp(-(steps**2) / (2 * COLOUR_SCALE**2)) + 0.1
    likeness += likeness.T
    system = np.diag(likeness.sum(axis=1) + 5 * background + contrast + 1e-6) - likeness
    return np.clip(np.linalg.solve(system, contrast), 0, None)


def _to_unit(values: Floats) -> Floats:
    top = float(values.max())
    return values / top if top > 1e-9 else np.zeros_like(values)
