"""Seeding over HTTP: one module per subject."""

from annotate.seeding.api import connections, loop, seeding, training, trials, versions

urlpatterns = [
    *seeding.urlpatterns,
    *connections.urlpatterns,
    *versions.urlpatterns,
    *trials.urlpatterns,
    *training.urlpatterns,
    *loop.urlpatterns,
]
