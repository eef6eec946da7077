"""Addresses of data of people, images deleted for good, and retention."""

from annotate.privacy.api import images, people, retention

urlpatterns = [*people.urlpatterns, *images.urlpatterns, *retention.urlpatterns]
