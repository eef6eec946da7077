"""What kinds share whose answers are lists of boxes: ids, what was made from what, and boxes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import AfterValidator, BaseModel, Field

from annotate.analysis.geometry import Box, area, overhang
from annotate.kinds.base import Stimulus
from annotate.kinds.fields import Identifier
from annotate.kinds.problems import MAX_PROBLEMS, Problem
from annotate.messages import Message

MAX_ITEMS = 1_000


def _without_repeats(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


Lineage = Annotated[
    tuple[Identifier, ...], Field(max_length=MAX_ITEMS), AfterValidator(_without_repeats)
]


class Traced(Protocol):
    """One thing of an answer. ``content`` is what a person can change about it."""

    @property
    def id(self) -> str: ...

    @property
    def derived_from(self) -> tuple[str, ...]: ...

    @property
    def content(self) -> tuple[object, ...]: ...


ItemT = TypeVar("ItemT", bound=BaseModel)


def renamed_items(
    items: Sequence[ItemT], own: Callable[[str], str], source: Callable[[str], str]
) -> tuple[ItemT, ...]:
    """The things with other ids; sources whose new id is "" are left out."""

    def one(item: Any) -> Any:
        sources = tuple(filter(None, map(source, item.derived_from)))
        return item.model_copy(update={"id": own(item.id), "derived_from": sources})

    return tuple(map(one, items))


def check_ids(items: Sequence[Traced], field: str) -> Iterator[Problem]:
    seen: Counter[str] = Counter()
    for index, item in enumerate(items):
        if seen[item.id]:
            yield Problem.about(f"{field}[{index}].id", Message("duplicate_id", id=item.id))
        seen[item.id] += 1


def check_lineage(items: Sequence[Traced], base: Sequence[Traced], field: str) -> Iterator[Problem]:
    """Yield the sources that the base lacks: of hostile lists of them the first `MAX_PROBLEMS`."""
    known = {item.id for item in base}
    unknown = (
        (f"{field}[{index}].derived_from[{place}]", key)
        for index, item in enumerate(items)
        for place, key in enumerate(item.derived_from)
        if key not in known
    )
    for path, key in islice(unknown, MAX_PROBLEMS):
        yield Problem.about(path, Message("unknown_derived_from", id=key))


def sources(item: Traced, base: dict[str, Traced]) -> tuple[str, ...]:
    """Return the ids of the things of the base that ``item`` was made of.

    Those it names itself and which exist; if there are none, the one of the same id. A thing that
    is equal to its namesake in every field comes from that one, so that an answer compared with
    itself is all "kept" whatever lineage it carries from earlier rounds.
    """
    if base.get(item.id) == item:
        return (item.id,)
    named = tuple(key for key in item.derived_from if key in base)
    return named or ((item.id,) if item.id in base else ())


def count_changes(before: Sequence[Traced], after: Sequence[Traced]) -> dict[str, int]:
    """Return how many things had which fate (mission A12, IIW App. B.4).

    Of those of ``after``: *added* has no source, *merged* two or more, *kept* one and the same
    content, *edited* one and something differs; these four add up to ``len(after)``. Of those of
    ``before``: *removed* is the source of none, *split* the source of two or more.
    """
    base = {item.id: item for item in before}
    counts = Counter[str](kept=0, edited=0, added=0, removed=0, merged=0, split=0)
    used: Counter[str] = Counter()
    for item in after:
        origin = sources(item, base)
        used.update(origin)
        if not origin:
            counts["added"] += 1
        elif len(origin) > 1:
            counts["merged"] += 1
        else:
            same = item.content == base[origin[0]].content
            counts["kept" if same else "edited"] += 1
    counts["removed"] = sum(1 for key in base if not used[key])
    counts["split"] = sum(1 for times in used.values() if times > 1)
    return dict(counts)


def kept_parts(before: Sequence[Traced], after: Sequence[Traced]) -> dict[str, str]:
    """Return the things of ``after`` that are as they were in ``before``, with their ids there."""
    base = {item.id: item for item in before}
    origins = ((item, sources(item, base)) for item in after)
    return {
        item.id: origin[0]
        for item, origin in origins
        if len(origin) == 1 and item.content == base[origin[0]].content
    }


# Two numbers rounded to two decimals can add up to this much too much.
ROUNDING = 0.01


def check_box(box: Box, path: str, stimulus: Stimulus) -> Iterator[Problem]:
    if not area(box):
        message = Message("box_without_size", width=box.width, height=box.height)
        yield Problem.about(path, message)
    over = overhang(box, width=stimulus.width, height=stimulus.height)
    sides = [
        Message(f"beyond_{side}_edge", pixels=round(pixels, 2))
        for side, pixels in zip(over._fields, over, strict=True)
        if pixels > ROUNDING
    ]
    if sides:
        yield Problem.about(
            path,
            Message(
                "box_outside_image",
                sides=sides,
                width=str(stimulus.width),
                height=str(stimulus.height),
            ),
        )
