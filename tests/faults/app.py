"""The product's Celery application for workers of the fault tests; they know the pupil as well."""

from annotate.config.celery import app
from tests.learning.pupil import enrol

enrol()

__all__ = ["app"]
