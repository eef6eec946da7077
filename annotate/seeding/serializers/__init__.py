"""The JSON forms of seeding, one module per subject."""

from annotate.seeding.serializers.seeding import BackendSerializer

__all__ = ["BackendSerializer"]
