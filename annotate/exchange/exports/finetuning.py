"""The seven fine-tuning tasks of ImageInWords (App. C): for training a model elsewhere.

`finetuning` is a zip of seven JSONL files, and of the pictures where they are wanted;
`finetuning-chat` is one JSONL file in the chat format of fine-tuning APIs.
"""

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator

from annotate.analysis.geometry import Box
from annotate.backends.training.finetuning import TASKS, Example, chat, examples
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample
from annotate.exchange.exports.answers import image_text, marked_objects
from annotate.exchange.exports.archives import Stream, entry
from annotate.exchange.exports.base import (
    DigestingFile,
    Format,
    Writer,
    encode,
    encode_lines,
)
from annotate.exchange.exports.finetuning_readme import readme
from annotate.exchange.exports.reading import Answer, Exported, Scope
from annotate.exchange.exports.spools import Spools
from annotate.kinds.capabilities import Describes, MarksObjects
from annotate.learning.services.freezing import picture_for_training


class _Examples(Writer):
    """Turns samples into examples."""

    with_seeds = False

    def _of(self, batch: Iterable[Exported]) -> Iterator[tuple[Exported, list[Example]]]:
        for sample in batch:
            found = list(examples(_frozen(sample, self._image(sample)), seed=self.project.seed))
            if found:
                yield sample, found

    def _image(self, sample: Exported) -> str:
        """What stands for the picture: its file here, or its name as it was imported."""
        if self.scope.selection.with_pictures:
            return f"images/{sample.picture.sha256}.jpg"
        return sample.picture.name


class FinetuningWriter(_Examples):
    """Pictures are written as they come; the lines of each task wait on disk for their file."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._parts = Spools()
        self._lines = {task: self._parts.new() for task in TASKS}
        self._counts: Counter[str] = Counter(dict.fromkeys(TASKS, 0))
        self._zip = zipfile.ZipFile(Stream(out), "w", zipfile.ZIP_DEFLATED)  # type: ignore[call-overload]

    def add(self, batch: Iterable[Exported]) -> None:
        for sample, found in self._of(batch):
            if self.scope.selection.with_pictures:
                self._put_picture(sample)
            for example in found:
                self._counts[example.task] += 1
                self._lines[example.task].add([encode(_line(sample, example))])

    def _put_picture(self, sample: Exported) -> None:
        # JPEG cannot be made smaller; one content is in a project once, so no name comes twice.
        info = entry(f"images/{sample.picture.sha256}.jpg", zipfile.ZIP_STORED)
        self._zip.writestr(info, picture_for_training(sample.picture.sha256).read_bytes())

    def finish(self) -> None:
        for task, spool in self._lines.items():
            with self._zip.open(entry(f"{task}.jsonl"), "w", force_zip64=True) as file:
                for line in spool.lines():
                    file.write(line + b"\n")
        text = readme(self.project, self._counts, self.scope.selection.with_pictures)
        self._zip.writestr(entry("README.md"), text)
        self._zip.close()

    def close(self) -> None:
        self._parts.close()


class ChatWriter(_Examples):
    """One line per example: a picture and a question, and the answer."""

    def add(self, batch: Iterable[Exported]) -> None:
        for sample, found in self._of(batch):
            url = self._image(sample)
            if self.scope.selection.with_pictures:
                url = chat.data_uri(picture_for_training(sample.picture.sha256).read_bytes())
            # Sample by sample: a picture is in every line, so a batch could be gigabytes.
            for example in found:
                self.out.write(encode_lines([chat.message(example, url)]))

    def finish(self) -> None:
        return None


def _line(sample: Exported, example: Example) -> dict[str, str | None]:
    return {
        "image": example.image,
        "key": sample.picture.external_id,
        "prompt": example.prompt,
        "split": sample.picture.split or None,
        "target": example.target,
        "task": example.task,
    }


def _frozen(sample: Exported, image: str) -> SnapshotSample:
    """A sample as the tasks want it; its boxes are of the picture in full size."""
    marked, described = sample.final(MarksObjects), sample.final(Describes)
    return SnapshotSample(
        sample=sample.picture.sample_id,
        image=image,
        width=sample.picture.width,
        height=sample.picture.height,
        split="train",
        has_objects=marked is not None,
        objects=_objects(sample, marked) if marked else (),
        description=image_text(sample, described) if described else None,
        earlier=tuple(image_text(sample, each) for each in _before(sample, described)),
    )


def _objects(sample: Exported, marked: Answer[MarksObjects]) -> tuple[SnapshotObject, ...]:
    return tuple(
        SnapshotObject(
            label=each["label"],
            box=Box.model_validate(each["box"]),
            description=each["description"],
        )
        for each in marked_objects(sample, marked)
    )


def _before(sample: Exported, final: Answer[Describes] | None) -> list[Answer[Describes]]:
    """What people wrote in the rounds before the final one."""
    if final is None:
        return []
    return [
        answer
        for answer in sample.answers(Describes)
        if answer.round.origin == final.round.origin
        and answer.round.stage_key == final.round.stage_key
        and answer.round.id != final.round.id
    ]


TASK_FILES = Format(
    name="finetuning",
    title="Fine-tuning: the seven tasks of ImageInWords",
    summary="The seven fine-tuning tasks of ImageInWords, one JSONL file each, in a zip.",
    holds_pictures=True,
    suffix=".zip",
    content_type="application/zip",
    writer=FinetuningWriter,
)
CHAT = Format(
    name="finetuning-chat",
    title="Fine-tuning: the seven tasks in chat format",
    summary="The same examples in the chat format of fine-tuning APIs, in one JSONL file.",
    holds_pictures=True,
    suffix=".jsonl",
    content_type="application/jsonl",
    writer=ChatWriter,
)
