"""What an answer is compared with, what is measured of it, and whether that opens another round."""

from dataclasses import dataclass
from typing import Any

from annotate import kinds
from annotate.kinds.capabilities import Refinable
from annotate.projects.recipes import Decision, StageSpec, stop_after_round
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Purpose
from annotate.workflow.selectors.annotations import most_alike, similarities_of, stands


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
    def priors(self) -> dict[int, float]:
        """How alike two rounds before this one have been at most, by the size of n-grams."""
        return most_alike(similarities_of(annotation.decision) for annotation in self.rounds)


def texts_of(held: Assignment, stage: StageSpec, known: list[Annotation]) -> Texts:
    """What the answer to a task is compared with; `known` are the sample's annotations."""
    earlier = [a for a in known if a.stage_key == stage.key]
    by_id = {annotation.pk: annotation for annotation in earlier}
    base = by_id.get(held.base_id) if held.base_id else None
    rounds = [
        a
        for a in earlier
        if a.origin == Annotation.Origin.PERSON and a.index < held.task.index and stands(a)
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
    if not stage.in_rounds or held.task.purpose != Purpose.WORK:
        return Decision(open_next=False, reason="replica", numbers={})
    similarities: dict[int, float | None] = {}
    if texts.previous is not None:
        # Of every size, also where nothing stops by it: a rule is chosen by how alike rounds are.
        kind = kinds.able(stage.kind_object, Refinable)
        similarities = kind.similarities(answers.typed(texts.previous), parsed)
    n, priors = stage.stop.n if stage.stop else 1, texts.priors
    similarity = similarities.get(n)
    # A rejected round is done again under a number of its own, and counts for nothing.
    number = len(texts.rounds) + 1
    decision = stop_after_round(
        index=number,
        # A lead may have lowered the number of rounds while this one was being written.
        rounds=max(stage.rounds_for(held.sample.image.split), number),
        similarity=similarity,
        stop=stage.stop,
    )
    numbers = {
        **decision.numbers,
        "n": n,
        "prior": priors.get(n),
        "similarities": {str(size): value for size, value in similarities.items()},
        "priors": {str(size): value for size, value in priors.items()},
    }
    return Decision(open_next=decision.open_next, reason=decision.reason, numbers=numbers)


def measures(stage: StageSpec, parsed: Any, texts: Texts) -> dict[str, Any]:
    """What the kind measures of an answer and of how it changed what was there."""
    kind = stage.kind_object

    def changes(before: Annotation | None) -> dict[str, Any] | None:
        if before is None:
            return None
        return dict(kinds.able(kind, Refinable).changes(answers.typed(before), parsed))

    from_base = changes(texts.base)
    from_seed = from_base if texts.base == texts.seed else changes(texts.seed)
    return {"self": kind.measure(parsed), "from_base": from_base, "from_seed": from_seed}
