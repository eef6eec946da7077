"""Messages: codes with parameters, in words of the catalogue."""

import pytest

from annotate import messages
from annotate.core import errors
from annotate.messages import Message, UnknownMessageError


def test_a_message_is_its_english_sentence_as_text() -> None:
    assert str(Message("missing_field")) == "This field is missing."


def test_one_and_many_have_sentences_of_their_own() -> None:
    assert str(Message("string_too_long", count=1)) == "Write at most 1 character."
    assert str(Message("string_too_long", count=1200)) == "Write at most 1,200 characters."


def test_texts_in_a_row_are_joined_as_the_slot_says() -> None:
    edges = [Message("beyond_top_edge", pixels=1), Message("beyond_left_edge", pixels=2.5)]
    said = str(Message("box_outside_image", sides=edges, width="10", height="20"))
    assert "reaches 1 px beyond the top edge and 2.5 px beyond the left edge of the 10 x 20" in said


def test_what_people_wrote_is_not_read_as_a_slot() -> None:
    assert "“{{count}}”" in str(Message("filler_phrase", words="{{count}}"))


@pytest.mark.parametrize(
    ("code", "params"),
    [
        ("nobody_says_this", {}),
        ("missing_field", {"count": 1}),
        ("string_too_long", {}),
        ("string_too_long", {"count": "many"}),
        ("filler_phrase", {"words": 7}),
    ],
)
def test_a_message_that_its_catalogue_has_otherwise_is_refused(
    code: str, params: dict[str, str | int]
) -> None:
    with pytest.raises(UnknownMessageError):
        Message(code, **params)


def test_a_message_comes_back_from_json_with_those_within_it() -> None:
    edges = [Message("beyond_top_edge", pixels=1)]
    message = Message("box_outside_image", sides=edges, width="10", height="20")
    assert Message.from_json(message.to_json()) == message
    assert Message.from_json(message.to_json()) != Message("missing_field")


def test_a_remedy_shares_the_parameters_of_its_message() -> None:
    remedy = Message("upload_too_large", limit=25).remedy()
    assert str(remedy) == "Send it in smaller parts."
    assert Message("missing_field").remedy() is None


def test_the_catalogues_of_a_language_have_no_code_twice() -> None:
    assert len(messages.catalogue("en")) == len(messages.catalogue("de"))


def test_an_error_is_told_by_code_and_in_english() -> None:
    body = errors.Conflict(Message("job_ended")).body()["error"]
    assert (body["code"], body["message_code"]) == ("job_ended", "job_ended")
    assert body["message"] == "This job has already ended."
    # The remedy of the class, as the message has none of its own.
    assert body["remedy_code"] == "conflict_remedy"
    assert body["remedy"] == "Load it again and repeat what you wanted to do."


def test_an_error_of_a_field_names_the_field_and_carries_the_parameters() -> None:
    error = errors.Invalid.field("name", Message("string_too_long", count=9), code="too_long")
    body = error.body()["error"]
    assert body["code"] == "invalid"
    assert body["fields"] == [
        {
            "path": "name",
            "code": "too_long",
            "message": "Write at most 9 characters.",
            "message_code": "string_too_long",
            "params": {"count": 9},
        }
    ]
