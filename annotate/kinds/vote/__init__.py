"""``vote.v1``: yes or no on each of some criteria about somebody's answer (TC §3.1)."""
