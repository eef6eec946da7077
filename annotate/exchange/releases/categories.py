"""Images by category and split in the figures of a release (IIW Fig. 7), and as sentences."""

from collections.abc import Mapping
from typing import Any

from annotate.images.categories import Categories

TOP = 10


def as_json(counted: Categories, field: str) -> dict[str, Any]:
    """By split the categories, top ones first, with numbers and shares (0-1) of its images.

    Empty where no image names any.
    """
    if not counted.any_given:
        return {}
    return {
        "category_field": field,
        "categories": {
            row.split: {
                "images": row.images,
                "none_given": row.none_given,
                "top": [
                    {"category": name, "images": number, "share": round(number / row.images, 4)}
                    for name, number in row.named
                ],
            }
            for row in counted.by_split()
        },
    }


def sentences(statistics: Mapping[str, Any]) -> list[str]:
    """By split the top categories of its images; none where nothing names any."""
    return [_sentence(split, told) for split, told in statistics.get("categories", {}).items()]


def title(statistics: Mapping[str, Any]) -> str:
    """What the sentences are about.

    >>> title({"category_field": "Subject"})
    'Top image categories, as the metadata of the images name them (“Subject”)'
    """
    field = statistics["category_field"]
    return f"Top image categories, as the metadata of the images name them (“{field}”)"


def _sentence(split: str, told: Mapping[str, Any]) -> str:
    named = [f"{row['category']} {row['images']:,}" for row in told["top"][:TOP]]
    named.append(f"none given {told['none_given']:,}")
    return f"{split} ({told['images']:,} images): {', '.join(named)}"
