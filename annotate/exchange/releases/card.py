"""The card of a release: a README.md as the Hugging Face Hub reads it, with a YAML front matter."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from annotate.exchange.exports.base import encode
from annotate.exchange.models import Release
from annotate.exchange.releases import agreement, categories

# Identifiers of the Hub for the licences that datasets have; any other is named in words.
_LICENCES = {
    "apache-2.0",
    "cc-by-4.0",
    "cc-by-nc-4.0",
    "cc-by-nc-nd-4.0",
    "cc-by-nc-sa-4.0",
    "cc-by-nd-4.0",
    "cc-by-sa-4.0",
    "cc0-1.0",
    "cdla-permissive-2.0",
    "mit",
    "odbl",
}
# From how many samples on a dataset belongs to which size of the Hub.
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)

_FILES = """| file | what it is |
|---|---|
| `records.jsonl` | one line per sample: final texts and objects, every round with provenance |
| `samples.jsonl` | the SHA-256 of each line, by the key of its sample |
| `statistics.json` | counts, agreement by round, lengths, splits, and what was left out |
| `recipe.json`, `guidelines.md` | what people were asked, and by which rules |
| `datasheet.md` | why and how it was made, and what it is for |
| `croissant.json` | the same for tools: Croissant metadata with record sets |
| `manifest.json` | every file with its size and SHA-256 |
"""


def licence_id(licence: str) -> str | None:
    """The Hub's identifier of a licence, if it has one.

    >>> licence_id("CC BY 4.0"), licence_id("ODbL-1.0"), licence_id("ask us")
    ('cc-by-4.0', 'odbl', None)
    """
    name = re.sub(r"[\s_]+", "-", licence.strip().casefold())
    name = "odbl" if name == "odbl-1.0" else name  # the only one that the Hub gives no number
    return name if name in _LICENCES else None


def card(release: Release, statistics: Mapping[str, Any]) -> str:
    """The whole file."""
    return "\n".join(("---", *_front(release, statistics), "---", "", *_body(release, statistics)))


def _front(release: Release, statistics: Mapping[str, Any]) -> Iterator[str]:
    # JSON is YAML: what a person typed is quoted by the same encoder as all else.
    yield f"pretty_name: {_quoted(release.name)}"
    known = licence_id(release.licence)
    yield f"license: {known or 'other'}"
    if release.licence and not known:
        yield f"license_name: {_quoted(release.licence)}"
    yield f"version: {_quoted(release.version)}"
    yield "task_categories:\n- image-to-text"
    yield f"size_categories:\n- {_quoted(_size(statistics['samples']))}"
    yield "configs:\n- config_name: default\n  data_files: records.jsonl"


def _size(samples: int) -> str:
    return next((name for limit, name in _SIZES if samples < limit), "n>10M")


def _quoted(text: str) -> str:
    return encode(text).decode()


def _body(release: Release, statistics: Mapping[str, Any]) -> Iterator[str]:
    yield from about(release, statistics)
    yield _FILES
    yield from rights(release)


def about(release: Release, statistics: Mapping[str, Any]) -> Iterator[str]:
    """Paragraphs: its name, what it is, and how much."""
    yield f"# {release.name} {release.version}\n"
    if release.description:
        yield f"{release.description}\n"
    answers = statistics["answers"]
    yield (
        f"{statistics['samples']:,} samples; {answers.get('person', 0):,} answers by "
        f"{statistics['people']:,} people, {answers.get('model', 0):,} by models, "
        f"{answers.get('import', 0):,} brought in.\n"
    )
    if beside := agreement.sentences(statistics):
        yield f"{agreement.TITLE}: {'; '.join(beside)}.\n"
    if by_split := categories.sentences(statistics):
        yield f"{categories.title(statistics)}: {'; '.join(by_split)}.\n"


def rights(release: Release) -> Iterator[str]:
    """Paragraphs: what may be done with it, and how it is named; nothing where that is not said."""
    if release.licence:
        yield f"## Licence\n\n{release.licence}\n"
    if release.citation:
        yield f"## Citation\n\n```\n{release.citation}\n```\n"
