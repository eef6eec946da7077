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
from annotate.analysis.undefined import defined
from annotate.backends.base import (
    BackendError,
    Box,
    Captioner,
    CaptionRequest,
    Detection,
    Detector,
    Hint,
    LabelledBox,
)
from annotate.backends.runs import sane
from annotate.backends.training.snapshots import Frozen, SnapshotObject, SnapshotSample, read

T = TypeVar("T")
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
    box_ious: list[float] = field(default_factory=list)
    right_labels: int = 0
    located_objects: int = 0
    asked: int = 0
    failed: int = 0
    failure: BackendError | None = None


def evaluate(
    detector: Detector | None,
    captioner: Captioner | None,
    folder: Path,
    report: Report = lambda done, total: None,
) -> Metrics:
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

    What cannot be measured is None.

    Raises:
        BackendError: it did not answer even once.
        SnapshotError: the folder is no snapshot.
    """
    frozen = read(folder)
    total = frozen.count("held_out")
    whole = any(sample.description is not None for sample in frozen.samples("held_out"))
    counters, done = Counters(), 0
    for batch in _batches(frozen.samples("held_out"), _at_once(detector, captioner)):
        _measure(
            batch, [_open(frozen, sample) for sample in batch], detector, captioner, counters, whole
        )
        done += len(batch)
        report(done, total)
    if counters.failure is not None and counters.failed == counters.asked:
        raise counters.failure
    return _metrics(counters, total)


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
    detected: list[Sequence[Detection]] = [() for _ in samples]
    if detector is not None:
        detected = _detected(detector, samples, pictures, counters)
    if captioner is not None:
        make = _requests_for_images if whole else _requests_for_objects
        asked = [
            pair for row in zip(samples, pictures, detected, strict=True) for pair in make(*row)
        ]
        answers = captioner.caption_many([request for request, _ in asked])
        for answer, (_, reference) in zip(answers, asked, strict=True):
            _count(counters, answer)
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
        if sample.has_objects:
            _compare(sample.objects, usable[-1], counters)
    return usable


def _compare(
    objects: Sequence[SnapshotObject], detections: Sequence[Detection], counters: Counters
) -> None:
    theirs = [item.box for item in objects]
    ours = [geometry.Box.model_validate(item.box.model_dump()) for item in detections]
    together = matched_iou(theirs, ours)
    if together is not None:
        counters.box_ious.append(together)
    for pair in match(theirs, ours):
        if pair.iou >= SAME_OBJECT:
            counters.located_objects += 1
            theirs_called, ours_called = objects[pair.left].label, detections[pair.right].label
            counters.right_labels += _plain(theirs_called) == _plain(ours_called)


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
    if isinstance(answer, BackendError):
        counters.failed += 1
        counters.failure = answer


def _metrics(counters: Counters, samples: int) -> Metrics:
    shared = [
        value.f1
        for text, (reference,) in zip(counters.texts, counters.references, strict=True)
        if (value := defined(token_f1(text, reference))) is not None
    ]
    located = counters.located_objects
    return {
        "cider": _rounded(defined(cider_d(counters.texts, counters.references).mean)),
        "rouge_l": _rounded(defined(rouge_l(counters.texts, counters.references).mean)),
        "token_f1": _rounded(_mean(shared)),
        "box_iou": _rounded(_mean(counters.box_ious)),
        "label_accuracy": _rounded(counters.right_labels / located if located else None),
        "samples": samples,
        "failed": counters.failed,
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
