"""Seeded, sequential image annotation: people refine machine seeds in rounds."""

# As in pyproject.toml, which is not part of an installation.
__version__ = "0.1.0"
