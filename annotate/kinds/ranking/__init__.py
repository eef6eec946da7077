"""``ranking.v1``: texts about an image that are shown together, put in order; ties are allowed."""
