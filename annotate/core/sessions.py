"""Sessions that outlive an outage of the cache.

They are rows of the database. The cache that the processes share spares most requests the query
and decides nothing: while it is gone people sign in and work as before.
"""

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import cached_db
from django.core.cache import caches

from annotate.core.without_cache import asked

# A sign-out that did not reach the cache holds after so long all the same.
KEPT_SECONDS = 60


class SessionStore(cached_db.SessionStore):
    """Django's cached sessions over a cache that may be gone."""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key)
        self._cache: Any = _Forgiving(caches[settings.SESSION_CACHE_ALIAS])


class _Forgiving:
    """The part of a cache that sessions use; out of reach it holds nothing."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def get(self, key: str) -> Any:
        return self._asked("get", key)

    def set(self, key: str, value: Any, timeout: float) -> None:
        self._asked("set", key, value, min(timeout, KEPT_SECONDS))

    def delete(self, key: str) -> None:
        self._asked("delete", key)

    def __contains__(self, key: str) -> bool:
        return bool(self._asked("has_key", key))

    def _asked(self, what: str, *given: Any) -> Any:
        return asked(
            lambda: getattr(self._cache, what)(*given),
            otherwise=None,
            so="sessions are read from the database",
        )
