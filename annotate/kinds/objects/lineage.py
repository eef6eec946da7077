"""What became of the objects of a base: kept, edited, added, removed, merged, split."""

from collections import Counter
from collections.abc import Sequence

from annotate.kinds.objects.answer import ImageObject


def sources(item: ImageObject, base: dict[str, ImageObject]) -> tuple[str, ...]:
    """Return the ids of the base objects that ``item`` was made of.

    Those it names itself and which exist; if there are none, the base object of the same id. An
    object that is equal to its namesake in every field comes from that one, so that an answer
    compared with itself is all "kept" whatever lineage it carries from earlier rounds.
    """
    if base.get(item.id) == item:
        return (item.id,)
    named = tuple(key for key in item.derived_from if key in base)
    return named or ((item.id,) if item.id in base else ())


def _same(a: ImageObject, b: ImageObject) -> bool:
    return (a.label, a.box, a.description) == (b.label, b.box, b.description)


def count_changes(before: Sequence[ImageObject], after: Sequence[ImageObject]) -> dict[str, int]:
    """Return how many objects had which fate (mission A12, IIW App. B.4).

    Of the objects of ``after``: *added* has no source, *merged* two or more, *kept* one and the
    same label, box and description, *edited* one and something differs; these four add up to
    ``len(after)``. Of the objects of ``before``: *removed* is the source of none, *split* the
    source of two or more.
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
            counts["kept" if _same(item, base[origin[0]]) else "edited"] += 1
    counts["removed"] = sum(1 for key in base if not used[key])
    counts["split"] = sum(1 for times in used.values() if times > 1)
    return dict(counts)
