"""Learning over HTTP: one module per subject."""

from annotate.learning.api import loop, training, versions

urlpatterns = [*versions.urlpatterns, *training.urlpatterns, *loop.urlpatterns]
