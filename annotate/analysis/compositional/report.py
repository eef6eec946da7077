"""A whole run: which questions there are, and the report on what became of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from annotate.analysis.compositional.figures import (
    Outcome,
    accuracy_of,
    difference_of,
    outcomes,
)
from annotate.analysis.compositional.model import TITLES, Name, Probe, ProbeFile, Reply
from annotate.analysis.compositional.questions import (
    Descriptions,
    Question,
    drawn,
    question_of,
    true_first,
)

ASSUMPTIONS = (
    "Which caption is listed first is drawn by the seed: the true one in one half of each set.",
    "An invalid reply counts as wrong; a question without a reply is left out and counted.",
    "share, low, high: Wilson's 95% interval, as if all questions were independent.",
    "by_image: the same share, with the questions about one image as one cluster.",
    "differences: the questions that both answered; Newcombe's interval for pairs and McNemar's"
    " exact p, not corrected for how many differences there are.",
    "A set built upon short captions says little about what else a description holds.",
)


@dataclass(frozen=True)
class Plan:
    """The questions of a run, by source; the baseline has the title None.

    Attributes:
        files: as they were read, one of each set.
        chosen: the probes that are asked about, of each set.
        questions: by source, in the order in which they are asked.
    """

    files: Sequence[ProbeFile]
    chosen: Mapping[Name, Sequence[Probe]]
    questions: Mapping[str | None, Sequence[Question]]

    @property
    def all(self) -> list[Question]:
        return [question for own in self.questions.values() for question in own]


def plan(
    files: Sequence[ProbeFile],
    sources: Mapping[str, Descriptions],
    *,
    model: str,
    seed: int,
    most: int | None = None,
    baseline: bool = True,
) -> Plan:
    """Return the questions about those probes of which any source has a description.

    Args:
        files: one of each set.
        sources: by title; without any, only the baseline is asked, about all probes.
        model: what tells replies of one model from those of another.
        most: so many probes of a set at most, drawn by the seed.
    """
    chosen: dict[Name, Sequence[Probe]] = {}
    for file in files:
        described = [
            probe
            for probe in drawn(file.probes, seed)
            if not sources or any(source.of(probe) is not None for source in sources.values())
        ]
        chosen[file.set] = described[:most]
    probes = [probe for own in chosen.values() for probe in own]
    first = true_first(probes, seed)

    def ask(probe: Probe, description: str | None) -> Question:
        return question_of(probe, first=first[probe.id], description=description, model=model)

    questions: dict[str | None, list[Question]] = {}
    if baseline or not sources:
        questions[None] = [ask(probe, None) for probe in probes]
    for title, source in sources.items():
        texts = ((probe, source.of(probe)) for probe in probes)
        questions[title] = [ask(probe, text) for probe, text in texts if text is not None]
    return Plan(files, chosen, questions)


def report(
    planned: Plan, replies: Mapping[str, Reply], *, failed: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """Return the figures of a run, whole or not, as JSON: see :data:`ASSUMPTIONS`."""
    found = {title: outcomes(own, replies) for title, own in planned.questions.items()}
    sources = [_source(planned, title, found[title], failed or {}) for title in found]
    return {
        "sets": [_set(planned, file) for file in planned.files],
        "sources": sources,
        "differences": [
            {"first": first, "second": second, "sets": _differences(planned, found, first, second)}
            for second, first in combinations(found, 2)
        ],
        "costs": costs(planned.all, replies),
        "assumptions": list(ASSUMPTIONS),
    }


def _set(planned: Plan, file: ProbeFile) -> dict[str, Any]:
    chosen = planned.chosen[file.set]
    return {
        "set": file.set,
        "title": TITLES[file.set],
        "probes": len(file.probes),
        "left_out": dict(file.left_out),
        "asked_about": len(chosen),
        "images": len({probe.image for probe in chosen}),
        "chance": 0.5,
    }


def _source(
    planned: Plan, title: str | None, found: Sequence[Outcome], failed: Mapping[str, object]
) -> dict[str, Any]:
    own = planned.questions[title]
    answered = _by_set(found)
    asked = Counter(question.probe.set for question in own)
    lost = Counter(question.probe.set for question in own if question.key in failed)
    sets = {
        name: {
            **accuracy_of(answered.get(name, []), groups=name == "winoground"),
            "without_description": len(planned.chosen[name]) - asked[name],
            "unanswered": asked[name] - len(answered.get(name, [])),
            "failed": lost[name],
        }
        for name in planned.chosen
    }
    return {"title": title, "sets": sets}


def _by_set(found: Sequence[Outcome]) -> dict[Name, list[Outcome]]:
    by_set: dict[Name, list[Outcome]] = {}
    for outcome in found:
        by_set.setdefault(outcome.question.probe.set, []).append(outcome)
    return by_set


def _differences(
    planned: Plan,
    found: Mapping[str | None, Sequence[Outcome]],
    first: str | None,
    second: str | None,
) -> dict[str, Any]:
    one, other = _by_set(found[first]), _by_set(found[second])
    return {name: difference_of(one.get(name, []), other.get(name, [])) for name in planned.chosen}


def costs(questions: Sequence[Question], replies: Mapping[str, Reply]) -> dict[str, Any]:
    """Return what the replies took; equal prompts share one reply, which is paid for once.

    ``seconds`` is the time of the model, added up over replies that may have been asked for
    together.
    """
    keys = {question.key for question in questions}
    known = [replies[key] for key in keys if key in replies]
    return {
        "questions": len(questions),
        "prompts": len(keys),
        "replies": len(known),
        "prompt_tokens": sum(reply.prompt_tokens for reply in known),
        "completion_tokens": sum(reply.completion_tokens for reply in known),
        "cost": round(sum(reply.cost for reply in known), 8),
        "seconds": round(sum(reply.seconds for reply in known), 3),
    }
