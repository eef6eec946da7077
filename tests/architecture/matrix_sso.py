"""Identity providers, for the table of permissions: what is sent, and what there is to find."""

from annotate.people.models import User
from annotate.sso.models import Identity, Provider
from tests.architecture.matrix_audiences import Bodies

# Nobody is asked there: it is no public address.
_NOWHERE = "https://127.0.0.1:9"
_ALL = "admin/identity-providers"
BODIES: Bodies = {
    ("post", "sign-in/{identity_provider}/begin"): {"next": "/"},
    ("post", _ALL): {"key": "new", "name": "New", "issuer": _NOWHERE, "client_id": "annotate"},
    ("patch", f"{_ALL}/{{identity_provider}}"): {"name": "Renamed"},
}


def put_in(user: User) -> dict[str, str | int]:
    """Set a provider up by which this person signs in."""
    provider, _ = Provider.objects.get_or_create(
        key="campus", defaults={"name": "Campus", "issuer": _NOWHERE, "client_id": "annotate"}
    )
    identity = Identity.objects.create(
        user=user, provider="campus", issuer=_NOWHERE, subject=user.username
    )
    return {"identity_provider": provider.key, "identity": identity.pk}
