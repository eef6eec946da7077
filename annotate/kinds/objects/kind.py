"""Task 1: the salient objects of an image."""

from collections.abc import Sequence
from itertools import combinations

from annotate.analysis import overlap
from annotate.analysis.matching import matched_iou
from annotate.analysis.tokens import count_tokens, count_words, sentence_spans, words
from annotate.kinds.base import Kind, Measures, Row, Stimulus
from annotate.kinds.lineage import check_ids, check_lineage, count_changes
from annotate.kinds.objects import checks
from annotate.kinds.objects.answer import ObjectsAnswer
from annotate.kinds.objects.settings import ObjectsSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules


class ObjectsKind(Kind[ObjectsSettings, ObjectsAnswer]):
    """A list of (label, box, description) triplets, most salient first."""

    name = "objects.v1"
    title = "Objects"
    Settings = ObjectsSettings
    Answer = ObjectsAnswer
    names_things = True

    def problems(
        self,
        answer: ObjectsAnswer,
        stimulus: Stimulus,
        settings: ObjectsSettings,
        base: ObjectsAnswer | None = None,
    ) -> list[Problem]:
        """Return problems of the list, then those of each object, then what the rules find."""
        items = answer.objects
        found = [*checks.check_count(answer, settings), *check_ids(items, "objects", "object")]
        if base is not None:
            found.extend(check_lineage(items, base.objects, "objects", "object"))
        for index, item in enumerate(items):
            found.extend(checks.check_object(item, f"objects[{index}]", stimulus, settings))
        return [*found, *check_rules(self.texts(answer), settings.rules, stimulus)]

    def seed_from(self, previous: ObjectsAnswer | None) -> ObjectsAnswer:
        """Return the previous objects, each citing itself as what it was made of."""
        items = previous.objects if previous else ()
        return ObjectsAnswer(
            objects=tuple(item.model_copy(update={"derived_from": (item.id,)}) for item in items)
        )

    def measure(self, answer: ObjectsAnswer) -> Measures:
        """Return the number of objects, and the size of all descriptions together."""
        texts = [item.description for item in answer.objects]
        return {
            "objects": len(answer.objects),
            "tokens": sum(map(count_tokens, texts)),
            "words": sum(map(count_words, texts)),
            "sentences": sum(len(sentence_spans(text)) for text in texts),
            "characters": sum(map(len, texts)),
        }

    def changes(self, before: ObjectsAnswer | None, after: ObjectsAnswer) -> overlap.Figures:
        """Return the fate of each object, and token counts and overlap of :func:`joined_text`."""
        counts: overlap.Figures = {
            "tokens_before": count_tokens(joined_text(before)) if before else 0,
            "tokens_after": count_tokens(joined_text(after)),
            **count_changes(before.objects if before else (), after.objects),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(words(joined_text(before)), words(joined_text(after)))

    def similarity(self, before: ObjectsAnswer, after: ObjectsAnswer, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity of the two :func:`joined_text`.

        Boxes do not enter: early stopping asks whether the *writing* has settled.
        """
        return overlap.jaccard(words(joined_text(before)), words(joined_text(after)), n)

    def agreement(self, answers: Sequence[ObjectsAnswer]) -> float | None:
        """Return the mean over all pairs of annotators of their matched IoU, in [0, 1].

        Boxes are matched one to one for the greatest total IoU; a box without a partner counts 0.
        None with fewer than two answers, or when no pair has a box. Labels do not enter.

        Worked example: A draws one box, B the same box and another far away, C nothing. A-B is
        (1 + 0) / 2, A-C is 0 / 1, B-C is 0 / 2, so the mean is 1/6.
        """
        boxes = [[item.box for item in answer.objects] for answer in answers]
        pairs = [matched_iou(a, b) for a, b in combinations(boxes, 2)]
        defined = [value for value in pairs if value is not None]
        return sum(defined) / len(defined) if defined else None

    def rows(self, answer: ObjectsAnswer) -> list[Row]:
        """Return one row per object; ``rank`` counts from 1, ``derived_from`` has spaces."""
        return [
            {
                "rank": rank,
                "id": item.id,
                "label": item.label,
                "x": item.box.x,
                "y": item.box.y,
                "width": item.box.width,
                "height": item.box.height,
                "description": item.description,
                "derived_from": " ".join(item.derived_from),
            }
            for rank, item in enumerate(answer.objects, start=1)
        ]

    def labels(self, answer: ObjectsAnswer) -> list[str]:
        """Return what the objects are called."""
        return [item.label for item in answer.objects]

    def texts(self, answer: ObjectsAnswer) -> dict[str, str]:
        """Return label and description of every object."""
        return {
            f"objects[{index}].{field}": text
            for index, item in enumerate(answer.objects)
            for field, text in (("label", item.label), ("description", item.description))
            if text
        }


def joined_text(answer: ObjectsAnswer) -> str:
    """Return "label: description" of every object in order, one per line: what people wrote."""
    return "\n".join(f"{item.label}: {item.description}" for item in answer.objects)
