"""The product's settings with next to nothing between the server and a view."""

from annotate.config.settings import *  # noqa: F403

# It sets Content-Length, without which a connection would not be kept.
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
ROOT_URLCONF = "tests.load.minimal.urls"
