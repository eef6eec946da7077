"""What a request may say and what a response says, declared once.

A subclass of `Schema` is at once the type that mypy checks, the validator of what was sent, the
form of what is answered and, through `docs/reference/openapi.yaml`, the type of the web client
(decision 0050). `annotate.core.operations` brings them to the routes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Self, TypeVar

from django.core.files.uploadedfile import UploadedFile
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    JsonValue,
    ValidationInfo,
    field_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from annotate.core.errors import AppError
from annotate.messages import Message, params_json

MAX_INTEGER = 2**63 - 1
# An object whose inside somebody else checks: a kind its answers, a back end its settings.
JsonObject = dict[str, JsonValue]


class Schema(BaseModel):
    """The base of every request and response: unchangeable, and no field but those declared."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        # At the first use: a process has hundreds of them and uses a few.
        defer_build=True,
        validate_default=True,
        # What is answered is there even where it is the default.
        json_schema_serialization_defaults_required=True,
    )

    @classmethod
    def from_row(cls, row: object, **others: Any) -> Self:
        """What a row has under the names of the fields; ``others`` are those it has not so."""
        names = cls.model_fields.keys() - others.keys()
        return cls(**{name: getattr(row, name) for name in names}, **others)


class Notice(Schema):
    """Something to tell a person: in English, and as entries of the catalogue for other languages.

    ``params`` fill the slots of both entries.
    """

    message: str
    message_code: str | None
    remedy: str | None
    remedy_code: str | None
    params: JsonObject

    @classmethod
    def of(cls, message: Message, **more: Any) -> Self:
        """What a message and its remedy say; ``more`` are the fields of a subclass."""
        remedy = message.remedy()
        return cls(
            message=str(message),
            message_code=message.code,
            remedy=str(remedy) if remedy else None,
            remedy_code=remedy.code if remedy else None,
            params=params_json(message.params),
            **more,
        )

    @classmethod
    def restored(cls, message: Mapping[str, Any] | None) -> Self | None:
        """What a message of a column says, see `Message.to_json`; None where there is none."""
        return cls.of(Message.from_json(message)) if message else None

    @classmethod
    def of_error(cls, error: AppError, **more: Any) -> Self:
        """What an error says where it stops only a part of what was asked."""
        advice = error.advice.params if error.advice else {}
        return cls(
            message=error.message,
            message_code=error.entry.code,
            remedy=error.remedy,
            remedy_code=error.advice.code if error.advice else None,
            params=params_json({**error.entry.params, **advice}),
            **more,
        )

    @classmethod
    def stored(cls, message: str, source: Mapping[str, Any] | None, **more: Any) -> Self:
        """What a row keeps: the English text, and what `Message.to_json` gave.

        The code may be one that the catalogue no longer has.
        """
        code, params = (source["code"], source["params"]) if source else ("", {})
        return cls(
            message=message, message_code=code, remedy=None, remedy_code=None, params=params, **more
        )

    def to_json(self) -> JsonObject:
        """What `stored` takes back."""
        return {"code": self.message_code, "params": self.params}


class Changes(Schema):
    """The base of what a PATCH sends: None stands for what was left out and stays as it is.

    Null is refused unless a field is named in ``nullable``, for which it is a value like others.
    """

    model_config = ConfigDict(validate_default=False)
    nullable: ClassVar[frozenset[str]] = frozenset()

    @field_validator("*", mode="before")
    @classmethod
    def _not_null(cls, value: object, info: ValidationInfo) -> object:
        if value is None and info.field_name not in cls.nullable:
            raise PydanticCustomError("null", "This field may not be null")
        return value

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describe fields as what may be sent: None means only that they were not."""
        schema = handler.resolve_ref_schema(handler(core))
        for name, about in schema.get("properties", {}).items():
            about.pop("default", None)
            if name not in cls.nullable and "anyOf" in about:
                choices = [choice for choice in about.pop("anyOf") if choice != {"type": "null"}]
                about.update(choices[0] if len(choices) == 1 else {"anyOf": choices})
        return schema

    def sent(self) -> dict[str, Any]:
        """The fields that were sent, by name."""
        return {name: getattr(self, name) for name in self.model_fields_set}


@dataclass(frozen=True)
class Text:
    """A text of a request: at most so long, without NUL, which no database can store.

    >>> class Form(Schema):
    ...     name: Annotated[str, Text(20)]
    >>> Form(name="  Village ").name
    'Village'
    """

    max_length: int
    min_length: int = 1
    strip: bool = True

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(
            _without_nul,
            core_schema.str_schema(
                min_length=self.min_length, max_length=self.max_length, strip_whitespace=self.strip
            ),
        )


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise PydanticCustomError("nul_character", "Null characters are not allowed")
    return text


# Numbers that fit a column of the database.
Id = Annotated[int, Field(ge=1, le=MAX_INTEGER)]
Count = Annotated[int, Field(ge=0, le=MAX_INTEGER)]


class _Binary:
    """A file in the schema: `multipart/form-data` carries it as it is."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.is_instance_schema(UploadedFile)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string", "format": "binary"}


if TYPE_CHECKING:
    Upload = UploadedFile[Any]
else:  # generic only in the eyes of mypy
    Upload = Annotated[UploadedFile, _Binary()]

ItemT = TypeVar("ItemT")


class PageQuery(Schema):
    """Which page of a list."""

    cursor: Annotated[
        Annotated[str, Text(500, min_length=0)] | None,
        Field(description="Where the page begins, from an earlier answer."),
    ] = None
    page_size: Annotated[
        Annotated[int, Field(ge=1, le=100)] | None,
        Field(description="How many rows, at most 100."),
    ] = None


class Page(Schema, Generic[ItemT]):
    """One page of a list; the cursors are bare, so that a client never repairs a host name."""

    next: str | None
    previous: str | None
    results: list[ItemT]

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:
        return f"{params[0].__name__}Page"
