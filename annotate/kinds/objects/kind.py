"""Task 1: the salient objects of an image, and what keeps them from being sent."""

from collections.abc import Callable, Iterator, Sequence

from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure, box_measures
from annotate.analysis.overlap import Figures
from annotate.analysis.text import is_blank
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    HasParts,
    MarksObjects,
    MeasuresAgreement,
    NamesThings,
    Refinable,
    Seedable,
)
from annotate.kinds.lineage import (
    check_box,
    check_ids,
    check_lineage,
    count_changes,
    kept_parts,
    renamed_items,
)
from annotate.kinds.objects.model import ImageObject, ObjectsAnswer, ObjectsSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules
from annotate.messages import Message


class ObjectsKind(
    MarksObjects,
    Seedable,
    NamesThings[ObjectsAnswer],
    HasParts[ObjectsAnswer],
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
    seed_may_lack = frozenset({"description_missing", "too_few_objects"})

    def problems(
        self,
        answer: ObjectsAnswer,
        stimulus: Stimulus,
        settings: ObjectsSettings,
        base: ObjectsAnswer | None = None,
    ) -> list[Problem]:
        items = answer.objects
        problems = [*_check_count(answer, settings), *check_ids(items, "objects")]
        if base is not None:
            problems.extend(check_lineage(items, base.objects, "objects"))
        for index, item in enumerate(items):
            problems.extend(_check_object(item, f"objects[{index}]", stimulus, settings))
        return [*problems, *check_rules(self.texts(answer), settings.rules, stimulus)]

    def seed_from(self, previous: ObjectsAnswer | None) -> ObjectsAnswer:
        """Each object cites itself as what it was made of."""
        items = previous.objects if previous else ()
        return ObjectsAnswer(
            objects=tuple(item.model_copy(update={"derived_from": (item.id,)}) for item in items)
        )

    def part_ids(self, answer: ObjectsAnswer) -> list[str]:
        return [item.id for item in answer.objects]

    def kept_parts(self, before: ObjectsAnswer, after: ObjectsAnswer) -> dict[str, str]:
        return kept_parts(before.objects, after.objects)

    def renamed(
        self, answer: ObjectsAnswer, own: Callable[[str], str], source: Callable[[str], str]
    ) -> ObjectsAnswer:
        return ObjectsAnswer(objects=renamed_items(answer.objects, own, source))

    def labels(self, answer: ObjectsAnswer) -> list[str]:
        return [item.label for item in answer.objects]

    def texts(self, answer: ObjectsAnswer) -> dict[str, str]:
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
        self,
        items: Sequence[Sequence[ObjectsAnswer]],
        settings: ObjectsSettings,
        images: Images = None,
    ) -> list[Measure]:
        """Boxes only; labels do not enter."""
        return box_measures(
            [[[item.box for item in answer.objects] for answer in answers] for answers in items],
            images,
        )


MAX_LABEL_CHARACTERS = 200


def _check_count(answer: ObjectsAnswer, settings: ObjectsSettings) -> Iterator[Problem]:
    count = len(answer.objects)
    if count > settings.max_objects:
        message = Message("too_many_objects", count=count, limit=settings.max_objects)
        yield Problem.about("objects", message)
    if count < settings.min_objects:
        message = Message("too_few_objects", count=count, fewest=settings.min_objects)
        yield Problem.about("objects", message)


def _check_object(
    item: ImageObject, path: str, stimulus: Stimulus, settings: ObjectsSettings
) -> Iterator[Problem]:
    yield from _check_label(item.label, f"{path}.label")
    yield from check_box(item.box, f"{path}.box", stimulus)
    yield from _check_description(item.description, f"{path}.description", settings)


def _check_label(label: str, path: str) -> Iterator[Problem]:
    if is_blank(label):
        yield Problem.about(path, Message("label_empty"))
    elif len(label) > MAX_LABEL_CHARACTERS:
        message = Message("label_too_long", length=len(label), limit=MAX_LABEL_CHARACTERS)
        yield Problem.about(path, message)


def _check_description(text: str, path: str, settings: ObjectsSettings) -> Iterator[Problem]:
    limit = settings.max_description_characters
    if settings.description_required and is_blank(text):
        yield Problem.about(path, Message("description_missing"))
    elif len(text) > limit:
        over = len(text) - limit
        message = Message("description_too_long", length=len(text), over=over, limit=limit)
        yield Problem.about(path, message)
