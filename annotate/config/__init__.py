"""Settings and wiring: the only package that knows every other one."""

from annotate.config.celery import app as celery_app

__all__ = ["celery_app"]
