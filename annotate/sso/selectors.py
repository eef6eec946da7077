"""What is told of providers and identities."""

from django.conf import settings
from django.db.models import QuerySet
from pydantic import Field

from annotate.core import errors
from annotate.core.secret_store import SecretStore
from annotate.people.models import User
from annotate.sso import models, schemas
from annotate.sso.deployed import deployed

SECRETS = SecretStore("identity providers")
SECRET = "client_secret"  # noqa: S105 - the name of one


class Known(schemas.ProviderFields):
    """A provider to sign in by, wherever it was set up; `secrets` are sealed."""

    secrets: str = Field(repr=False)
    is_deployed: bool

    def client_secret(self) -> str:
        """The secret, empty where it has none.

        Raises:
            Unreadable: it was sealed with another SECRET_KEY.
        """
        return SECRETS.unseal(self.secrets).get(SECRET, "")


def known_providers() -> list[Known]:
    """All of them: those set at deployment first, then the others by name."""
    set_there = [
        Known(
            **{name: value for name, value in provider if name != SECRET},
            secrets=sealed(provider.client_secret),
            is_deployed=True,
        )
        for provider in deployed()
    ]
    taken = {provider.key for provider in set_there}
    rows = models.Provider.objects.exclude(key__in=taken).order_by("name", "pk")
    return [*set_there, *(Known.from_row(row, is_deployed=False) for row in rows)]


def known_provider(key: str) -> Known:
    """The provider of this key.

    Raises:
        NotFound: there is none.
    """
    return errors.existing(next((one for one in known_providers() if one.key == key), None))


def active_provider(key: str) -> Known:
    """The provider of this key by which people may sign in.

    Raises:
        NotFound: there is none, or it is switched off.
    """
    provider = known_provider(key)
    if not provider.is_active:
        raise errors.NotFound
    return provider


def provider_row(key: str) -> models.Provider:
    """The row of a provider that admins have set up.

    Raises:
        NotFound: there is none of this key.
    """
    return errors.existing(models.Provider.objects.filter(key=key).first())


def sealed(secret: str) -> str:
    return SECRETS.seal({SECRET: secret} if secret else {})


def ways() -> schemas.Ways:
    """What the sign-in page offers."""
    return schemas.Ways(
        password=not settings.SIGN_IN_ONLY_BY_PROVIDER,
        providers=[
            schemas.ListedProvider(key=one.key, name=one.name)
            for one in known_providers()
            if one.is_active
        ],
    )


def identities_of(user: User) -> "QuerySet[models.Identity]":
    return models.Identity.objects.filter(user=user).order_by("pk")


def describe(rows: "QuerySet[models.Identity]") -> list[schemas.Identity]:
    names = {one.key: one.name for one in known_providers()}
    return [schemas.Identity.of(row, names) for row in rows]
