"""Each kind of work has a name of its own, closed types, and settings that are read strictly."""

import json

import pytest
from pydantic import BaseModel

from annotate import kinds
from annotate.kinds import AnyKind, InvalidValueError
from tests.kinds.examples import EXAMPLES


def test_every_kind_is_in_the_battery() -> None:
    assert set(EXAMPLES) == set(kinds.names())


def test_a_kind_is_registered_under_its_own_versioned_name(name: str, kind: AnyKind) -> None:
    assert kind.name == name
    stem, version = name.rsplit(".v", 1)
    assert stem.isidentifier()
    assert int(version) >= 1
    assert kind.title


def test_an_unknown_kind_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(kinds.UnknownKindError, match=r"objects\.v1"):
        kinds.get("objects.v0")


@pytest.mark.parametrize("part", ["Answer", "Settings"])
def test_its_types_are_frozen_and_closed_and_have_a_schema(kind: AnyKind, part: str) -> None:
    model: type[BaseModel] = getattr(kind, part)
    assert model.model_config["frozen"] is True
    schema = model.model_json_schema()
    nested = [schema, *schema.get("$defs", {}).values()]
    assert all(one["additionalProperties"] is False for one in nested)
    json.dumps(schema)


def test_default_settings_are_valid_and_read_back_as_written(kind: AnyKind) -> None:
    settings = kind.parse_settings({})
    assert kind.parse_settings(settings.model_dump(mode="json")) == settings


def test_an_unknown_setting_is_refused_by_name(kind: AnyKind) -> None:
    with pytest.raises(InvalidValueError) as caught:
        kind.parse_settings({"nonsense": 1})
    assert [(p.path, p.code) for p in caught.value.problems] == [("nonsense", "unknown_field")]
