"""The Celery application. Its broker is Redis, or folders on disk where no server is wanted."""

import gc
import os
from typing import Any

from celery import Celery, signals
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["filesystem"] = "annotate.config.folders:Transport"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")

app = Celery("annotate")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_init.connect
def share_what_was_loaded(**_: Any) -> None:
    """Keep it from the garbage collector, which would write to each page of it in each process."""
    app.loader.import_default_modules()
    gc.collect()
    gc.freeze()
