"""Seeding over HTTP: one module per subject."""

from annotate.seeding.api import connections, ordering, seed_quality, seeding, trials

urlpatterns = [
    *seeding.urlpatterns,
    *seed_quality.urlpatterns,
    *ordering.urlpatterns,
    *connections.urlpatterns,
    *trials.urlpatterns,
]
