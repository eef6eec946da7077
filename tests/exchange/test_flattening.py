"""Any answer becomes rows of a table, and can be made of them again."""

import json
import re
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from annotate.exchange.exports.flattening import flattened
from annotate.exchange.exports.telling import shares, sorted_json

keys = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
scalars = st.none() | st.booleans() | st.integers() | st.text() | st.floats(-1e6, 1e6)
answers = st.dictionaries(
    keys,
    st.recursive(
        scalars, lambda part: st.lists(part, max_size=3) | st.dictionaries(keys, part, max_size=3)
    ),
    min_size=1,
    max_size=4,
)


def rebuilt(rows: Sequence[tuple[str, str, str]]) -> Any:
    """Make an answer of its rows, as docs/reference/exports.md says that one can."""
    whole: dict[Any, Any] = {}
    for path, kind, cell in rows:
        value = cell if kind == "string" else json.loads(cell)
        steps = re.findall(r"([a-z0-9_]+)|\[(\d+)\]", path)
        place = whole
        for number, (key, index) in enumerate(steps, start=1):
            step = key or int(index)
            if number == len(steps):
                place[step] = value
            else:
                place = place.setdefault(step, {})
    return listed(whole)


def listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    parts = {key: listed(part) for key, part in value.items()}
    is_list = bool(parts) and all(isinstance(key, int) for key in parts)
    return [parts[place] for place in range(len(parts))] if is_list else parts


@given(answer=answers)
def test_an_answer_can_be_made_of_its_fields_again(answer: dict[str, Any]) -> None:
    rows = [(field.path, field.type, str(field.value)) for field in flattened(answer)]
    assert rebuilt(rows) == answer


@given(answer=answers)
def test_the_order_of_keys_in_the_database_changes_nothing(answer: dict[str, Any]) -> None:
    turned = dict(reversed(answer.items()))
    assert sorted_json(json.dumps(turned)) == sorted_json(json.dumps(answer, indent=2))
    assert json.loads(sorted_json(json.dumps(answer))) == answer


sides = st.integers(1, 20_000)


@given(width=sides, height=sides, corners=st.tuples(*(st.floats(0, 1),) * 4))
def test_shares_lead_back_to_the_box_and_never_out_of_the_image(
    width: int, height: int, corners: tuple[float, float, float, float]
) -> None:
    left, right = sorted(corners[:2])
    top, bottom = sorted(corners[2:])
    box = {
        "x": round(left * width, 2),
        "y": round(top * height, 2),
        "width": round((right - left) * width, 2),
        "height": round((bottom - top) * height, 2),
    }
    x, y, across, down = shares(box, width, height)
    assert x + across <= 1.000002
    assert y + down <= 1.000002
    for share, pixels, side in (
        (x, box["x"], width),
        (y, box["y"], height),
        (across, box["width"], width),
        (down, box["height"], height),
    ):
        # Half of the last digit, and what a rounded box may be outside.
        assert abs(share * side - pixels) <= side * 5e-7 + 0.011
