"""What an adapter is: everything that differs between the platforms people come from.

An adapter is a pure object: it reads parameters, says where a person goes when they are done,
checks the signatures of messages and offers a client of the platform's API. It knows neither the
database nor our own HTTP requests.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal, Protocol
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from annotate.core.schemas import Schema
from annotate.messages import Message

Outcome = Literal["completed", "screened_out", "no_work"]
AdapterName = Literal["invite", "link", "prolific", "mturk"]
FieldType = Literal[
    "text", "integer", "number", "share", "boolean", "money", "url", "choice", "secret"
]


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError(Message("line_not_printable"))
    return text


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(_printable)
]
Money = Annotated[Decimal, Field(ge=0, le=1000, decimal_places=2, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Parameter = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")]


def _https(address: str) -> str:
    """Accept only addresses that a browser may safely be sent to."""
    parts = urlsplit(address)
    if address and (parts.scheme != "https" or not parts.hostname or parts.username):
        raise ValueError(Message("https_address_wanted"))
    return address


def _currency(code: str) -> str:
    if len(code) != 3 or not (code.isascii() and code.isalpha() and code.isupper()):
        raise ValueError(Message("currency_wanted"))
    return code


def _locale(tag: str) -> str:
    language, _, place = tag.partition("-")
    if tag and (len(tag) not in (2, 5) or not language.islower() or not (place or "A").isupper()):
        raise ValueError(Message("locale_wanted"))
    return tag


HttpsUrl = Annotated[Line, AfterValidator(_https)]
Currency = Annotated[Line, AfterValidator(_currency)]
Locale = Annotated[Line, AfterValidator(_locale)]


class Refused(Exception):
    """An arrival that is not accepted; the message is shown to whoever came."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadSignature(Exception):
    """A message that does not prove to be the platform's."""


class ClientError(Exception):
    """A call of the platform's API failed.

    `uncertain`: the platform may have done what was asked although it did not say so.
    """

    def __init__(self, message: Message | str, *, uncertain: bool = False) -> None:
        # What a platform says in its own words stands as it is.
        if not isinstance(message, Message):
            message = Message("platform_words", text=message)
        self.reason = message
        super().__init__(str(message))
        self.uncertain = uncertain


@dataclass(frozen=True)
class Arrival:
    """Who came, with which session of the platform, and what else the parameters said."""

    person: str
    session: str
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Preview:
    """Somebody who may look and not touch: they have not accepted the work yet."""


class Completion(Schema):
    """What the browser does when the work is handed in."""

    kind: Literal["none", "redirect", "code", "form"]
    url: str | None = None
    code: str | None = None
    fields: dict[str, str] = {}


@dataclass(frozen=True)
class Event:
    """A verified message of the platform about one session."""

    event_id: str
    kind: str
    session: str
    person: str
    status: str
    at: datetime
    # What it means here; None where it means nothing.
    becomes: Literal["returned", "timed_out", "rejected"] | None


class Document(Schema):
    """Something a lead copies into the platform."""

    title: str
    text: str


class AdapterField(Schema):
    """One field of a form: what a lead can set, and how it is asked for."""

    name: str
    type: FieldType
    title: str
    help: str
    required: bool
    secret: bool
    default: str | int | float | bool | None
    choices: list[str]


@dataclass(frozen=True)
class Holder:
    """Whose a session is, as the platform says, and its state there."""

    person: str
    status: str
    # Of the facts of an arrival, those that the platform confirms: they must be the same.
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """One payment to be made."""

    key: str  # unique and the same at every try
    person: str
    session: str
    bonus: Decimal
    facts: Mapping[str, str]
    reason: str


class Client(Protocol):
    """The platform's API, as far as it is used."""

    # Whether asking twice with one key pays once.
    bonus_is_idempotent: ClassVar[bool]

    def check(self) -> Message:
        """Say that the secrets work, and what they open; change nothing."""

    def holder(self, session: str) -> Holder | None:
        """Whose session this is; None where the platform cannot say (yet)."""

    def approve(self, order: Order) -> None:
        """Approve the session, which pays the reward the platform knows; twice is once."""

    def prepare_bonus(self, order: Order) -> str:
        """Set a bonus up without paying it; return the reference to pay it by."""

    def pay_bonus(self, order: Order, reference: str) -> None:
        """Pay what was set up."""

    def reject(self, session: str, *, message: str, category: str) -> None:
        """Refuse the work of a session."""

    def request_return(self, session: str, *, reasons: list[str]) -> None:
        """Ask the person to give the session back."""


class Settings(BaseModel):
    """What can be set for every channel; adapters add their own."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    places: int = Field(
        0, ge=0, le=100_000, title="Places", description="How many may come in; 0 for any number."
    )
    pay_rate: Money = Field(
        Decimal("0"), title="Pay per HIT", description="What one accepted HIT earns, 0 for unpaid."
    )
    pay_currency: Currency = Field(
        "USD", title="Currency", description="Three letters, for example GBP."
    )
    pay_when: Literal["submitted", "approved"] = Field(
        "approved",
        title="Pay for",
        description="Every HIT handed in, or only those whose answers were approved.",
    )
    pay_from_share: Share = Field(
        1.0,
        title="Share approved",
        description="With “approved”: the share of a HIT's answers that must be approved.",
    )
    bonus: Money = Field(
        Decimal("0"), title="Bonus per HIT", description="Paid beside the rate for good work."
    )
    bonus_from_share: Share = Field(
        1.0,
        title="Bonus from share",
        description="The share of a HIT's answers that must be approved for the bonus.",
    )
    vouched_approved: int | None = Field(
        None,
        ge=0,
        le=10_000_000,
        title="Approved work the platform demands",
        description="If the platform lets in only people with this many approved assignments.",
    )
    vouched_approval_rate: Share | None = Field(
        None,
        title="Approval rate the platform demands",
        description="If the platform lets in only people with this share of approved assignments.",
    )
    vouched_locale: Locale = Field(
        "",
        title="Locale the platform demands",
        description="For example en-US, if the platform lets in only people of that place.",
    )


class Secrets(BaseModel):
    """Secrets of a channel: written, used, and never shown again."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Adapter(ABC):
    """One way of coming in. Subclass it, and add the object to `adapters.ALL`."""

    name: ClassVar[AdapterName]
    title: ClassVar[str]
    description: ClassVar[str]
    notice: ClassVar[str | None] = None
    settings_model: ClassVar[type[Settings]] = Settings
    secrets_model: ClassVar[type[Secrets]] = Secrets
    # How many HITs one visit is for; None where there is no end.
    hits_per_visit: ClassVar[int | None] = 1
    # Whether one id means one person wherever it turns up: then blocks follow it.
    has_global_ids: ClassVar[bool] = False
    # Whether the platform can be asked, on arrival, whose a session is.
    confirms_arrivals: ClassVar[bool] = False
    has_webhook: ClassVar[bool] = False

    @abstractmethod
    def parse(self, parameters: Mapping[str, str], settings: Any) -> Arrival | Preview:
        """Read who came from the parameters of the address.

        Raises:
            Refused: something is missing or cannot be right.
        """

    @abstractmethod
    def completion(
        self, settings: Any, *, facts: Mapping[str, str], session: str, outcome: Outcome
    ) -> Completion:
        """Say what the browser does now."""

    def frame(self) -> tuple[list[str], list[str]] | None:
        """(Who may frame the pages, where forms are sent), or None: not in frames."""
        return None

    def client(self, settings: Any, secrets: Any) -> Client | None:
        """The platform's API, or None where there is none or no secret for it."""
        return None

    def server(self, settings: Any) -> str:
        """The address to which the client's requests go; empty where no setting changes it.

        Secrets given for one are not sent to another.
        """
        return ""

    def verify(
        self, *, headers: Mapping[str, str], body: bytes, secrets: Any, now: datetime
    ) -> Event | None:
        """What a message says; None where it concerns nothing here.

        Raises:
            BadSignature: it does not prove to be the platform's.
        """
        raise BadSignature

    def setup(self, settings: Any, *, entry_url: str) -> list[Document]:
        """What a lead enters on the platform."""
        return []


def printable(value: object, limit: int) -> str:
    """What a platform sent as a text that can be kept and shown."""
    return "".join(filter(str.isprintable, str(value)))[:limit]


def identifier(parameters: Mapping[str, str], name: str) -> str:
    """Raises Refused if it is absent, too long, or holds what no platform's identifiers hold."""
    value = parameters.get(name, "").strip()
    if not value:
        raise Refused(Message("address_lacks", name=name))
    allowed = value.replace("-", "").replace("_", "").replace(".", "").replace("@", "")
    if len(value) > 200 or not (allowed.isascii() and allowed.isalnum()):
        raise Refused(Message("not_an_identifier", name=name))
    return value
