"""The seven fine-tuning tasks of ImageInWords (Garg et al. 2024, App. C), made of final answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal, get_args

from annotate.analysis.geometry import Box
from annotate.analysis.randomness import generator
from annotate.analysis.tokens import sentence_spans
from annotate.backends.training.finetuning import templates
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample

Task = Literal[
    "description_label_grounding",
    "label_prediction",
    "object_description",
    "label_list",
    "grounded_label_list",
    "description_elaboration",
    "detailed_description",
]
# In the order of IIW App. C.1-C.3: image regions, salient objects, detailed descriptions.
TASKS: tuple[Task, ...] = get_args(Task)


@dataclass(frozen=True, slots=True)
class Example:
    """What a model sees, is asked and should answer.

    `crop_box` is the part of the picture it is shown, in pixels; None: all of it.
    """

    task: Task
    image: str
    crop_box: Box | None
    prompt: str
    target: str


def examples(
    sample: SnapshotSample,
    *,
    seed: int,
    tasks: Sequence[Task] = TASKS,
    crops: bool = False,
) -> Iterator[Example]:
    """Yield the examples of one sample in order of the tasks: the same for the same arguments.

    Args:
        seed: decides how much of the description is dropped, together with the sample.
        tasks: only these.
        crops: in label prediction and object description, show the crop instead of naming the box
            in the prompt. The paper's tasks name the box (App. C.1), while its seeds are made of
            crops (§3.3): for models that caption crops.
    """
    pairs = {
        "description_label_grounding": lambda: _grounding(sample),
        "label_prediction": lambda: _region(sample, "label_prediction", crops),
        "object_description": lambda: _region(sample, "object_description", crops),
        "label_list": lambda: _lists(sample, "label_list"),
        "grounded_label_list": lambda: _lists(sample, "grounded_label_list"),
        "description_elaboration": lambda: _elaboration(sample, seed),
        "detailed_description": lambda: _detailed(sample),
    }
    for task in TASKS:
        if task in tasks:
            yield from pairs[task]()


def _grounding(sample: SnapshotSample) -> Iterator[Example]:
    """(image, label, description) to box: a label alone does not say which of many."""
    for item in sample.objects:
        if item.description:
            prompt = templates.grounding(item.label, item.description)
            yield Example(
                "description_label_grounding", sample.image, None, prompt, _box(sample, item)
            )


def _region(
    sample: SnapshotSample, task: Literal["label_prediction", "object_description"], crops: bool
) -> Iterator[Example]:
    """(image, box) to label; (image, box, label) to description."""
    for item in sample.objects:
        place = None if crops else _box(sample, item)
        if task == "label_prediction":
            prompt, target = templates.label_prediction(place), item.label
        else:
            prompt, target = templates.object_description(place, item.label), item.description
        if target:
            yield Example(task, sample.image, item.box if crops else None, prompt, target)


def _lists(
    sample: SnapshotSample, task: Literal["label_list", "grounded_label_list"]
) -> Iterator[Example]:
    """Image to labels, or to (label, box) pairs, in order of the alphabet.

    One line per object: a label may hold a comma, and five kites are five lines in both lists.
    """
    ordered = sorted(
        sample.objects,
        key=lambda item: (item.label.casefold(), item.label, item.box.y, item.box.x),
    )
    if not ordered:
        return
    if task == "label_list":
        prompt, lines = templates.LABEL_LIST, [item.label for item in ordered]
    else:
        prompt = templates.GROUNDED_LABEL_LIST
        lines = [f"{item.label} {_box(sample, item)}" for item in ordered]
    yield Example(task, sample.image, None, prompt, "\n".join(lines))


def _elaboration(sample: SnapshotSample, seed: int) -> Iterator[Example]:
    """(image, shorter description) to the final one.

    Shorter ones are the texts of the rounds before, and the final text without its tail.
    """
    final = sample.description
    if not final:
        return
    starts = list(dict.fromkeys(text for text in sample.earlier if text and text != final))
    cut = without_tail(final, share=generator(seed, "elaboration", sample.sample).random())
    if cut is not None and cut not in starts:
        starts.append(cut)
    for start in starts:
        prompt = templates.elaboration(start)
        yield Example("description_elaboration", sample.image, None, prompt, final)


def without_tail(text: str, *, share: float) -> str | None:
    """Drop the last sentences: `share` (0-1) of them, at least one, and never all.

    Dropped from the end, so that the structure of the text stays (App. C.3). None where there are
    no two sentences.

    Example: a third of four sentences is 1.33: two are dropped.

    >>> without_tail("One. Two. Three. Four.", share=1 / 3)
    'One. Two.'
    >>> without_tail("One. Two.", share=0.99), without_tail("One.", share=0.5)
    ('One.', None)
    """
    spans = sentence_spans(text)
    if len(spans) < 2:
        return None
    dropped = min(max(1, ceil(share * len(spans))), len(spans) - 1)
    return text[: spans[-dropped - 1][1]]


def _detailed(sample: SnapshotSample) -> Iterator[Example]:
    """Image to final description: the one task of the paper's own model."""
    if sample.description:
        yield Example(
            "detailed_description",
            sample.image,
            None,
            templates.DETAILED_DESCRIPTION,
            sample.description,
        )


def _box(sample: SnapshotSample, item: SnapshotObject) -> str:
    return templates.box_text(item.box, sample.width, sample.height)
