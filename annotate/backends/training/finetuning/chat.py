"""Examples in the chat format in which vision models are fine-tuned behind an HTTP API.

One JSON object per line, `{"messages": [user, assistant]}`, as OpenAI documents for vision
fine-tuning ("Vision fine-tuning", platform.openai.com/docs/guides/vision-fine-tuning): the picture
is an `image_url` part, either a data URI or an address. Trainers that read files from a folder
take its name there.
"""

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from PIL import Image

from annotate.analysis.geometry import Box
from annotate.backends.training.finetuning import TASKS, Example, Task, examples
from annotate.backends.training.images import MEDIA_TYPE, QUALITY
from annotate.backends.training.snapshots import Frozen, Split

Pictures = Literal["data", "name"]


def message(example: Example, url: str) -> Mapping[str, Any]:
    """One line of the file; `url` is the address of the picture, or a data URI."""
    return {
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": example.prompt},
                    {"type": "image_url", "image_url": {"url": url}},
                ],
            },
            {"role": "assistant", "content": example.target},
        ]
    }


def data_uri(jpeg: bytes) -> str:
    """A picture as an address that holds it.

    >>> data_uri(b"abc")
    'data:image/jpeg;base64,YWJj'
    """
    return f"data:{MEDIA_TYPE};base64,{base64.b64encode(jpeg).decode('ascii')}"


def lines(
    frozen: Frozen,
    *,
    seed: int,
    split: Split | None = "train",
    tasks: Sequence[Task] = TASKS,
    pictures: Pictures = "data",
    crops: bool = True,
) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of the training file of a snapshot, in order of samples and tasks.

    Args:
        split: what the model may see; None is everything.
        pictures: `data` puts each picture into its lines, `name` writes `images/….jpg`.
        crops: as in `examples`; a crop has no file of its own and is always put in.
    """
    for sample in frozen.samples(split):
        path = frozen.picture(sample)
        # Once per sample, not per example: a sample has dozens.
        whole = data_uri(path.read_bytes()) if pictures == "data" else sample.image
        for example in examples(sample, seed=seed, tasks=tasks, crops=crops):
            if example.crop_box is None:
                yield message(example, whole)
            else:
                yield message(example, data_uri(_crop(path, example.crop_box)))


def _crop(path: Path, box: Box) -> bytes:
    with Image.open(path) as picture:
        right = max(int(box.x) + 1, round(box.right))
        bottom = max(int(box.y) + 1, round(box.bottom))
        crop = picture.convert("RGB").crop((int(box.x), int(box.y), right, bottom))
    out = io.BytesIO()
    crop.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
