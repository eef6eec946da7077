"""Under which name browsers keep passkeys for this installation, and whether they can at all."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from annotate.messages import Message


@dataclass(frozen=True)
class Site:
    """The site that a browser has open.

    Args:
        host: the name that passkeys are bound to (the relying party's id).
        origins: what a browser may say it has open when it signs.
        hindrance: why there can be no passkeys here; None where there can.
    """

    host: str
    origins: frozenset[str]
    hindrance: Message | None = None


def site_of(request: HttpRequest) -> Site:
    """The site of a request; its host is one of `ALLOWED_HOSTS`, or Django had refused it."""
    is_secure = bool(settings.HTTPS or request.is_secure())
    netloc = request.get_host()
    host = urlsplit(f"//{netloc}").hostname or ""
    trusted = {
        origin for origin in settings.CSRF_TRUSTED_ORIGINS if urlsplit(origin).hostname == host
    }
    origins = frozenset({f"{'https' if is_secure else 'http'}://{netloc}", *trusted})
    return Site(host, origins, _hindrance(host, is_secure))


def _hindrance(host: str, is_secure: bool) -> Message | None:
    if _is_number(host):
        return Message("passkeys_need_a_name", host=host)
    is_here = host == "localhost" or host.endswith(".localhost")
    return None if is_secure or is_here else Message("passkeys_need_https")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
