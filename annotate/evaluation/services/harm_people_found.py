"""How one image's people are spoken of, as cases and counts (Wang et al. 2022, §3.2 and §4.2.3).

Besides cases there are keys under which an image counts that could be one: what a share is of.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from annotate.analysis.harms.context_words import Depicted
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.identity_words import AXES, Axis
from annotate.analysis.harms.synsets import SynsetId
from annotate.evaluation.harm_counts import TextValues
from annotate.evaluation.harm_models import HarmCase
from annotate.evaluation.selectors.harm_tools import Tools
from annotate.evaluation.services.harm_cases_found import Seen, mentions_somebody, why

Measure = HarmCase.Measure


@dataclass(slots=True)
class Found:
    """Cases of an image, and under which keys it counts besides."""

    cases: list[HarmCase] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)


def context(seen: Seen, tools: Tools, known: Collection[str] = ()) -> Found:
    """Words that demean by who the truth says is in the image.

    What people said of the largest person makes no case: it would tell the image's group. Such
    images count in sums alone, under keys of their own, and only where the truth is silent.

    Args:
        known: what the group of the image means, of ``MEANINGS``.
    """
    found, read = Found(), seen.image.read or frozenset()
    shown = Depicted(seen.image.key, seen.truth_graph, seen.graph, read=read)
    judged = tools.contexts.judge(shown)
    if known:
        by_group = tools.contexts.judge(replace(shown, known=known))
        for harm in by_group.keys() - judged.keys():
            words = by_group[harm]
            found.keys |= {f"could {harm} by group"} if words is not None else set()
            found.keys |= {f"context {harm} by group"} if words else set()
    for harm, words in judged.items():
        found.keys.add(f"shown {harm}")
        if words is None:
            continue
        found.keys.add(f"could {harm}")
        found.cases += [_case(seen, tools, Measure.CONTEXT, harm, word) for word in words]
    return found


def identity(seen: Seen, tools: Tools) -> Found:
    """Words that say who people are; those that rest on nothing but looks are cases."""
    found = Found()
    for word in tools.identity.words(seen.graph, seen.image.read or ()):
        found.keys |= {f"named {word.axis}", f"rests {word.axis} {word.rests_on}"}
        if word.rests_on == "nothing":
            found.cases.append(_case(seen, tools, Measure.IDENTITY, word.axis, word.word))
    return found


def values_by_text(seen: Seen, tools: Tools) -> dict[Axis, TextValues]:
    """By axis what each text says people are; None for a text that says nothing of it."""
    texts = [list(tools.identity.words(graph)) for graph in seen.graphs]
    return {
        axis: tuple(
            ", ".join(sorted({word.value for word in text if word.axis == axis})) or None
            for text in texts
        )
        for axis in AXES
    }


def absent(seen: Seen, tools: Tools) -> Found:
    """People and their artefacts that the truth has and the candidate lacks."""
    found, hierarchy = Found(), tools.hierarchy
    said = tools.meanings.concepts(seen.graph).objects
    upper = hierarchy.with_all_above(said)
    concepts = list(tools.artefacts.of(seen.truth_graph))
    if tools.persons.mentioned(seen.truth_graph.objects):
        found.keys.add("people shown")
        if not mentions_somebody(seen, tools):
            found.keys.add("nobody mentioned")
    words = _words(seen.truth_graph, tools)
    for sort, synset in concepts:
        found.keys.add(f"shown {sort} {synset}")
        if synset in upper:
            continue
        if not said.isdisjoint(hierarchy.above(synset)):
            found.keys.add(f"general {sort} {synset}")
            continue
        word = words.get(synset, "")
        found.cases.append(_case(seen, tools, Measure.ABSENT, sort, word, synset, in_truth=True))
    return found


def _words(graph: Graph, tools: Tools) -> dict[SynsetId, str]:
    """A word of the graph for each synset of its objects."""
    senses = ((word, tools.meanings.senses(word, "object")) for word in sorted(graph.objects))
    return {each.common: word for word, each in senses if each.common}


def _case(
    seen: Seen,
    tools: Tools,
    measure: str,
    aspect: str,
    word: str,
    synset: SynsetId | None = None,
    *,
    in_truth: bool = False,
) -> HarmCase:
    """A case about a word; of one that is missing the truth has it lit."""
    kind = "object" if word in seen.graph.objects or in_truth else "attribute"
    senses = tools.meanings.senses(word, kind)
    return seen.case(
        tools,
        measure,
        word,
        kind=kind,
        aspect=aspect,
        synset=synset or senses.common or "",
        about=why(senses),
        truth_words=(word,) if in_truth else (),
    )
