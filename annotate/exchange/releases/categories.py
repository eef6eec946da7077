"""Images by category and split, as their metadata names it (IIW Fig. 7); no model guesses any."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from annotate.exchange.exports.base import decode
from annotate.exchange.exports.reading import Picture

FIELD = "category"
TITLE = "Top image categories, as the metadata of the images name them"
TOP = 10


class Categories:
    """Counts images as they pass. One that names several categories counts in each."""

    def __init__(self) -> None:
        self._images: Counter[str] = Counter()
        self._given: Counter[str] = Counter()
        self._named: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, picture: Picture) -> None:
        split = picture.split or "none"
        self._images[split] += 1
        names = names_of(decode(picture.metadata_json))
        self._given[split] += bool(names)
        for name in names:
            self._named[split][name] += 1

    def as_json(self) -> dict[str, Any]:
        """By split the categories, top ones first, with numbers and shares (0-1) of its images.

        Empty where no image names any.
        """
        if not self._given.total():
            return {}
        return {
            "categories": {
                split: {
                    "images": images,
                    "none_given": images - self._given[split],
                    "top": [
                        {"category": name, "images": number, "share": round(number / images, 4)}
                        for name, number in sorted(
                            self._named[split].items(), key=lambda item: (-item[1], item[0])
                        )
                    ],
                }
                for split, images in sorted(self._images.items())
            }
        }


def names_of(metadata: Any) -> list[str]:
    """The categories that metadata name: a text, or several in a list; each once.

    >>> names_of({"category": " Food "}), names_of({"category": ["Art", "Food", "Art", 3]})
    (['Food'], ['Art', 'Food'])
    >>> names_of({"category": 7}), names_of({})
    ([], [])
    """
    told = metadata.get(FIELD) if isinstance(metadata, dict) else None
    names = told if isinstance(told, list) else [told]
    texts = (name.strip() for name in names if isinstance(name, str))
    return list(dict.fromkeys(name for name in texts if name))


def sentences(statistics: Mapping[str, Any]) -> list[str]:
    """By split the top categories of its images; none where nothing names any."""
    return [_sentence(split, told) for split, told in statistics.get("categories", {}).items()]


def _sentence(split: str, told: Mapping[str, Any]) -> str:
    named = [f"{row['category']} {row['images']:,}" for row in told["top"][:TOP]]
    named.append(f"none given {told['none_given']:,}")
    return f"{split} ({told['images']:,} images): {', '.join(named)}"
