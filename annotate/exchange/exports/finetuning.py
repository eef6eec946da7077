"""The seven fine-tuning tasks of ImageInWords (App. C): for training a model elsewhere.

`finetuning` is a zip of seven JSONL files, and of the pictures where they are wanted;
`finetuning-chat` is one JSONL file in the chat format of fine-tuning APIs.
"""

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from annotate.analysis.geometry import Box
from annotate.backends.training.finetuning import TASKS, Example, chat, examples
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample
from annotate.exchange.exports.answers import image_text, marked_objects
from annotate.exchange.exports.base import Format, Writer, encode, encode_lines
from annotate.exchange.exports.files import Archive, DigestingFile
from annotate.exchange.exports.reading import Answer, Exported, Scope
from annotate.kinds.capabilities import Describes, MarksObjects
from annotate.learning.services.snapshots import picture_for_training
from annotate.projects.models import Project

_README = """# Fine-tuning tasks: {name}

What people wrote and marked, as the seven tasks of ImageInWords (Garg et al. 2024,
arXiv:2405.02793, App. C). One JSONL file per task; every line has

- `image`: {image}
- `key`: the image's `external_id`
- `prompt`, `target`: what a model is asked about the picture, and what it should answer
- `rests_on_rejected`: whether a lead has since rejected work that this was made of
- `split`: `train`, `val`, `test` or null; `task`: the name of the file

Boxes are `[ymin, xmin, ymax, xmax]`, whole numbers from 0 to 999 of the height and the width of the
upright picture.

{table}

The model of the paper was trained with `detailed_description` alone.

```python
from datasets import load_dataset

data = load_dataset("json", data_files="detailed_description.jsonl", split="train")
```
"""
_IN_FOLDER = (
    "the picture's file in this archive: upright, RGB, its longer side 1,024 pixels at most"
)
_BY_NAME = "the file name of the picture as it was imported; pictures are not in this archive"


class _Examples(Writer):
    with_seeds = False
    with_measures = False

    def _of(self, batch: Iterable[Exported]) -> Iterator[tuple[Exported, list[Example]]]:
        for sample in batch:
            frozen = _frozen(sample, self._image(sample))
            if of_sample := list(examples(frozen, seed=self.project.seed)):
                yield sample, of_sample

    def _image(self, sample: Exported) -> str:
        """What stands for the picture: its file here, or its name as it was imported."""
        if self.scope.selection.with_pictures:
            return f"images/{sample.picture.sha256}.jpg"
        return sample.picture.name


class FinetuningWriter(_Examples):
    """Pictures are written as they come; the lines of each task wait on disk for their file."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._lines = {task: self.spools.new() for task in TASKS}
        self._counts: Counter[str] = Counter(dict.fromkeys(TASKS, 0))
        self._archive = Archive(out)

    def add(self, batch: Iterable[Exported]) -> None:
        for sample, of_sample in self._of(batch):
            if self.scope.selection.with_pictures:
                self._put_picture(sample)
            for example in of_sample:
                self._counts[example.task] += 1
                self._lines[example.task].add([encode(_line(sample, example))])

    def _put_picture(self, sample: Exported) -> None:
        # JPEG cannot be made smaller; one content is in a project once, so no name comes twice.
        data = picture_for_training(sample.picture.sha256).read_bytes()
        self._archive.add(self._image(sample), data, zipfile.ZIP_STORED)

    def finish(self) -> None:
        for task, spool in self._lines.items():
            self._archive.add_lines(f"{task}.jsonl", spool.lines())
        text = _readme(self.project, self._counts, self.scope.selection.with_pictures)
        self._archive.add("README.md", text)
        self._archive.close()


class ChatWriter(_Examples):
    """One line per example: a picture and a question, and the answer."""

    def add(self, batch: Iterable[Exported]) -> None:
        for sample, of_sample in self._of(batch):
            url = self._image(sample)
            if self.scope.selection.with_pictures:
                url = chat.data_uri(picture_for_training(sample.picture.sha256).read_bytes())
            # Sample by sample: a picture is in every line, so a batch could be gigabytes.
            for example in of_sample:
                self.out.write(encode_lines([chat.message(example, url)]))


def _readme(project: Project, counts: Mapping[str, int], with_pictures: bool) -> str:
    rows = [f"| `{task}.jsonl` | {number} |" for task, number in counts.items()]
    return _README.format(
        name=project.name,
        image=_IN_FOLDER if with_pictures else _BY_NAME,
        table="\n".join(["| file | examples |", "|---|---|", *rows]),
    )


def _line(sample: Exported, example: Example) -> dict[str, str | bool | None]:
    return {
        "image": example.image,
        "key": sample.picture.external_id,
        "prompt": example.prompt,
        "rests_on_rejected": sample.rests(sample.final(MarksObjects), sample.final(Describes)),
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
        earlier=tuple(image_text(sample, answer) for answer in _before(sample, described)),
    )


def _objects(sample: Exported, marked: Answer[MarksObjects]) -> tuple[SnapshotObject, ...]:
    return tuple(
        SnapshotObject(
            label=row["label"],
            box=Box.model_validate(row["box"]),
            description=row["description"],
        )
        for row in marked_objects(sample, marked)
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
    needs=(MarksObjects, Describes),
)
CHAT = Format(
    name="finetuning-chat",
    title="Fine-tuning: the seven tasks in chat format",
    summary="The same examples in the chat format of fine-tuning APIs, in one JSONL file.",
    holds_pictures=True,
    suffix=".jsonl",
    content_type="application/jsonl",
    writer=ChatWriter,
    needs=(MarksObjects, Describes),
)
