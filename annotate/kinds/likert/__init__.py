"""``likert.v1``: how good a text about an image is, on each of some metrics, from 1 to 5."""
