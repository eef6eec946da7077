"""Seeding over HTTP: runs and their models, the connections of projects and of the installation."""

from annotate.seeding.api import connections, project, shared, spending

urlpatterns = [
    *project.urlpatterns,
    *connections.urlpatterns,
    *shared.urlpatterns,
    *spending.urlpatterns,
]
