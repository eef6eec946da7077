"""Which objects are mentioned more often with one group (Wang et al. 2022, §4.1.2).

For each of the commonest types, a logistic regression of whether the description mentions it, on
the size and place of all types and on the group of the largest person: 1,000 random splits, fitted
on 70% and tested on 30%, where more than 900 of them train on both outcomes. The paper takes the
middle 95% of the group's coefficient over the splits for its interval and keeps the types whose
interval leaves out 0, ranked by test accuracy.

*That interval is too narrow to be read as a confidence interval.* Two splits share most of their
images, so their coefficients differ less than those of two samples would: with 70% of the images,
by sqrt(0.3 / 0.7) = 0.65 of it, so that some 80 of 100 intervals hold the coefficient. It is
computed as the paper has it; beside it stands the interval of a bootstrap over images, with
p-values adjusted for the number of types.

The work is done in steps: :func:`steps` yields its state, plain JSON, after some dozens of fits.
Kept and passed in again it goes on from there, with the same figures.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotate.analysis.harms.mention_data import COMMONEST, Design, Features, Shown, commonest
from annotate.analysis.harms.mention_fits import drawn_fit, fit, split_fit, usable_splits

State = dict[str, Any]  # plain JSON
STEP = 50  # fits from one state to the next


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done: the paper's numbers, and how often the bootstrap draws."""

    pair: tuple[str, str]
    types: int = COMMONEST
    splits: int = 1000
    more_than: int = 900
    draws: int = 400
    seed: int = 1


class OtherWork(ValueError):
    """The state belongs to other images or to another plan."""


def steps(images: Sequence[Shown], plan: Plan, state: State | None = None) -> Iterator[State]:
    """Yield the state of the work again and again; the last one has ``done``.

    A state has ``types`` (their names, the commonest first), ``rows`` (what is known of the first
    of them) and ``now`` (what is under way). It is the caller's to keep: the next step changes a
    copy. Raises :class:`OtherWork` where ``state`` is not of this work.
    """
    mark = _mark(images, plan)
    if state is not None and state.get("of") != mark:
        raise OtherWork("the state is of other images or another plan")
    types = commonest(images, plan.types)
    features = Features(images, types)
    state = state or {"of": mark, "types": types, "rows": [], "now": None, "done": False}
    for name in types[len(state["rows"]) :]:
        design = features.design(name, plan.pair)
        now = state["now"] or _begin(design, name, plan)
        while now["left"]:
            yield (state := state | {"now": now})
            now = _go_on(design, name, now, plan)
        state = state | {"rows": [*state["rows"], now], "now": None}
        yield state
    yield state | {"done": True}


def share_done(state: State) -> float:
    """Return how much of the work is done, by types, in [0, 1].

    >>> share_done({"types": ["dog", "cat"], "rows": [{}], "done": False})
    0.5
    """
    return 1.0 if state["done"] else len(state["rows"]) / max(1, len(state["types"]))


def _begin(design: Design, name: str, plan: Plan) -> State:
    """Return what is known of a type before its splits, and the fits that are left to do."""
    usable = usable_splits(design, name, plan.splits, seed=plan.seed)
    fitted = len(usable) > plan.more_than
    whole = fit(design) if fitted else None
    counts = [_counts(design, first=first) for first in (True, False)]
    apart = any(part in (0, of) for part, of in counts)
    return {
        "type": name,
        "counts": counts,
        "columns": int(design.features.shape[1]) if len(design.images) else 0,
        "usable": len(usable),
        "coefficient": whole and whole.coefficient,
        "told_apart": whole is not None and (apart or whole.accuracy == 1),
        "splits": [],
        "accuracies": [],
        "draws": [],
        "left": [["split", at] for at in usable] + [["draw", at] for at in range(plan.draws)]
        if whole
        else [],
    }


def _go_on(design: Design, name: str, now: State, plan: Plan) -> State:
    splits, accuracies, draws = [], [], []
    for what, number in now["left"][:STEP]:
        one = split_fit if what == "split" else drawn_fit
        found = one(design, name, number, seed=plan.seed)
        if found and what == "split":
            splits.append(found.coefficient)
            accuracies.append(found.accuracy)
        elif found:
            draws.append(found.coefficient)
    return now | {
        "splits": now["splits"] + splits,
        "accuracies": now["accuracies"] + accuracies,
        "draws": now["draws"] + draws,
        "left": now["left"][STEP:],
    }


def _counts(design: Design, *, first: bool) -> list[int]:
    """How many images of a group mention the type, of how many that show it."""
    of = design.mentioned[design.first == first]
    return [int(of.sum()), len(of)]


def _mark(images: Sequence[Shown], plan: Plan) -> str:
    digest = hashlib.sha256(json.dumps(asdict(plan)).encode())
    for image in images:
        boxes = {
            name: [[box.x, box.y, box.width, box.height] for box in of]
            for name, of in sorted(image.boxes.items())
        }
        row = [image.image, image.group, image.width, image.height, boxes, sorted(image.mentioned)]
        digest.update(json.dumps(row).encode())
    return digest.hexdigest()
