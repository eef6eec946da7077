"""What a lead may set: checked when it is typed, and told in the form's own words."""

from typing import Any

import pytest
from pydantic import ValidationError

from annotate.backends.openai.settings import OpenAISettings

NEEDED = {"base_url": "https://api.example.org/v1", "model": "m"}


def wrong(**changes: Any) -> str:
    with pytest.raises(ValidationError) as refused:
        OpenAISettings(**{**NEEDED, **changes})
    [error] = refused.value.errors()
    return f"{error['loc'][0]}: {error['msg']}"


def test_address_and_model_are_all_that_is_needed() -> None:
    assert OpenAISettings.model_json_schema()["required"] == ["base_url", "model"]
    assert OpenAISettings(**NEEDED).structured == "auto"


@pytest.mark.parametrize(
    "address",
    [
        "api.example.org/v1",
        "ftp://example.org",
        "https://",
        "https://name:secret@example.org/v1",
        "https://example.org/v1?key=secret",
        "https://example.org:port/v1",
        "file:///etc/passwd",
        "javascript:alert(1)",
    ],
)
def test_only_plain_addresses_are_taken(address: str) -> None:
    assert wrong(base_url=address).startswith("base_url: ")


def test_an_address_is_taken_without_the_slash_at_its_end() -> None:
    settings = OpenAISettings(**{**NEEDED, "base_url": " https://example.org/v1/ "})
    assert settings.base_url == "https://example.org/v1"


def test_a_question_has_only_places_that_are_filled_in() -> None:
    assert "There is no {colour} here; there are {label}." in wrong(prompt_object="{colour}?")
    form = 'As JSON: {"objects": [{"label": "", "box": []}]} {most}'
    assert OpenAISettings(**NEEDED, prompt_objects=form).prompt_objects == form


def test_how_it_is_reached_is_no_part_of_a_version() -> None:
    assert OpenAISettings.reach < set(OpenAISettings.model_fields)
    assert not OpenAISettings.reach & {"base_url", "model", "temperature", "max_tokens"}
