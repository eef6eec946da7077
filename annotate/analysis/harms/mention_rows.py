"""What the regressions of mentions say, by type: figures, intervals and what many tests leave."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt
from statistics import fmean

import numpy as np

from annotate.analysis.comparisons import benjamini_hochberg, holm
from annotate.analysis.harms.mention_data import Shown
from annotate.analysis.harms.mentions import Plan, State
from annotate.analysis.intervals import LEVEL, NO_VALUE, Interval
from annotate.analysis.proportions import Z, difference, share
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

TOLD_APART = Undefined(Message("mentions_told_apart"))
FEWEST_DRAWS = 0.9  # of the draws must have a coefficient


@dataclass(frozen=True, slots=True)
class Mention:
    """One type. The coefficient is in log odds: above 0, the first group's images mention it more.

    ``shares`` are the plain shares of images that mention it, by group, and ``apart`` their
    difference, without regard to size and place. ``over_splits`` is the paper's interval, too
    narrow (see :mod:`annotate.analysis.harms.mentions`); ``over_images`` the bootstrap's, to which
    ``p``, ``p_holm`` and ``p_bh`` belong. ``accuracy`` is the mean of the test images of all
    splits, to be held against ``commoner``, the share of the commoner of both outcomes.
    """

    type: str
    shares: Mapping[str, Interval]
    apart: Interval
    columns: int
    usable_splits: int
    over_splits: Interval
    over_images: Interval
    accuracy: float | Undefined
    commoner: float | Undefined
    p: float | Undefined = NO_VALUE
    p_holm: float | Undefined = NO_VALUE
    p_bh: float | Undefined = NO_VALUE

    @property
    def kept(self) -> bool:
        """Whether the paper would keep it: the interval over splits leaves out 0."""
        return leaves_out_zero(self.over_splits)


def leaves_out_zero(interval: Interval) -> bool:
    low, high = interval.low, interval.high
    return not isinstance(low, Undefined) and not isinstance(high, Undefined) and low * high > 0


def mentions(state: State, plan: Plan) -> list[Mention]:
    """Return the types that are done, those fitted first, by the accuracy of their tests."""
    return ranked(mention(summed(row, plan), plan) for row in state["rows"])


def ranked(found: Iterable[Mention]) -> list[Mention]:
    """Return types with their p-values adjusted for how many there are, by test accuracy."""
    rows = list(found)
    tested = [at for at, row in enumerate(rows) if not isinstance(row.p, Undefined)]
    values = [p for row in rows if not isinstance(p := row.p, Undefined)]
    for at, p_holm, p_bh in zip(tested, holm(values), benjamini_hochberg(values), strict=True):
        rows[at] = replace(rows[at], p_holm=p_holm, p_bh=p_bh)
    return sorted(rows, key=lambda row: (-_number(row.accuracy), row.type))


def summed(row: State, plan: Plan) -> State:
    """Return what is to be kept of a type that is done: sums of its fits, plain JSON.

    ``ends`` are those of the interval over splits, ``accuracy`` the mean of their tests, ``spread``
    the standard deviation over draws; each is None where there are too few fits for it.
    """
    kept = {name: row[name] for name in ("type", "counts", "columns", "usable")}
    enough = len(row["draws"]) >= max(2, FEWEST_DRAWS * plan.draws)
    return kept | {
        "coefficient": row["coefficient"],
        "told_apart": row["told_apart"],
        "ends": _ends(row["splits"]),
        "accuracy": fmean(row["accuracies"]) if row["accuracies"] else None,
        "spread": float(np.std(row["draws"], ddof=1)) if enough else None,
    }


def mention(kept: State, plan: Plan) -> Mention:
    """Return a type by what :func:`summed` kept of it, its p-value not adjusted yet."""
    (part, of), (other_part, other_of) = kept["counts"]
    images, said = of + other_of, part + other_part
    low, high = kept["ends"] or (NO_VALUE, NO_VALUE)
    over_images, p = _over_images(kept, images)
    fitted = kept["coefficient"] is not None
    few = Message(
        "mentions_of_few_splits",
        usable=kept["usable"],
        splits=plan.splits,
        more_than=plan.more_than,
    )
    why = Undefined(few)
    return Mention(
        type=kept["type"],
        shares={plan.pair[0]: share(part, of), plan.pair[1]: share(other_part, other_of)},
        apart=difference(part, of, other_part, other_of),
        columns=kept["columns"],
        usable_splits=kept["usable"],
        over_splits=Interval(kept["coefficient"], low, high, images)
        if fitted
        else Interval(why, why, why, images),
        over_images=over_images if fitted else Interval(why, why, why, images),
        accuracy=why if kept["accuracy"] is None else kept["accuracy"],
        commoner=max(said, images - said) / images if images else NO_VALUE,
        p=p if fitted else why,
    )


def missed(images: Iterable[Shown], name: str, pair: Sequence[str]) -> dict[str, list[str]]:
    """Return the images of each group that show the type and do not mention it."""
    cases: dict[str, list[str]] = {group: [] for group in pair}
    for image in images:
        if image.group in cases and image.boxes.get(name) and name not in image.mentioned:
            cases[image.group].append(image.image)
    return cases


def _over_images(kept: State, images: int) -> tuple[Interval, float | Undefined]:
    found, spread = kept["coefficient"], kept["spread"]
    if found is None or spread is None:
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, images), NO_VALUE
    if kept["told_apart"]:
        return Interval(TOLD_APART, TOLD_APART, TOLD_APART, images), TOLD_APART
    p = erfc(abs(found) / spread / sqrt(2)) if spread else NO_VALUE
    return Interval(found, found - Z * spread, found + Z * spread, images), p


def _ends(values: Sequence[float]) -> list[float] | None:
    if len(values) < 2:
        return None
    return [float(end) for end in np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])]


def _number(value: float | Undefined) -> float:
    return -1.0 if isinstance(value, Undefined) else value
