"""Stages are read row by row from the layouts in which they are released."""

import io
import json
from typing import Any

import pytest

from annotate.analysis.caption_files import LayoutError
from annotate.analysis.harms.json_stream import NotJson, elements
from annotate.analysis.harms.stages import StageItem, by_image, stage_items


def items(content: Any) -> list[StageItem]:
    return list(stage_items(io.StringIO(json.dumps(content)), lines=False))


@pytest.mark.parametrize(
    "content",
    [
        [{"image_id": 1, "caption": "A dog."}],
        {"images": [{"id": 1}], "annotations": [{"image_id": 1, "id": 7, "caption": "A dog."}]},
        {"data": [{"image_id": "1", "caption_str": "A dog.", "set_name": "val"}]},
    ],
)
def test_captions_of_each_layout_are_read(content: Any) -> None:
    assert items(content) == [StageItem("1", "A dog.")]


def test_json_lines_are_read_with_their_text() -> None:
    rows = '{"image/key": "a", "IIW": "A dog."}\n\n{"image": "a", "note": "A cat."}'
    found = list(stage_items(io.StringIO(rows.split("\n")[0]), lines=True))
    assert found == [StageItem("a", "A dog.")]
    second = list(stage_items(io.StringIO(rows.split("\n")[2]), lines=True, field="note"))
    assert by_image(iter([*found, *second])) == {"a": [*found, *second]}


IIW = [
    {
        "image/key": "a",
        "IIW": "A dog sits.",
        "IIW-P5B": "A dog.",
        "objects": [
            {"label": "Dog", "description": "A brown dog."},
            {"label": "Red ball", "description": ""},
        ],
    },
    {"image/key": "b", "IIW": "A cat.", "objects": []},
]


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("", [("a", "A dog sits."), ("b", "A cat.")]),
        ("IIW", [("a", "A dog sits."), ("b", "A cat.")]),
        ("IIW-P5B", [("a", "A dog.")]),
        ("objects", [("a", "Dog.\nA brown dog.\nRed ball."), ("b", "")]),
    ],
)
def test_of_rows_with_texts_and_objects_that_is_read_which_is_named(
    field: str, said: list[tuple[str, str]]
) -> None:
    file = io.StringIO("\n".join(map(json.dumps, IIW)))
    found = list(stage_items(file, lines=True, field=field))
    assert [(item.image, item.text) for item in found] == said
    assert not any(item.labels for item in found)


def test_a_field_that_no_row_has_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"line 1\.caption must be a text"):
        list(stage_items(io.StringIO(json.dumps(IIW[1])), lines=True, field="caption"))


def test_labels_of_visual_genome_keep_their_synsets() -> None:
    dog = {"names": ["Dog"], "synsets": ["dog.n.01"], "attributes": ["Brown"]}
    [item] = items([{"image_id": 2, "attributes": [dog]}])
    assert item.labels.attributes == {("dog", "brown")}
    assert item.synsets == {"dog": "dog.n.01"}
    ends = {"subject": {"name": "man"}, "object": {"names": ["horse"]}, "predicate": "RIDES"}
    [item] = items([{"image_id": 2, "relationships": [ends]}])
    assert item.labels.relations == {("man", "rides", "horse")}


def test_labels_of_coco_take_their_names_from_the_categories_behind_them() -> None:
    box = {"image_id": 3, "category_id": 18, "bbox": [0, 0, 1, 1]}
    content = {"annotations": [box], "categories": [{"id": 18, "name": "dog"}]}
    assert [item.labels.objects for item in items(content)] == [{"dog"}]
    with pytest.raises(LayoutError, match="category_id"):
        items({"annotations": [box]})


@pytest.mark.parametrize("content", [[1], [{"image_id": 1}], [{"image_id": 1, "caption": 3}]])
def test_rows_that_are_none_are_named(content: Any) -> None:
    with pytest.raises(LayoutError, match=r"\[0\]"):
        items(content)


@pytest.mark.parametrize("text", ["", "{", "[1", '{"annotations": [{]}', "[1 2]", "7", '{"a" 1}'])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        list(elements(io.StringIO(text), ("", "annotations")))


def test_a_list_is_read_whole_wherever_the_chunks_end() -> None:
    values = [{"at": at, "text": "x" * (at % 700)} for at in range(1_000)] + [12345, -1.5, "é", {}]
    text = json.dumps({"other": [[1], {"data": 2}], "data": values, "n": 1234567}, indent=1)
    found = [value for name, value in elements(io.StringIO(text), ("data",)) if name == "data"]
    assert found == values
