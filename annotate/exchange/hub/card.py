"""The card of a release on a hub: that of its Parquet files, with what the release's own says."""

from collections.abc import Mapping
from typing import Any

import yaml

from annotate.exchange.exports.dataset_card import COLUMNS
from annotate.exchange.models import Release
from annotate.exchange.releases import card as cards

_LOADING = """```python
from datasets import load_dataset

data = load_dataset("{repository}")
```

Boxes are `[x, y, width, height]` in pixels of the upright picture.

"""
_BESIDE = """
| file | what it is |
|---|---|
| `manifest.json` | every file of the release with its size and SHA-256; its own is the digest `{digest}` |
| `statistics.json` | counts, agreement by round, lengths, splits, and what was left out |
| `recipe.json`, `guidelines.md` | what people were asked, and by which rules |
| `datasheet.md` | why and how it was made, and what it is for |
| `tombstones.json` | samples withdrawn since, which whoever uses the data leaves out |
"""  # noqa: E501


def card(
    release: Release,
    repository: str,
    *,
    digest: str,
    statistics: Mapping[str, Any],
    of_parquet: str,
    of_release: str,
) -> str:
    """The whole file.

    Args:
        of_parquet: the card beside the Parquet files, which says how they are read.
        of_release: the card of the release, which says its licence.
    """
    files, frozen = _front(of_parquet), _front(of_release)
    head = frozen | {name: files[name] for name in ("configs", "dataset_info", "tags")}
    return "\n".join(
        (
            f"---\n{yaml.safe_dump(head, sort_keys=False, allow_unicode=True)}---\n",
            *cards.about(release, statistics),
            _LOADING.format(repository=repository) + COLUMNS + _BESIDE.format(digest=digest),
            *cards.rights(release),
        )
    )


def _front(text: str) -> dict[str, Any]:
    _, head, _ = text.split("---\n", 2)
    return dict(yaml.safe_load(head))
