"""What an answer is compared with, what comes of it, and whether another round is wanted."""

from dataclasses import dataclass
from typing import Any

from annotate.projects.recipes import Decision, StageSpec, stop_after_round
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Purpose
from annotate.workflow.selectors.annotations import is_rejected


@dataclass(frozen=True)
class Texts:
    """What an answer is compared with: where it started, the seed, and the rounds before."""

    base: Annotation | None
    seed: Annotation | None
    rounds: list[Annotation]

    @property
    def previous(self) -> Annotation | None:
        """The round before."""
        return max(self.rounds, key=lambda annotation: annotation.index, default=None)

    @property
    def prior(self) -> float | None:
        """How alike two rounds before this one have been at most; None before the third round."""
        found = [each.decision.get("similarity") for each in self.rounds]
        return max((value for value in found if value is not None), default=None)


def texts_of(held: Assignment, stage: StageSpec, known: list[Annotation]) -> Texts:
    """Return what the answer to a task is compared with; `known` are the sample's annotations."""
    earlier = [a for a in known if a.stage_key == stage.key]
    by_id = {annotation.pk: annotation for annotation in earlier}
    base = by_id.get(held.base_id) if held.base_id else None
    rounds = [
        a
        for a in earlier
        if a.origin == Annotation.Origin.PERSON and a.index < held.task.index and not is_rejected(a)
    ]
    return Texts(base=base, seed=_seed_seen(by_id, base), rounds=rounds)


def _seed_seen(by_id: dict[int, Annotation], base: Annotation | None) -> Annotation | None:
    """Follow the lineage to the seed the first round saw; one that nobody saw does not count."""
    current = base
    while current is not None and current.parent_id is not None:
        current = by_id.get(current.parent_id)
    return current if current is not None and current.index == 0 else None


def decide(stage: StageSpec, held: Assignment, parsed: Any, texts: Texts) -> Decision:
    """Ask the pure stopping rule; only texts of two people count as two rounds (IIW §3.3)."""
    if stage.mode == "parallel" or stage.about is not None or held.task.purpose != Purpose.WORK:
        return Decision(open_next=False, reason="replica", numbers={})
    similarity, n = None, stage.stop.n if stage.stop else 1
    if texts.previous is not None:
        # Also where nothing stops by it: how alike rounds are is what a rule is chosen by.
        similarity = stage.kind_object.similarity(answers.typed(texts.previous), parsed, n=n)
    # A rejected round is done again under a number of its own, and counts for nothing.
    number = len(texts.rounds) + 1
    decision = stop_after_round(
        index=number,
        # A lead may have lowered the number of rounds while this one was being written.
        rounds=max(stage.rounds_for(held.sample.image.split), number),
        similarity=similarity,
        stop=stage.stop,
    )
    numbers = {**decision.numbers, "n": n, "prior": texts.prior}
    return Decision(open_next=decision.open_next, reason=decision.reason, numbers=numbers)


def measures(stage: StageSpec, parsed: Any, texts: Texts) -> dict[str, Any]:
    """Return what the kind measures of an answer and of how it changed what was there."""
    kind = stage.kind_object
    compared = {"from_base": texts.base, "from_seed": texts.seed}
    same = texts.base is not None and texts.base == texts.seed
    found: dict[str, Any] = {"self": kind.measure(parsed)}
    for name, before in compared.items():
        if before is None:
            found[name] = None
        elif name == "from_seed" and same:
            found[name] = found["from_base"]
        else:
            found[name] = kind.changes(answers.typed(before), parsed)
    return found
