"""Figures of a release, counted while its samples pass by."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from annotate.exchange.exports.answers import marked_objects
from annotate.exchange.exports.base import decode
from annotate.exchange.exports.reading import Exported, Picture, Round
from annotate.exchange.releases import categories
from annotate.exchange.releases.agreement import SideBySide
from annotate.images.categories import Categories, names_of
from annotate.kinds.capabilities import Describes, MarksObjects
from annotate.projects.recipes import Recipe
from annotate.workflow.models import Annotation


@dataclass
class Mean:
    """A sum with how many were added; what is not defined is left out."""

    total: float = 0
    count: int = 0

    def add(self, value: float | None) -> None:
        if value is not None:
            self.total += value
            self.count += 1

    @property
    def value(self) -> float | None:
        """Rounded, so that a person can read it; None where nothing was added."""
        return round(self.total / self.count, 4) if self.count else None


@dataclass
class RoundFigures:
    """Of all answers of one round (or replica) of one stage, by one origin."""

    kind: str
    answers: int = 0
    from_scratch: int = 0
    stopped_early: int = 0
    tokens: Mean = field(default_factory=Mean)
    seconds: Mean = field(default_factory=Mean)
    # Agreement with the text it started from: of words, and how many were changed.
    jaccard: Mean = field(default_factory=Mean)
    edits: Mean = field(default_factory=Mean)

    def add(self, row: Round) -> None:
        measures = decode(row.measures_json)
        changes = measures.get("from_base") or {}
        self.answers += 1
        self.from_scratch += row.is_from_scratch
        self.stopped_early += '"similar_enough"' in row.decision_json
        self.tokens.add((measures.get("self") or {}).get("tokens"))
        self.jaccard.add(changes.get("jaccard_1"))
        self.edits.add(changes.get("edit_distance"))
        if row.origin == Annotation.Origin.PERSON:
            self.seconds.add(row.active_seconds)

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "answers": self.answers,
            "from_scratch": self.from_scratch,
            "stopped_early": self.stopped_early,
            "tokens_mean": self.tokens.value,
            "active_seconds_mean": self.seconds.value,
            "jaccard_to_round_before_mean": self.jaccard.value,
            "edit_distance_to_round_before_mean": self.edits.value,
        }


class Statistics:
    """Counts samples as they pass; `as_json` says what they came to."""

    def __init__(self, recipe: Recipe, category_field: str) -> None:
        self._stages = {key: place for place, key in enumerate(recipe.stage_keys)}
        self._side_by_side = SideBySide(recipe)
        self._splits: Counter[str] = Counter()
        self._category_field, self._categories = category_field, Categories()
        self._origins: Counter[str] = Counter()
        self._producers: Counter[str] = Counter()
        self._labels: Counter[str] = Counter()
        self._people: set[int] = set()
        self._rounds: dict[tuple[str, int, str], RoundFigures] = {}
        self._lengths: Counter[int] = Counter()
        self._first, self._last = "", ""
        self._seconds = 0.0

    def add(self, batch: Iterable[Exported]) -> None:
        for sample in batch:
            self._splits[sample.picture.split or "none"] += 1
            self._add_categories(sample.picture)
            for row in sample.rounds:
                self._add_round(row)
            self._side_by_side.add(sample)
            if (objects := sample.final(MarksObjects)) is not None:
                self._labels.update(each["label"] for each in marked_objects(sample, objects))
            if (text := sample.final(Describes)) is not None:
                measures = decode(text.round.measures_json)
                self._lengths[int((measures.get("self") or {}).get("tokens", 0))] += 1

    def _add_categories(self, picture: Picture) -> None:
        metadata = decode(picture.metadata_json)
        self._categories.add(picture.split or "none", names_of(metadata, self._category_field))

    def _add_round(self, row: Round) -> None:
        self._origins[row.origin] += 1
        if row.producer:
            self._producers[row.producer] += 1
        key = row.stage_key, row.number, row.origin
        self._rounds.setdefault(key, RoundFigures(row.kind)).add(row)
        if row.author_id is not None:
            self._people.add(row.author_id)
            self._seconds += row.active_seconds
            day = row.created_at[:10]
            self._first, self._last = min(self._first or day, day), max(self._last, day)

    def as_json(self, left_out: dict[str, int]) -> dict[str, Any]:
        rounds = sorted(self._rounds, key=lambda key: (self._place(key[0]), *key))
        return {
            "samples": sum(self._splits.values()),
            "splits": dict(self._splits),
            **categories.as_json(self._categories, self._category_field),
            "left_out": left_out,
            "people": len(self._people),
            "answers": dict(self._origins),
            "producers": dict(self._producers),
            "work": {
                "first_day": self._first or None,
                "last_day": self._last or None,
                "active_hours": round(self._seconds / 3600, 4),
            },
            "rounds": [
                {"stage": stage, "index": index, "origin": origin}
                | self._rounds[stage, index, origin].as_json()
                for stage, index, origin in rounds
            ],
            "agreement": self._side_by_side.as_json(),
            "descriptions": self._described(),
            "objects": {
                "objects": self._labels.total(),
                "different_labels": len(self._labels),
            },
        }

    def _place(self, stage: str) -> int:
        return self._stages.get(stage, len(self._stages))

    def _described(self) -> dict[str, float | int | None]:
        """How long the final descriptions are, in tokens."""
        lengths = sorted(self._lengths.elements())
        middle = len(lengths) // 2
        return {
            "texts": len(lengths),
            "tokens_mean": round(sum(lengths) / len(lengths), 4) if lengths else None,
            "tokens_median": lengths[middle] if lengths else None,
            "tokens_shortest": lengths[0] if lengths else None,
            "tokens_longest": lengths[-1] if lengths else None,
        }
