"""What a lead sets for a server that speaks the chat completions API."""

from typing import ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from annotate.backends.configured import BackendSettings, question
from annotate.backends.openai import prompts
from annotate.messages import Message

NAME = "openai"
VERSION = "1"

Structured = Literal["auto", "json_schema", "json_object", "none"]
Order = Literal["xyxy", "yxyx", "xywh"]


class OpenAISettings(BackendSettings):
    """Settings of a server behind HTTP."""

    reach: ClassVar[frozenset[str]] = frozenset(
        {
            "timeout",
            "total_timeout",
            "concurrency",
            "requests_per_minute",
            "retries",
            "price_in",
            "price_out",
            "price_request",
            "cost_per_day",
            "cost_per_month",
        }
    )

    places: ClassVar[frozenset[str]] = frozenset({"base_url"})

    base_url: str = Field(
        min_length=1,
        max_length=300,
        title="Address",
        description=(
            "Of the server's API; as a rule it ends in /v1, as in https://api.openai.com/v1 or"
            " http://10.0.0.5:8000/v1. Servers on your own network must be allowed by the operator."
        ),
    )
    model: str = Field(
        min_length=1,
        max_length=300,
        title="Model",
        description="What the server calls it, such as “Qwen/Qwen2.5-VL-7B-Instruct”.",
    )
    instruction: str = Field(
        default="",
        max_length=4000,
        title="General instruction",
        description="Sent before every question as the system message. May stay empty.",
        json_schema_extra={"format": "textarea"},
    )
    prompt_image: str = question(
        prompts.IMAGE,
        "Question about an image",
        prompts.explained(prompts.OF_IMAGE),
        longest=8000,
    )
    prompt_object: str = question(
        prompts.OBJECT,
        "Question about an object",
        f"The part of the image with the object is shown. {prompts.explained(prompts.OF_OBJECT)}",
        longest=8000,
    )
    prompt_objects: str = question(
        prompts.OBJECTS,
        "Question for the objects",
        "Must ask for JSON with a label and a box per object. "
        + prompts.explained(prompts.OF_OBJECTS),
        longest=8000,
    )
    box_order: Order = Field(
        default="xyxy",
        title="Numbers of a box",
        description=(
            "In which order a model gives them: it keeps to what it was trained with. Gemini begins"
            " at the top."
        ),
    )
    box_range: int = Field(
        default=1000,
        ge=0,
        le=100_000,
        title="Range of a box",
        description=(
            "Boxes are given from 0 to this number across and down the image, whatever its size."
            " 0: in pixels of the image as it is sent (Qwen2.5-VL)."
        ),
    )
    most_objects: int = Field(
        default=20,
        ge=1,
        le=200,
        title="Most objects in an image",
        description="Further ones are left out.",
    )
    structured: Structured = Field(
        default="auto",
        title="Structured output",
        description=(
            "How the server is held to the form of boxes. A server that refuses one way may take a"
            " looser one."
        ),
    )
    crop_margin: float = Field(
        default=0.1,
        ge=0,
        le=1,
        title="Margin around objects",
        description="How much more than its box is shown of an object, as a share of its size.",
        json_schema_extra={"format": "share"},
    )
    longest_side: int = Field(
        default=1024,
        ge=64,
        le=4096,
        title="Longest side of images in pixels",
        description="Larger images are made smaller before they are sent.",
    )
    temperature: float = Field(
        default=0,
        ge=0,
        le=2,
        title="Temperature",
        description="0: always the likeliest words. Left out where the model refuses it.",
    )
    max_tokens: int = Field(
        default=1024,
        ge=1,
        le=32_768,
        title="Longest answer in tokens",
        description="A text that reaches it ends with its last whole sentence.",
    )
    timeout: float = Field(
        default=120,
        gt=0,
        le=3600,
        title="Time limit in seconds",
        description="For one answer; after that it is asked again.",
    )
    retries: int = Field(
        default=4,
        ge=0,
        le=20,
        title="Further tries",
        description="After errors that may pass, waiting longer each time.",
    )
    total_timeout: float = Field(
        default=600,
        gt=0,
        le=7200,
        title="Total time limit in seconds",
        description="For one question with all its tries; after that the sample has failed.",
    )
    concurrency: int = Field(
        default=8,
        ge=1,
        le=256,
        title="Requests at once",
        description="Of all workers together. More is faster as long as the server keeps up.",
    )
    requests_per_minute: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title="Requests per minute",
        description="At most, of each worker process. 0: as many as the server takes.",
    )
    price_in: float = Field(
        default=0,
        ge=0,
        le=100_000,
        title="Price of a million tokens in",
        description="For the costs of seeds, in whatever currency you think in. 0: nothing.",
    )
    price_out: float = Field(
        default=0,
        ge=0,
        le=100_000,
        title="Price of a million tokens out",
        description="In the same currency.",
    )
    price_request: float = Field(
        default=0,
        ge=0,
        le=1000,
        title="Price of a request",
        description="In the same currency, beside that of its tokens.",
    )
    cost_per_day: float = Field(
        default=0,
        ge=0,
        le=1_000_000_000,
        title="Most costs a day",
        description="In the same currency. What would cost more waits for the next day, by UTC."
        " 0: no limit.",
    )
    cost_per_month: float = Field(
        default=0,
        ge=0,
        le=1_000_000_000,
        title="Most costs a month",
        description="The same for a month of the calendar.",
    )

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        try:
            parts = urlsplit(value.strip())
            has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            has_host = False
        if not has_host or parts.scheme not in ("http", "https"):
            raise ValueError(Message("http_address_wanted"))
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError(Message("bare_address_wanted"))
        return value.strip().rstrip("/")

    @field_validator("model")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(Message("model_name_missing"))
        return value.strip()

    @field_validator("prompt_image", "prompt_object", "prompt_objects")
    @classmethod
    def _fills_in_what_there_is(cls, value: str, info: object) -> str:
        field = getattr(info, "field_name", "")
        unknown = prompts.unknown_places(value, prompts.PLACES[field])
        if unknown:
            known = [f"{{{name}}}" for name in prompts.PLACES[field]]
            raise ValueError(Message("unknown_place", name=f"{{{unknown[0]}}}", names=known))
        return value
