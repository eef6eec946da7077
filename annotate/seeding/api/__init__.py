"""Seeding over HTTP: one module per subject."""

from annotate.seeding.api import (
    connections,
    loop,
    ordering,
    seed_quality,
    seeding,
    training,
    trials,
    versions,
)

urlpatterns = [
    *seeding.urlpatterns,
    *seed_quality.urlpatterns,
    *ordering.urlpatterns,
    *connections.urlpatterns,
    *versions.urlpatterns,
    *trials.urlpatterns,
    *training.urlpatterns,
    *loop.urlpatterns,
]
