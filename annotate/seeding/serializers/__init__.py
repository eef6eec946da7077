"""The JSON forms of seeding, one module per subject."""

from annotate.seeding.serializers.seeding import (
    BackendSerializer,
    ImportCountsSerializer,
    RowErrorSerializer,
)

__all__ = ["BackendSerializer", "ImportCountsSerializer", "RowErrorSerializer"]
