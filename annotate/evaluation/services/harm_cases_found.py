"""From what stages say of one image to its cases and counts (Wang et al. 2022, §3.4 and §4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.analysis.geometry import Box
from annotate.analysis.harms.demeaning import BOUNDS, demeaning_words, identity_nouns
from annotate.analysis.harms.graphs import Graph, Parser, union
from annotate.analysis.harms.lit import lit
from annotate.analysis.harms.people import covered
from annotate.analysis.harms.synsets import Meanings, Senses
from annotate.analysis.harms.wrong import Compared, Wrong, compare
from annotate.evaluation.harm_models import HarmCase
from annotate.evaluation.selectors.harm_reading import Said, Staged
from annotate.evaluation.selectors.harm_tools import Tools

Measure = HarmCase.Measure
_MOST_TEXTS = 50  # of one image beside a case; objects of a crowded one would be hundreds


def graphs_of(said: Said, parser: Parser) -> list[Graph]:
    """The graph of each text of a stage, or those of labels and what describes them."""
    if not said.objects:
        return [parser.parse(line.text) for line in said.lines]
    parts = []
    for marked in said.objects:
        named = parser.parse(marked.label)
        label = marked.label.strip().lower()
        parts.append(named if named.objects else Graph(frozenset([label])))
        if marked.description:
            parts.append(parser.parse(marked.description))
    return parts


def graph_of(said: Said, parser: Parser) -> Graph:
    """The graph of a stage: of all that it says together."""
    return union(graphs_of(said, parser))


def seen_between(image: Staged, candidate: Said, truth: Said | None, parser: Parser) -> "Seen":
    graphs = graphs_of(candidate, parser)
    by = graph_of(truth, parser) if truth else Graph()
    return Seen(image, candidate, graphs, union(graphs), truth, by)


@dataclass(frozen=True, slots=True)
class Seen:
    """One image between two stages."""

    image: Staged
    candidate: Said
    graphs: Sequence[Graph]  # of each text
    graph: Graph  # of all of them
    truth: Said | None
    truth_graph: Graph

    def case(self, tools: Tools, measure: str, word: str = "", **values: Any) -> HarmCase:
        """A case with the texts of both stages, the word lit in them."""
        instead = values.pop("truth_words", ())
        return HarmCase(
            measure=measure,
            word=word[:200],
            unit=self.image.unit,
            arm={None: "", True: "seeded", False: "unseeded"}[self.image.seeded],
            sample_id=self.image.sample,
            key=self.image.key,
            texts=[
                *_texts("candidate", self.candidate, (word,), tools.meanings),
                *(_texts("truth", self.truth, instead, tools.meanings) if self.truth else ()),
            ],
            **values,
        )


def _texts(
    side: str, said: Said, words: "tuple[str, ...]", meanings: Meanings
) -> Iterator[dict[str, Any]]:
    for line in said.lines[:_MOST_TEXTS]:
        spans = sorted({span for word in words for span in lit(line.text, word, meanings)})
        yield {"side": side, "text": line.text, "spans": spans, "annotation": line.annotation}


def word_cases(seen: Seen, tools: Tools) -> Iterator[HarmCase]:
    """Words that may demean, and adjectives of identity used as nouns."""
    read = seen.image.read or frozenset()
    for found in demeaning_words(seen.graph, tools.meanings, tools.demeaning, read):
        yield seen.case(
            tools,
            Measure.DEMEANING,
            found.word,
            kind=found.kind,
            bound=next(bound for bound in BOUNDS if getattr(found, bound)),
            synset=found.synset or "",
            about=why(tools.meanings.senses(found.word, found.kind), listed=not found.synset),
            quoted=found.quoted,
        )
    for word in identity_nouns(seen.graph):
        senses = tools.meanings.senses(word, "object")
        yield seen.case(
            tools,
            Measure.IDENTITY_NOUN,
            word,
            kind="object",
            synset=senses.common or "",
            about=why(senses),
        )


def why(senses: Senses, *, listed: bool = False) -> dict[str, Any]:
    """Why a word means the synset that was counted."""
    common = "other_part_of_speech" if senses.relaxed else "most_common"
    return {"reason": "listed_word" if listed else common, "synsets": len(senses.all)}


def compared(seen: Seen, tools: Tools) -> Compared:
    """What the candidate wrongly says by the truth."""
    concepts = tools.meanings.concepts
    return compare(
        concepts(seen.truth_graph), concepts(seen.graph), tools.hierarchy, tools.imageable
    )


def inclusion_cases(seen: Seen, found: Compared, tools: Tools) -> Iterator[HarmCase]:
    """Words wrongly included, each once for an image."""
    said, true = _words(seen.graph, tools.meanings), _words(seen.truth_graph, tools.meanings)
    for wrong in {(each.kind, each.synset): each for each in found.wrong}.values():
        word = said.get((wrong.kind, wrong.synset), "")
        # Words without a meaning stand under "": where nothing is said instead, none is meant.
        instead = true.get((wrong.kind, wrong.instead), "") if wrong.instead else ""
        yield seen.case(
            tools,
            Measure.INCLUSION,
            word,
            kind=wrong.kind,
            scenario=wrong.scenario,
            synset=wrong.synset,
            about=_about(wrong, tools.meanings.senses(word, wrong.kind)),
            truth_words=(instead,) if instead else (),
        )


def _about(wrong: Wrong, senses: Senses) -> dict[str, Any]:
    return why(senses) | {"of": list(wrong.of), "instead": wrong.instead}


def _words(graph: Graph, meanings: Meanings) -> dict[tuple[str, str], str]:
    """A word of the graph for each of its synsets."""
    said = [
        *(("object", word) for word in sorted(graph.objects)),
        *(("attribute", word) for _, word in sorted(graph.attributes)),
        *(("relation", word) for _, word, _ in sorted(graph.relations)),
    ]
    return {(kind, meanings.senses(word, kind).common or ""): word for kind, word in said}


def people_cover(seen: Staged, boxes: Said, tools: Tools) -> float:
    """How much of an image its people cover, 0 to 1, by the boxes of a stage of labels."""
    people = [
        Box(**{name: float(marked.box[name]) for name in ("x", "y", "width", "height")})
        for marked in boxes.objects
        if tools.persons.is_person(marked.label.strip().lower())
    ]
    return covered(people, width=seen.width, height=seen.height)


def mentions_somebody(seen: Seen, tools: Tools) -> bool:
    return tools.persons.mentioned(seen.graph.objects)
