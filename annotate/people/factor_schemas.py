"""Second factors as requests and responses say them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Changes, JsonObject, Notice, Schema, Text
from annotate.people import models
from annotate.people.schemas import Password, Session

Code = Annotated[
    str, Text(40), Field(description="Six digits of an app, or one of the recovery codes.")
]


class SecondFactorCode(Schema):
    code: Code


class PasskeyOptions(Schema):
    """What the browser needs to make or use a passkey, as WebAuthn has it in JSON."""

    options: JsonObject


class SignedByPasskey(Schema):
    """What the browser made of the options, as WebAuthn has it in JSON."""

    credential: JsonObject


class NewPasskey(SignedByPasskey):
    name: Annotated[str, Text(100)]


class PasskeyChanges(Changes):
    name: Annotated[str, Text(100)] | None = None


class Passkey(Schema):
    """A passkey; ``host`` is the name of the site at which it works."""

    id: int
    name: str
    host: str
    created_at: datetime
    last_used_at: datetime | None


class App(Schema):
    """An app that shows codes."""

    created_at: datetime
    last_used_at: datetime | None


class SecondFactors(Schema):
    """What stands behind somebody's password.

    ``is_needed`` says that this installation asks it of them, ``no_passkeys`` why there can be none
    at the address under which this is asked, ``is_confirmed`` whether they have shown who they are
    in the last quarter of an hour, which is asked before anything here is changed.
    """

    app: App | None
    passkeys: list[Passkey]
    recovery_codes_left: int
    is_needed: bool
    is_confirmed: bool
    has_password: bool
    no_passkeys: Notice | None


class NewTotp(Schema):
    """A secret for an app, shown once: as text, as an address, and as a picture (SVG) of that."""

    secret: str
    address: str
    picture: str


class RecoveryCodes(Schema):
    """Codes that are said here and never again."""

    codes: list[str]


class Enrolled(Schema):
    """A second factor was set up; ``recovery_codes`` are new ones, where there were none."""

    recovery_codes: list[str]
    session: Session


class Confirmation(Schema):
    """The password, or a code; one of the two."""

    password: Password | None = None
    code: Code | None = None


class SecondFactorRule(Schema):
    """Of whom a second factor is asked; ``leads``: also of admins and of who may make projects."""

    required_for: Literal["nobody", "leads", "everybody"]


def passkey(row: models.Passkey) -> Passkey:
    """A passkey as its owner sees it."""
    return Passkey.from_row(row)
