"""The cache that the processes share, asked with as little work as every request can afford."""

from typing import Any

from django.core.cache.backends import redis

# One round trip, and nobody's addition is lost between looking and adding.
_INCREASE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('INCRBY', KEYS[1], ARGV[1]) end
"""


class Client(redis.RedisCacheClient):
    """Django makes a client for each question, which takes longer than the question."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._kept: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """The one client: there is one server, and threads may share it."""
        if self._kept is None:
            self._kept = super().get_client(key, write=write)
        return self._kept

    def incr(self, key: Any, delta: int) -> int:
        """Add to a number.

        Raises:
            ValueError: there is none.
        """
        increased = self.get_client(key, write=True).eval(_INCREASE, 1, key, delta)
        if increased is None:
            raise ValueError(f"Key '{key}' not found.")
        return int(increased)


class Cache(redis.RedisCache):
    """Django's cache in Redis with a kept client."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
