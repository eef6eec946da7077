"""What of the starting text somebody has looked at before they handed it in.

It says something of the person and nothing of the text: it is stored with the measures of the
answer, which nobody who works on it later is told.
"""

from collections.abc import Collection, Mapping
from typing import Any

from annotate.kinds.capabilities import HasParts
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Assignment

MOST = 1_000

_CHANGES_OF_PARTS = ("edited", "added", "removed", "merged", "split")
_FATES_OF_PARTS = ("kept", "edited", "removed", "merged", "split")


def together(looked_at: Collection[str], held: Assignment) -> list[str]:
    """These parts and those known before: what was looked at on another device stays looked at."""
    return list(dict.fromkeys([*looked_at, *(held.looked_at or ())]))[:MOST]


def counted(
    stage: StageSpec, answer: Any, held: Assignment, looked_at: Collection[str] | None
) -> dict[str, int] | None:
    """How many parts the answer began with, and how many of them were passed on unread.

    A part is passed on unread if it is handed in as it was, by somebody who never looked at it:
    who has changed, merged or removed it, has. None where the answer began from no parts, or
    nobody said what was looked at.

    Args:
        answer: as it was sent, under the ids of this hand-out.
        looked_at: the ids of parts that were looked at, as this hand-out has them, beside
            those that the draft names.
    """
    kind = stage.kind_object
    is_told = looked_at is not None or held.looked_at is not None
    if not is_told or held.base is None or not isinstance(kind, HasParts):
        return None
    base = answers.start_of(held, held.base)
    known = set(together(looked_at or (), held))
    by_origin: dict[str, bool] = {}
    for part, origin in kind.kept_parts(base, answer).items():
        by_origin[origin] = by_origin.get(origin, False) or part in known or origin in known
    unread = sum(not looked for looked in by_origin.values())
    parts = len(kind.part_ids(base))
    return {"of": parts, "unread": unread} if parts else None


def is_unchanged(measures: Mapping[str, Any]) -> bool | None:
    """Whether an answer is what it began with: no word of a text changed, each part as it was.

    None where it began with nothing.

    >>> is_unchanged({"from_base": {"edit_distance": 0}}), is_unchanged({"from_base": None})
    (True, None)
    >>> is_unchanged({"from_base": {"edit_distance": 0, "kept": 2, "edited": 1}})
    False
    """
    changes: Mapping[str, Any] = measures.get("from_base") or {}
    if "kept" in changes:
        began = any(changes.get(fate) for fate in _FATES_OF_PARTS)
        return not any(changes.get(fate) for fate in _CHANGES_OF_PARTS) if began else None
    edits = changes.get("edit_distance")
    return None if edits is None else not edits
