"""Providers that an operator sets at deployment, by the environment."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from pydantic import TypeAdapter, ValidationError

from annotate.sso.schemas import NewProvider

_LIST = TypeAdapter(list[NewProvider])


def deployed() -> list[NewProvider]:
    """Those of OIDC_PROVIDERS, in its order."""
    return _LIST.validate_python(settings.OIDC_PROVIDERS)


def refuse_wrong() -> None:
    """Look at OIDC_PROVIDERS before anything is served.

    Raises:
        ImproperlyConfigured: says what of which provider is wrong; never a value, which may be a
            secret.
    """
    try:
        keys = [provider.key for provider in deployed()]
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ImproperlyConfigured(f"OIDC_PROVIDERS, {place or 'list'}: {first['msg']}") from None
    if len(set(keys)) < len(keys):
        raise ImproperlyConfigured("OIDC_PROVIDERS names two providers by one key.")
