"""The examples of a snapshot as tensors, in an order that the seed decides."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from annotate.analysis.randomness import generator
from annotate.backends.training.base import TrainingError
from annotate.backends.training.finetuning import Example, Task, examples
from annotate.backends.training.snapshots import Frozen, Split
from annotate.backends.transformers.answering import conversation, no_larger_than
from annotate.backends.transformers.models import corners

IGNORED = -100  # a label of this value is not learned
MOST_KEPT = 512 << 20  # bytes of prepared examples in memory


def collect(
    frozen: Frozen, split: Split, shares: Mapping[Task, float], *, crops: bool, seed: int
) -> dict[Task, list[Example]]:
    """The examples of a split by task, only of the tasks that are trained."""
    wanted = [task for task, share in shares.items() if share > 0]
    by_task: dict[Task, list[Example]] = {task: [] for task in wanted}
    for sample in frozen.samples(split):
        for example in examples(sample, seed=seed, tasks=wanted, crops=crops):
            by_task[example.task].append(example)
    return by_task


def passes(
    by_task: Mapping[Task, Sequence[Example]], shares: Mapping[Task, float], seed: int
) -> Iterator[list[Example]]:
    """Yield pass after pass over the data without end, each mixed and shuffled anew.

    A share of 2.5 means that each example is seen twice in a pass, and half of them once more.
    """
    number = 0
    while True:
        chance = generator(seed, "pass", number)
        mixed: list[Example] = []
        for task, of_task in by_task.items():
            whole, part = divmod(shares[task], 1)
            mixed += list(of_task) * int(whole)
            mixed += chance.sample(list(of_task), round(part * len(of_task)))
        chance.shuffle(mixed)
        yield mixed
        number += 1


def per_pass(by_task: Mapping[Task, Sequence[Example]], shares: Mapping[Task, float]) -> int:
    return sum(
        int(shares[task]) * len(of_task) + round(shares[task] % 1 * len(of_task))
        for task, of_task in by_task.items()
    )


def batches(
    by_task: Mapping[Task, Sequence[Example]], shares: Mapping[Task, float], seed: int, size: int
) -> Iterator[list[Example]]:
    """Yield batches of `size` without end; they go on across the ends of passes."""
    waiting: list[Example] = []
    for mixed in passes(by_task, shares, seed):
        if not mixed and not waiting:
            return
        waiting += mixed
        while len(waiting) >= size:
            yield waiting[:size]
            waiting = waiting[size:]


class Encoder:
    """Turns examples into what the model is given: tokens, pixels, and labels for the answer only.

    Prepared examples are kept, as far as memory is granted: preparing a picture can take longer
    than learning from it.
    """

    def __init__(self, processor: Any, torch: Any, folder: Path, longest_side: int) -> None:
        self._processor = processor
        self._torch = torch
        self._folder = folder
        self._longest = longest_side
        self._kept: OrderedDict[Example, dict[str, Any]] = OrderedDict()
        self._bytes = 0
        # Answers of different lengths begin together and are filled up behind their ends.
        processor.tokenizer.padding_side = "right"

    def batch(self, chosen: Sequence[Example]) -> dict[str, Any]:
        alone = [self._encoded(example) for example in chosen]
        joined: dict[str, Any] = {}
        for key in alone[0]:
            tensors = [inputs[key] for inputs in alone]
            if all(inputs[key].shape == inputs["input_ids"].shape for inputs in alone):
                joined[key] = self._padded(key, tensors)
            elif len({tensor.shape[1:] for tensor in tensors}) == 1:
                joined[key] = self._torch.cat(tensors)
            else:  # pictures cut into different numbers of tiles: the processor knows how to fill
                return self._together(chosen)
        return joined

    def _encoded(self, example: Example) -> dict[str, Any]:
        if example in self._kept:
            self._kept.move_to_end(example)
            return self._kept[example]
        inputs = self._together([example])
        self._kept[example] = inputs
        self._bytes += _size(inputs)
        while self._bytes > MOST_KEPT and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= _size(dropped)
        return inputs

    def _together(self, chosen: Sequence[Example]) -> dict[str, Any]:
        asked, whole = zip(*(self._texts(example) for example in chosen), strict=True)
        pictures = [[self._picture(example)] for example in chosen]
        inputs = dict(
            self._processor(text=list(whole), images=pictures, return_tensors="pt", padding=True)
        )
        answers = [text[len(start) :] for start, text in zip(asked, whole, strict=True)]
        inputs["labels"] = self._labels(inputs, answers)
        return inputs

    def _texts(self, example: Example) -> tuple[str, str]:
        """The question up to where the answer begins, and both together."""
        template = self._processor.apply_chat_template
        asked = template(conversation(example.prompt), tokenize=False, add_generation_prompt=True)
        whole = template(conversation(example.prompt, example.target), tokenize=False)
        if not whole.startswith(asked):
            raise TrainingError(
                "The chat template of this model writes a question with an answer otherwise than"
                " one that waits for it: it cannot be trained here."
            )
        return asked, whole

    def _labels(self, inputs: Mapping[str, Any], answers: Sequence[str]) -> Any:
        """The tokens of the answers, and IGNORED for questions, pictures and filling."""
        labels = self._torch.full_like(inputs["input_ids"], IGNORED)
        for row, answer in enumerate(answers):
            length = int(inputs["attention_mask"][row].sum())
            count = len(self._processor.tokenizer(answer, add_special_tokens=False)["input_ids"])
            labels[row, length - count : length] = inputs["input_ids"][row, length - count : length]
        return labels

    def _picture(self, example: Example) -> Image.Image:
        with Image.open(self._folder / example.image) as opened:
            picture = opened.convert("RGB")
        if example.crop_box is not None:
            picture = picture.crop(corners(example.crop_box))
        return no_larger_than(picture, self._longest)

    def _padded(self, key: str, tensors: Sequence[Any]) -> Any:
        filling = {"labels": IGNORED, "input_ids": self._processor.tokenizer.pad_token_id or 0}
        value = filling.get(key, 0)
        return self._torch.nn.utils.rnn.pad_sequence(
            [tensor[0] for tensor in tensors], batch_first=True, padding_value=value
        )


def _size(inputs: Mapping[str, Any]) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in inputs.values())
