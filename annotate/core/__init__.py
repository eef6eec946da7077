"""Errors, HTTP base classes, jobs, and the clock. No word of the domain."""
