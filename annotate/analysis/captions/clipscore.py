"""CLIPScore and RefCLIPScore (Hessel et al. 2021, EMNLP, arXiv:2104.08718), from vectors.

The vectors are CLIP's, of the image and of each text with the authors' words before it. Figures of
different models do not compare: theirs are of ViT-B/32.
"""

from collections.abc import Sequence

import numpy as np

from annotate.analysis.embedding import Vectors, cosines

W = 2.5  # what the authors stretch the cosine by, so that scores lie between 0 and 1 mostly
PROMPT = "A photo depicts "  # before each text, candidates and references (§3)


def clip_scores(images: Vectors, candidates: Vectors) -> Vectors:
    """Return CLIP-S(c, v) = 2.5 · max(cos(c, v), 0) of each candidate, in [0, 2.5] (§3).

    Args:
        images: a row for each item, shape (items, dimensions).
        candidates: as many rows.

    Worked example: a caption at an angle of 60° and one that points away.

    >>> clip_scores(np.array([[2.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 3**0.5], [-1.0, 0.0]]))
    array([1.25, 0.  ])
    """
    return np.asarray(W * np.maximum(cosines(images, candidates), 0))


def ref_clip_scores(scores: Vectors, candidates: Vectors, references: Sequence[Vectors]) -> Vectors:
    """Return RefCLIP-S: the harmonic mean of CLIP-S and the best cosine with a reference (§3).

    0 where either is 0. ValueError where an item has no reference.

    Args:
        scores: CLIP-S of each item.
        candidates: a row for each item.
        references: for each item the rows of its references.

    Worked example: CLIP-S 1 and a best cosine of 0.6.

    >>> own = np.array([[0.6, 0.8], [1.0, 0.0]])
    >>> ref_clip_scores(np.array([1.0]), np.array([[1.0, 0.0]]), [own[:1]]).round(4)
    array([0.75])
    """
    best = np.array(
        [_best(own, rows) for own, rows in zip(candidates, references, strict=True)],
        dtype=np.float64,
    )
    total = scores + best
    return np.asarray(2 * scores * best / np.where(total == 0, 1, total))


def _best(candidate: Vectors, references: Vectors) -> float:
    if not len(references):
        raise ValueError("every candidate needs a reference")
    same = np.broadcast_to(candidate, references.shape)
    return max(0.0, float(cosines(same, references).max()))
