"""A job belongs to the request that started it, also where its message is sent again."""

from datetime import timedelta

import pytest
import structlog

from annotate.core import clock
from annotate.core.jobs import services
from annotate.core.jobs.models import Job
from annotate.core.origin import REQUEST
from tests.core.stand_ins import Broker, Handler, new

pytestmark = pytest.mark.django_db(transaction=True)
REQUEST_ID = "0123456789abcdef"


def test_a_message_that_is_sent_again_says_the_same_as_the_first(
    broker: Broker, handler: Handler
) -> None:
    with structlog.contextvars.bound_contextvars(request_id=REQUEST_ID):
        job = new()
    Job.objects.update(queued_at=clock.now() - timedelta(hours=1))
    assert services.requeue_stale() == 1
    assert broker.sent == [job.pk, job.pk]
    assert broker.headers == [{REQUEST: REQUEST_ID}] * 2


def test_what_the_clock_starts_comes_from_nowhere(broker: Broker, handler: Handler) -> None:
    new()
    assert broker.headers == [{}]
