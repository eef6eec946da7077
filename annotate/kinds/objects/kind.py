"""Task 1: the salient objects of an image."""

from collections.abc import Sequence

from annotate.analysis.agreement import Measure, box_measures
from annotate.analysis.overlap import Figures
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    MarksObjects,
    MeasuresAgreement,
    NamesThings,
    Refinable,
    Seedable,
)
from annotate.kinds.lineage import check_ids, check_lineage, count_changes
from annotate.kinds.objects import checks
from annotate.kinds.objects.answer import ObjectsAnswer
from annotate.kinds.objects.settings import ObjectsSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules


class ObjectsKind(
    MarksObjects,
    Seedable,
    NamesThings[ObjectsAnswer],
    Refinable[ObjectsAnswer],
    MeasuresAgreement[ObjectsSettings, ObjectsAnswer],
    Kind[ObjectsSettings, ObjectsAnswer],
):
    """A list of (label, box, description) triplets, most salient first."""

    name = "objects.v1"
    title = "Objects"
    Settings = ObjectsSettings
    Answer = ObjectsAnswer
    empty = ObjectsAnswer(objects=())
    seed_roles = ("detector", "captioner")
    seed_authors = ("detector", "captioner")

    def problems(
        self,
        answer: ObjectsAnswer,
        stimulus: Stimulus,
        settings: ObjectsSettings,
        base: ObjectsAnswer | None = None,
    ) -> list[Problem]:
        """Return problems of the list, then those of each object, then what the rules find."""
        items = answer.objects
        found = [*checks.check_count(answer, settings), *check_ids(items, "objects")]
        if base is not None:
            found.extend(check_lineage(items, base.objects, "objects"))
        for index, item in enumerate(items):
            found.extend(checks.check_object(item, f"objects[{index}]", stimulus, settings))
        return [*found, *check_rules(self.texts(answer), settings.rules, stimulus)]

    def seed_from(self, previous: ObjectsAnswer | None) -> ObjectsAnswer:
        """Return the previous objects, each citing itself as what it was made of."""
        items = previous.objects if previous else ()
        return ObjectsAnswer(
            objects=tuple(item.model_copy(update={"derived_from": (item.id,)}) for item in items)
        )

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

    def measure(self, answer: ObjectsAnswer) -> Measures:
        """The size is that of the descriptions."""
        texts = [item.description for item in answer.objects]
        return {"objects": len(answer.objects), **text_measures(texts)}

    def refined_text(self, answer: ObjectsAnswer) -> str:
        """One "label: description" per line.

        Boxes do not enter: early stopping asks whether the *writing* has settled.
        """
        return "\n".join(f"{item.label}: {item.description}" for item in answer.objects)

    def changes(self, before: ObjectsAnswer | None, after: ObjectsAnswer) -> Figures:
        """What became of each object beside what became of the text."""
        fates = count_changes(before.objects if before else (), after.objects)
        return super().changes(before, after) | fates

    def agreement(
        self, items: Sequence[Sequence[ObjectsAnswer]], settings: ObjectsSettings
    ) -> list[Measure]:
        """Boxes only; labels do not enter."""
        return box_measures(
            [[[each.box for each in answer.objects] for answer in item] for item in items]
        )
