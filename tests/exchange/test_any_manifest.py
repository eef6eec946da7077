"""Whatever a line of a manifest holds, it is a row or a problem and stops no import."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from annotate.exchange.imports.manifest_rows import parse_line
from annotate.exchange.imports.trees import NoFiles


@given(line=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_no_line_stops_an_import(line: bytes) -> None:
    row = parse_line(7, line, NoFiles())
    assert row.number == 7
    assert row.problems or row.sha256


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    row=st.dictionaries(
        st.sampled_from(["file", "sha256", "external_id", "split", "metadata", "name"]), json_values
    )
)
def test_no_json_row_stops_an_import(row: dict[str, Any]) -> None:
    found = parse_line(1, json.dumps(row).encode(), NoFiles())
    assert found.problems or found.sha256
    assert all(problem.message for problem in found.problems)
