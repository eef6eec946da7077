"""Seeding over HTTP."""

from annotate.seeding.api import connections, seeding

urlpatterns = [*seeding.urlpatterns, *connections.urlpatterns]
