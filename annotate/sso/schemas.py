"""Identity providers and identities as requests and responses say them."""

from datetime import datetime
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from annotate.core.schemas import Changes, Id, Notice, Schema, Text
from annotate.messages import Message
from annotate.projects.models import Role
from annotate.sso import models

MOST_RULES = 200


def _issuer_form(address: str) -> str:
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in ("https", "http") and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(Message("sso_issuer_form"))
    return address


def _domain_form(domain: str) -> str:
    plain = domain.strip().removeprefix("@").lower()
    if not plain or any(sign in plain for sign in "@ /"):
        raise ValueError(Message("sso_domain_form"))
    return plain


def _with_openid(scopes: list[str]) -> list[str]:
    return list(dict.fromkeys(["openid", *scopes]))


Key = Annotated[
    str,
    Field(
        max_length=40,
        pattern=r"^[a-z0-9][a-z0-9-]*$",
        description="Stands in the address that the provider sends people back to; never changes.",
    ),
]
Name = Annotated[str, Text(100)]
Issuer = Annotated[
    str,
    Text(500),
    AfterValidator(_issuer_form),
    Field(description="As the provider writes it in its discovery document, to the letter."),
]
ClientId = Annotated[str, Text(200)]
ClientSecret = Annotated[
    str, Text(1000, min_length=0), Field(description="Empty for a client without one.")
]
Scope = Annotated[str, Field(max_length=100, pattern=r"^[!#-\[\]-~]+$")]
Scopes = Annotated[list[Scope], Field(max_length=20), AfterValidator(_with_openid)]
GroupsClaim = Annotated[
    str,
    Text(100, min_length=0),
    Field(description="The claim that names a person's groups; dots lead inside. Empty: none."),
]
Domains = Annotated[
    list[Annotated[str, Text(253), AfterValidator(_domain_form)]],
    Field(max_length=100, description="Whose verified addresses are let in; none named are all."),
]


class Rule(Schema):
    """What the members of a group get."""

    group: Annotated[str, Text(200)]
    admin: Annotated[bool, Field(description="They administer the installation.")] = False
    project: Id | None = None
    role: Role | None = None
    teams: Annotated[
        list[Annotated[str, Text(40)]],
        Field(max_length=50, description="Keys of teams of the project they are put into."),
    ] = []

    @model_validator(mode="after")
    def _complete(self) -> Self:
        has_project = self.project is not None
        if has_project != (self.role is not None) or (self.teams and not has_project):
            raise ValueError(Message("sso_rule_project_and_role"))
        if not self.admin and not has_project:
            raise ValueError(Message("sso_rule_gives_nothing"))
        return self


Rules = Annotated[list[Rule], Field(max_length=MOST_RULES)]


class ProviderFields(Schema):
    """What is set of a provider, but for its secret."""

    key: Key
    name: Name
    issuer: Issuer
    client_id: ClientId
    scopes: Scopes = ["openid", "email", "profile"]
    groups_claim: GroupsClaim = ""
    rules: Rules = []
    email_domains: Domains = []
    makes_accounts: Annotated[
        bool, Field(description="Who comes for the first time gets an account.")
    ] = False
    links_by_email: Annotated[
        bool,
        Field(description="Who comes for the first time gets the account of a verified address."),
    ] = False
    trusts_second_factor: Annotated[
        bool, Field(description="Nobody is asked here for a second factor again.")
    ] = False
    signs_out_at_provider: Annotated[
        bool,
        Field(
            description="Who signs out here is sent there to sign out, too, if it names an"
            " `end_session_endpoint`."
        ),
    ] = False
    is_active: bool = True


class NewProvider(ProviderFields):
    client_secret: Annotated[ClientSecret, Field(repr=False)] = ""


class ProviderChanges(Changes):
    name: Name | None = None
    issuer: Issuer | None = None
    client_id: ClientId | None = None
    client_secret: Annotated[ClientSecret | None, Field(repr=False)] = None
    scopes: Scopes | None = None
    groups_claim: GroupsClaim | None = None
    rules: Rules | None = None
    email_domains: Domains | None = None
    makes_accounts: bool | None = None
    links_by_email: bool | None = None
    trusts_second_factor: bool | None = None
    signs_out_at_provider: bool | None = None
    is_active: bool | None = None


class Provider(ProviderFields):
    """A provider as admins see it: never its secret."""

    has_secret: bool
    is_deployed: Annotated[
        bool, Field(description="Set at deployment (`OIDC_PROVIDERS`): read only here.")
    ]
    redirect_address: Annotated[
        str, Field(description="To be entered at the provider as an allowed redirect.")
    ]
    signed_out_address: Annotated[
        str,
        Field(
            description="To be entered at the provider as an allowed redirect after signing out,"
            " where people sign out there."
        ),
    ]


class ProviderTrial(Schema):
    """What a provider's own words say of whether people can sign in by it."""

    works: bool
    findings: list[Notice]


class ListedProvider(Schema):
    """A provider as the sign-in page shows it."""

    key: str
    name: str


class Ways(Schema):
    """The ways to sign in that this installation offers."""

    password: Annotated[bool, Field(description="False: by a provider alone.")]
    providers: list[ListedProvider]


class Beginning(Schema):
    """`next` is where to go afterwards: an address of this installation, beginning with one `/`."""

    next: Annotated[str, Text(2000, min_length=0)] = ""


class Away(Schema):
    """Where the browser goes now: to the provider."""

    address: str


class Identity(Schema):
    """An account at a provider by which somebody signs in here."""

    id: int
    provider: str
    provider_name: str
    shown_as: str
    created_at: datetime
    used_at: datetime

    @classmethod
    def of(cls, row: models.Identity, names: dict[str, str]) -> "Identity":
        return cls.from_row(row, provider_name=names.get(row.provider, row.provider))
