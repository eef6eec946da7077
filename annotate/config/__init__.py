"""Settings and wiring: the only package that knows every other one.

`hooks` is the table of who answers which question that a package below asks.
"""

from annotate.config.celery import app as celery_app

__all__ = ["celery_app"]
