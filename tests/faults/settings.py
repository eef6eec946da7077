"""The settings of workers in the fault tests: those of all tests, with a clock that runs faster."""

from tests.settings import *  # noqa: F403
from tests.settings import CELERY_BEAT_SCHEDULE as SCHEDULE

# As in production but for the seconds: the clock looks at loops, and the broker is tried again.
CELERY_BEAT_SCHEDULE = {
    "learn": {**SCHEDULE["learn"], "schedule": 2.0},
}
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
