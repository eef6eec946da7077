"""The Celery application. Its broker is Redis, or folders on disk where no server is wanted."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["filesystem"] = "annotate.config.folders:Transport"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")

app = Celery("annotate")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
