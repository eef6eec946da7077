"""The clock: `celery -A annotate.config.clock beat`.

It asks workers for tasks by their names, and needs neither the tasks nor the database. So it loads
nothing of the product but its settings, and takes a third of the memory of a worker.
"""

from typing import Any

from celery import Celery
from celery.loaders.app import AppLoader
from django.conf import settings
from django.utils.log import configure_logging

from annotate.config import celery  # the broker's transports, and what goes along with messages

__all__ = ["app", "celery"]


class NoTasks(AppLoader):
    """Loads nothing: what is asked for is found by whoever does it."""

    def import_default_modules(self) -> list[Any]:
        """Leave out the tasks, and with them all models and services."""
        return []


app = Celery("annotate", loader=NoTasks, fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
# What `django.setup` does for workers.
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
