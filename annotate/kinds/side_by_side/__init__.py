"""``side_by_side.v1``: which of two texts about an image is better, on each of some metrics."""
