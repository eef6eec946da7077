import pytest
from pydantic import BaseModel, Field, ValidationError

from annotate.kinds.problems import json_path, problems_of


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ((), ""),
        (("text",), "text"),
        (("objects", 2, "box", "width"), "objects[2].box.width"),
        ((0, "a"), "[0].a"),
    ],
)
def test_paths_are_written_as_people_read_them(location: tuple[str | int, ...], path: str) -> None:
    assert json_path(location) == path


class Sheet(BaseModel):
    count: int = Field(strict=True, ge=2, le=9)
    names: list[str] = Field(min_length=1, max_length=2)


@pytest.mark.parametrize(
    ("raw", "messages"),
    [
        ({"count": 1, "names": ["a"]}, ["This must be 2 or more."]),
        ({"count": 10, "names": ["a"]}, ["This must be 9 or less."]),
        ({"count": "3", "names": ["a"]}, ["This must be a whole number."]),
        ({"count": 3, "names": []}, ["At least 1 entry must be given, not 0."]),
        ({"count": 3, "names": ["a"] * 3}, ["At most 2 entries can be given."]),
        ({}, ["This field is missing.", "This field is missing."]),
        ([], ["This must be an object with named fields."]),
    ],
)
def test_each_failure_is_a_plain_sentence(raw: object, messages: list[str]) -> None:
    with pytest.raises(ValidationError) as caught:
        Sheet.model_validate(raw)
    assert [problem.message for problem in problems_of(caught.value)] == messages
