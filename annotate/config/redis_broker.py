"""Redis as the broker, written so that a worker outlives it.

A worker that loses Redis while it holds a message tries to give the message back before it connects
again. With kombu 5.7 there is no address left to connect to by then: the `AttributeError` ends the
worker for good (https://github.com/celery/kombu, transport `redis`, `QoS.restore_unacked`; issue
582 of that project tells of the same error). Here nothing needs to be given back: each job is a
row, and what its row says is sent again.
"""

import logging
from typing import Any

from kombu.transport import redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class QoS(redis.QoS):
    """Kombu's account of the messages that a worker holds."""

    def restore_unacked(self, client: Any = None) -> None:
        """Give messages back to Redis, or let go of them where it is gone."""
        is_closed = client is None and self.channel.connection.client is None
        try:
            if not is_closed:
                super().restore_unacked(client)
        except (RedisError, OSError):
            log.warning("Redis is gone; the clock sends again what this worker held")
        finally:
            # Kombu takes what is left here for a fault of its own, and ends.
            held = self._delivered
            if held:
                held.clear()


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel
