"""What has to hold before anything is served: safe settings, and files that are ours alone."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

SHORTEST_KEY = 50
FEWEST_CHARACTERS = 10
_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700
_MAKE_ONE = 'Make one with: python -c "import secrets; print(secrets.token_urlsafe(50))"'


def refuse_unsafe(*, secret_key: str, allowed_hosts: Iterable[str]) -> None:
    """Refuse what would be unsafe on the open internet.

    Raises:
        ImproperlyConfigured: says which variable is wrong, and what to do.
    """
    if not secret_key:
        raise ImproperlyConfigured(f"SECRET_KEY is not set. {_MAKE_ONE}")
    if len(secret_key) < SHORTEST_KEY or len(set(secret_key)) < FEWEST_CHARACTERS:
        raise ImproperlyConfigured(
            f"SECRET_KEY can be guessed: it needs {SHORTEST_KEY} random characters. {_MAKE_ONE}"
        )
    if secret_key.startswith("django-insecure-"):
        raise ImproperlyConfigured(f"SECRET_KEY is one that was made for trying out. {_MAKE_ONE}")
    hosts = [host.strip() for host in allowed_hosts]
    if not any(hosts):
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS is not set. Name the hosts under which people reach this installation,"
            " such as annotate.example.org."
        )
    if "*" in hosts:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS allows every name: links in mails could then lead anywhere. Name the"
            " hosts under which people reach this installation."
        )


def public_url(given: str, *, origins: Iterable[str], hosts: Iterable[str], is_https: bool) -> str:
    """The address under which people reach this installation, without a slash at its end.

    Args:
        given: what the operator says; without it, the first trusted origin or allowed host.

    Raises:
        ImproperlyConfigured: it is no address of a web server.

    >>> public_url("", origins=[], hosts=["annotate.example.org"], is_https=True)
    'https://annotate.example.org'
    """
    named = [origin for origin in origins if "*" not in origin]
    scheme = "https" if is_https else "http"
    named += [f"{scheme}://{host}" for host in hosts if not host.startswith((".", "*"))]
    address = (given or next(iter(named), "http://localhost")).rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            "PUBLIC_URL is no address of a web server, such as https://annotate.example.org."
        )
    return address


def keep_private(folder: Path, *, database: str) -> None:
    """See to it that nobody else on this machine reads what is kept here.

    What is made from now on is for this account alone, whoever makes it; what lay here before is
    closed. A folder of another account, or one that many share (such as /tmp), is left as it is.

    Args:
        database: the path of the embedded database; empty where there is none.
    """
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    if not folder.stat().st_mode & stat.S_ISVTX:
        _close(folder, _PRIVATE_FOLDER)
    if database and database != ":memory:":
        for ending in ("", "-wal", "-shm", "-journal"):
            _close(Path(f"{database}{ending}"), _PRIVATE_FILE)


def _close(path: Path, mode: int) -> None:
    with suppress(OSError):  # not there, or not ours
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            path.chmod(mode)
