"""One regression of mentions: on a random part of the images, or on images drawn anew.

Logistic regression with a penalty so small that it only keeps the coefficients finite where size
and place tell all images apart; the paper names none. Every fit is drawn from a seed, the type and
its own number, so that the same fit has the same figures whenever it is done.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.harms.mention_data import Design

PENALTY = 1e-4  # half of it times the sum of squared coefficients, beside the sum of all losses
TRAIN = 0.7
_TOLERANCE = 1e-5
_ITERATIONS = 2000
_SPLIT, _DRAW = 1, 2


@dataclass(frozen=True, slots=True)
class Fit:
    """The group's coefficient (log odds, first of the pair against second) and the accuracy."""

    coefficient: float
    accuracy: float


def fit(
    design: Design,
    *,
    weights: NDArray[np.int64] | None = None,
    test: NDArray[np.int64] | None = None,
) -> Fit | None:
    """Fit the images that have a weight, all by default; None without both outcomes and groups.

    The accuracy is that on the ``test`` images, or on the fitted ones.
    """
    from sklearn.linear_model import LogisticRegression

    at = np.arange(len(design.images)) if weights is None else np.flatnonzero(weights)
    outcomes, groups = design.mentioned[at], design.first[at]
    if not len(at) or _same(outcomes) or _same(groups):
        return None
    few = isinstance(design.features, np.ndarray)
    model: Any = LogisticRegression(
        C=1 / PENALTY,
        tol=_TOLERANCE,
        max_iter=_ITERATIONS,
        solver="newton-cholesky" if few else "lbfgs",
    )
    times = None if weights is None else weights[at]
    with _threads().limit(limits=1):  # for matrices this small, more only wait for each other
        model.fit(design.features[at], outcomes, sample_weight=times)
        tested = at if test is None else test
        right = model.predict(design.features[tested]) == design.mentioned[tested]
    return Fit(float(model.coef_[0, -1]), float(right.mean()))


def split(design: Design, name: str, number: int, *, seed: int) -> tuple[Any, Any]:
    """Return which images the split of this number trains on, and which it tests on."""
    order = _chance(seed, name, _SPLIT, number).permutation(len(design.images))
    cut = int(TRAIN * len(order))
    return order[:cut], order[cut:]


def usable_splits(design: Design, name: str, splits: int, *, seed: int) -> list[int]:
    """Return the numbers of the splits that train on both outcomes and on both groups."""
    found = []
    for number in range(splits):
        train, test = split(design, name, number, seed=seed)
        if len(test) and not _same(design.mentioned[train]) and not _same(design.first[train]):
            found.append(number)
    return found


def split_fit(design: Design, name: str, number: int, *, seed: int) -> Fit | None:
    train, test = split(design, name, number, seed=seed)
    weights = np.zeros(len(design.images), dtype=np.int64)
    weights[train] = 1
    return fit(design, weights=weights, test=test)


def drawn_fit(design: Design, name: str, number: int, *, seed: int) -> Fit | None:
    """Fit as many images, drawn with replacement."""
    images = len(design.images)
    drawn = _chance(seed, name, _DRAW, number).integers(0, images, images)
    return fit(design, weights=np.bincount(drawn, minlength=images))


@lru_cache(maxsize=1)
def _threads() -> Any:
    from threadpoolctl import ThreadpoolController  # scikit-learn's own dependency

    return ThreadpoolController()


def _chance(seed: int, name: str, what: int, number: int) -> np.random.Generator:
    parts = [seed, crc32(name.encode()), what, number]
    return np.random.default_rng(parts)


def _same(values: NDArray[Any]) -> bool:
    return not len(values) or bool((values == values[0]).all())
