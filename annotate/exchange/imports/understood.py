"""What an import understood: counts, what was left out and why, and its first rows."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from annotate.exchange.imports.rows import About, Row
from annotate.exchange.imports.said import Said
from annotate.images.intake import Facts

FIRST = 5
_LABELS, _CHARACTERS, _COLUMNS = 8, 200, 200


class Understood:
    """Grows chunk by chunk and is kept with the import, so that a run that goes on goes on here."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        self.counts = Counter[str](kept.get("counts", {}))
        self.left = Counter[str](kept.get("left", {}))
        self.rows: list[dict[str, Any]] = list(kept.get("rows", []))
        self._about = {name: kept[name] for name in ("format", "columns", "header") if name in kept}

    def begin(self, about: About) -> None:
        """What the source is; said once, when none of its rows has been read."""
        if not self._about:
            self._about = {
                "format": about.format,
                "columns": dict(about.columns),
                "header": list(about.header)[:_COLUMNS],
            }
            self.left.update(about.left)

    def saw(self, row: Row, facts: Facts | None) -> None:
        """Count what a row says, whatever becomes of it, and what was fetched for it."""
        if row.address and facts is not None:
            self.counts.update(fetched=1, fetched_bytes=facts.bytes)
        said = row.said
        if said is not None:
            objects, texts = len(said.objects), len(said.texts)
            self.counts.update(objects=objects, texts=texts, repaired=said.repaired)
            self.left.update(said.left)
        if len(self.rows) < FIRST and not row.problems:
            self.rows.append(_shown(row, said or Said()))

    def gave(self, given: Mapping[str, int]) -> None:
        """Add what came of it: who was given any, and by the code of the reason what was not."""
        for name, number in given.items():
            (self.left if name.startswith("left_") else self.counts)[name] += number

    def to_json(self) -> dict[str, Any]:
        counts, left = (dict(+every) for every in (self.counts, self.left))
        return {**self._about, "counts": counts, "left": left, "rows": self.rows}


def _shown(row: Row, said: Said) -> dict[str, Any]:
    text = said.texts[0].text if said.texts else ""
    return {
        "name": _held(row.name),
        "external_id": _held(row.details.external_id or ""),
        "split": row.details.split,
        "metadata": {_held(name): _held(value) for name, value in row.details.metadata.items()},
        "objects": len(said.objects),
        "labels": [_held(each.label) for each in said.objects[:_LABELS]],
        "texts": len(said.texts),
        "text": _held(text),
    }


def _held(text: str) -> str:
    """A piece of a text as a database can hold it."""
    clean = text[:_CHARACTERS].replace("\x00", "").encode("utf-8", "replace").decode()
    return clean + ("…" if len(text) > _CHARACTERS else "")
