"""``caption.v1``: one sentence about the image, with questions about it (VW §3.1, TC §3.1)."""
