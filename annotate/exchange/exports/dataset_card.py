"""The `README.md` of a dataset in the layout of Hugging Face: what `datasets` reads, and people."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from annotate.exchange.exports.parquet_tables import Feature

_TEXT = """
# {name}

{samples:,} samples described by people. Boxes are `[x, y, width, height]` in pixels of the upright
picture{pictures}.

```python
from datasets import load_dataset

data = load_dataset("path/of/this/folder")
```

"""
# Whoever gives them away in another frame explains them in the same words.
COLUMNS = """\
| column | content |
|---|---|
| `external_id`, `name`, `sha256` | which picture it is: its id, its file name, and the digest of the original file |
| `text` | the final description |
| `captions` | every caption but the canned ones |
| `objects` | the final objects, most salient first |
| `rests_on_rejected` | whether a lead has since rejected work that this was made of |
| `metadata` | the hints beside the picture, as JSON |
| `rounds` | every annotation with who or what made it, when and from what; `answer` is the whole of it as JSON |
"""  # noqa: E501
_LARGER = ", which is at most 4,096 pixels wide or high here; `width` and `height` are those before"


class SplitFacts(NamedTuple):
    """One split of a dataset."""

    name: str
    samples: int
    size_bytes: int


def card(
    *, name: str, features: Mapping[str, Feature], splits: Sequence[SplitFacts], pictures: bool
) -> str:
    """The whole file."""
    head = {
        "configs": [
            {
                "config_name": "default",
                "data_files": [
                    {"split": split.name, "path": f"data/{split.name}-*"} for split in splits
                ],
            }
        ],
        "dataset_info": {
            "features": [_described(column, feature) for column, feature in features.items()],
            "splits": [
                {"name": split.name, "num_bytes": split.size_bytes, "num_examples": split.samples}
                for split in splits
            ],
        },
        "pretty_name": name,
        "tags": ["image-descriptions"],
        "task_categories": ["image-to-text"],
    }
    text = _TEXT.format(
        name=" ".join(name.split()),
        samples=sum(split.samples for split in splits),
        pictures=_LARGER if pictures else "",
    )
    return f"---\n{yaml.safe_dump(head, sort_keys=False, allow_unicode=True)}---\n{text}{COLUMNS}"


def _described(name: str, feature: Feature) -> dict[str, Any]:
    match feature:
        case str():
            return {"name": name, "dtype": feature}
        case [part, *length]:
            told = {"name": name, "list": _part(part)}
            return told | ({"length": length[0]} if length else {})
    return {"name": name, "struct": _part(feature)}


def _part(feature: Feature) -> str | list[dict[str, Any]]:
    if isinstance(feature, str):
        return feature
    return [_described(name, part) for name, part in dict(feature).items()]
