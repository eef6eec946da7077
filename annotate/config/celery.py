"""The Celery application. Its broker is Redis, or folders on disk where no server is wanted."""

import gc
import os
import sys
from typing import Any

from celery import Celery, signals
from django.db import close_old_connections
from kombu.transport import TRANSPORT_ALIASES

from annotate.config import log_context

TRANSPORT_ALIASES["filesystem"] = "annotate.config.folders:Transport"
for scheme in ("redis", "rediss"):
    TRANSPORT_ALIASES[scheme] = "annotate.config.redis_broker:Transport"

# Connected by being loaded, in whoever sends messages and whoever takes them.
__all__ = ["app", "log_context"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")

app = Celery("annotate")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Celery would close the connection to the database before and after each task. Here it lives as
# long as that of a web process: `keep_connections` ends those that are too old or broken.
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize


@signals.task_prerun.connect
@signals.task_postrun.connect
def keep_connections(**_: Any) -> None:
    """Before and after each task as before and after each request."""
    close_old_connections()


@signals.worker_init.connect
def share_what_was_loaded(**_: Any) -> None:
    """Keep it from the garbage collector, which would write to each page of it in each process."""
    app.loader.import_default_modules()
    gc.collect()
    gc.freeze()
