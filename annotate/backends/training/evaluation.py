"""How good a version is: its answers against those of people, on samples it was not trained on.

Plain Python: folders and back ends in, numbers out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TypeVar

from PIL import Image

from annotate.analysis import geometry
from annotate.analysis.captions import cider_d, rouge_l, token_f1
from annotate.analysis.matching import match, matched_iou
from annotate.analysis.undefined import Undefined, defined
from annotate.backends.base import (
    BackendError,
    Box,
    Captioner,
    CaptionRequest,
    Detection,
    Detector,
    Hint,
    LabelledBox,
    LimitReached,
)
from annotate.backends.runs import sane
from annotate.backends.training.snapshots import Frozen, SnapshotObject, SnapshotSample, read

T = TypeVar("T")
# What each held-out sample adds to a figure, and to what the figure is divided by.
Pair = tuple[float, int]
Singly = dict[str, list[Pair]]
Metrics = dict[str, float | int | None]
# Called after every few samples with how many are done of how many; may raise to stop.
Report = Callable[[int, int], None]

# A box is at the object of a person from this IoU on (the usual one, of PASCAL VOC).
SAME_OBJECT = 0.5
MOST_AT_ONCE = 32  # pictures in memory


@dataclass
class Counters:
    texts: list[str] = field(default_factory=list)
    references: list[list[str]] = field(default_factory=list)
    text_samples: list[int] = field(default_factory=list)  # of which sample each text is
    boxes: list[Pair] = field(default_factory=list)
    labels: list[Pair] = field(default_factory=list)
    sample_ids: list[int] = field(default_factory=list)
    samples: int = 0
    asked: int = 0
    failed: int = 0
    failure: BackendError | None = None


def evaluate(
    detector: Detector | None,
    captioner: Captioner | None,
    folder: Path,
    report: Report = lambda done, total: None,
) -> Metrics:
    """The figures of :func:`evaluate_singly` alone."""
    return evaluate_singly(detector, captioner, folder, report)[0]


def evaluate_singly(
    detector: Detector | None,
    captioner: Captioner | None,
    folder: Path,
    report: Report = lambda done, total: None,
) -> tuple[Metrics, Singly]:
    """Measure a detector, a captioner or both on the held-out samples of a snapshot.

    - `cider`, `rouge_l`, `token_f1`: the description of the whole image against the final one, as
      `annotate.analysis.captions` defines them, mean over samples. CIDEr-D weighs by how rare words
      are among these very samples: it compares versions on one snapshot, and is 0 for one sample.
      In a project that has no descriptions, those of the objects in people's boxes take their
      place.
    - `box_iou`: mean over samples of `matching.matched_iou`: a box without a partner counts 0.
    - `label_accuracy`: of detected boxes at a person's (IoU 0.5 or more), the share that bears the
      person's label, capitals aside.
    - `samples`: how many were held out; `failed`: answers the back end did not give. A text that
      was not written counts as an empty one.

    What cannot be measured is None. Beside the figures stands of each but the last two what every
    sample adds to its sum, and to the number it is divided by: so two versions can be compared
    sample by sample.

    Raises:
        BackendError: it did not answer even once.
        SnapshotError: the folder is no snapshot.
    """
    counters, total = _counted(detector, captioner, folder, report, None)
    return _metrics(counters, total)


@dataclass(frozen=True, slots=True)
class Said:
    """One text about a held-out sample, and the one that people ended with."""

    sample: int
    text: str  # empty where none was written
    reference: str


def evaluate_with_texts(
    detector: Detector | None,
    captioner: Captioner | None,
    folder: Path,
    report: Report = lambda done, total: None,
    *,
    most: int,
) -> tuple[Metrics, Singly, list[Said]]:
    """The figures of :func:`evaluate_singly` and the texts behind them.

    Args:
        most: so many held-out samples are looked at, those of the lowest ids.
    """
    counters, total = _counted(detector, captioner, folder, report, most)
    figures, singly = _metrics(counters, total)
    said = [
        Said(counters.sample_ids[place], text, reference)
        for place, text, (reference,) in zip(
            counters.text_samples, counters.texts, counters.references, strict=True
        )
    ]
    return figures, singly, said


def _counted(
    detector: Detector | None,
    captioner: Captioner | None,
    folder: Path,
    report: Report,
    most: int | None,
) -> tuple[Counters, int]:
    """Ask about the held-out samples of a snapshot; return what was counted, and of how many."""
    frozen = read(folder)
    total = min(frozen.count("held_out"), frozen.count("held_out") if most is None else most)
    whole = any(sample.description is not None for sample in frozen.samples("held_out"))
    counters, done = Counters(), 0
    looked_at = islice(frozen.samples("held_out"), most)
    for batch in _batches(looked_at, _at_once(detector, captioner)):
        _measure(
            batch, [_open(frozen, sample) for sample in batch], detector, captioner, counters, whole
        )
        done += len(batch)
        counters.samples = done
        report(done, total)
    if counters.failure is not None and counters.failed == counters.asked:
        raise counters.failure
    return counters, total


def _at_once(*backends: Detector | Captioner | None) -> int:
    return min(max([1, *(backend.batch for backend in backends if backend)]), MOST_AT_ONCE)


def _batches(items: Iterator[T], size: int) -> Iterator[list[T]]:
    while batch := list(islice(items, size)):
        yield batch


def _open(frozen: Frozen, sample: SnapshotSample) -> Image.Image:
    with Image.open(frozen.picture(sample)) as opened:
        return opened.convert("RGB")


def _measure(
    samples: Sequence[SnapshotSample],
    pictures: Sequence[Image.Image],
    detector: Detector | None,
    captioner: Captioner | None,
    counters: Counters,
    whole: bool,
) -> None:
    counters.sample_ids += [sample.sample for sample in samples]
    detected: list[Sequence[Detection]] = [() for _ in samples]
    if detector is not None:
        detected = _detected(detector, samples, pictures, counters)
    if captioner is not None:
        make = _requests_for_images if whole else _requests_for_objects
        asked = [
            (place, *pair)
            for place, row in enumerate(
                zip(samples, pictures, detected, strict=True), start=counters.samples
            )
            for pair in make(*row)
        ]
        answers = captioner.caption_many([request for _, request, _ in asked])
        for answer, (place, _, reference) in zip(answers, asked, strict=True):
            _count(counters, answer)
            counters.text_samples.append(place)
            counters.texts.append("" if isinstance(answer, BackendError) else answer.text)
            counters.references.append([reference])


def _detected(
    detector: Detector,
    samples: Sequence[SnapshotSample],
    pictures: Sequence[Image.Image],
    counters: Counters,
) -> list[Sequence[Detection]]:
    """What is usable of what was found in each picture, and compare it with people's."""
    usable: list[Sequence[Detection]] = []
    for sample, answer in zip(samples, detector.detect_many(pictures), strict=True):
        _count(counters, answer)
        raw = () if isinstance(answer, BackendError) else answer.detections
        usable.append(sane(raw, sample.width, sample.height).detections)
        compared = _compare(sample.objects, usable[-1]) if sample.has_objects else _NOTHING
        counters.boxes.append(compared[0])
        counters.labels.append(compared[1])
    return usable


_NOTHING: tuple[Pair, Pair] = ((0.0, 0), (0.0, 0))


def _compare(
    objects: Sequence[SnapshotObject], detections: Sequence[Detection]
) -> tuple[Pair, Pair]:
    """What one sample adds to the overlap of boxes and to the share of right labels."""
    theirs = [item.box for item in objects]
    ours = [geometry.Box.model_validate(item.box.model_dump()) for item in detections]
    together = matched_iou(theirs, ours)
    located = [pair for pair in match(theirs, ours) if pair.iou >= SAME_OBJECT]
    right = sum(
        _plain(objects[pair.left].label) == _plain(detections[pair.right].label) for pair in located
    )
    boxes = (0.0, 0) if together is None else (together, 1)
    return boxes, (float(right), len(located))


def _plain(label: str) -> str:
    return " ".join(label.casefold().split())


def _requests_for_images(
    sample: SnapshotSample, picture: Image.Image, detections: Sequence[Detection]
) -> Iterator[tuple[CaptionRequest, str]]:
    """Ask as a seeding run does: with the boxes that were detected."""
    if sample.description is not None:
        request = CaptionRequest(
            image=picture,
            objects=[LabelledBox(label=item.label, box=item.box) for item in detections],
            hints=[Hint(label=key, value=value) for key, value in sample.hints.items()],
        )
        yield request, sample.description


def _requests_for_objects(
    sample: SnapshotSample, picture: Image.Image, detections: Sequence[Detection]
) -> Iterator[tuple[CaptionRequest, str]]:
    for item in sample.objects:
        if item.description:
            box = Box(**item.box.model_dump())
            yield CaptionRequest(image=picture, box=box, label=item.label), item.description


def _count(counters: Counters, answer: object) -> None:
    counters.asked += 1
    if isinstance(answer, LimitReached):  # figures of a part would be those of other samples
        raise answer
    if isinstance(answer, BackendError):
        counters.failed += 1
        counters.failure = answer


def _metrics(counters: Counters, samples: int) -> tuple[Metrics, Singly]:
    cider = cider_d(counters.texts, counters.references)
    rouge = rouge_l(counters.texts, counters.references)
    shared = [
        None if isinstance(value := token_f1(text, reference), Undefined) else value.f1
        for text, (reference,) in zip(counters.texts, counters.references, strict=True)
    ]
    singly: Singly = {
        "cider": _by_sample(counters, cider.per_item),
        "rouge_l": _by_sample(counters, rouge.per_item),
        "token_f1": _by_sample(counters, shared),
        "box_iou": counters.boxes,
        "label_accuracy": counters.labels,
    }
    figures = {
        "cider": _rounded(defined(cider.mean)),
        "rouge_l": _rounded(defined(rouge.mean)),
        **{name: _ratio(singly[name]) for name in ("token_f1", "box_iou", "label_accuracy")},
        "samples": samples,
        "failed": counters.failed,
    }
    return figures, singly


def _by_sample(counters: Counters, values: Sequence[float | None]) -> list[Pair]:
    """Add up the figures of the texts of each sample."""
    pairs: list[Pair] = [(0.0, 0)] * counters.samples
    for place, value in zip(counters.text_samples, values, strict=True):
        if value is not None:
            total, number = pairs[place]
            pairs[place] = (total + value, number + 1)
    return pairs


def _ratio(pairs: Sequence[Pair]) -> float | None:
    number = sum(count for _, count in pairs)
    return _rounded(sum(total for total, _ in pairs) / number) if number else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
