"""Errors, HTTP base classes, jobs, the clock and seeded randomness. No word of the domain."""
