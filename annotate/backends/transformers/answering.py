"""Asks a vision-language model about pictures, several at once."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL.Image import Image, Resampling

from annotate.backends.base import BackendError, Trace, Usage
from annotate.backends.transformers.loading import Loaded, first_line


@dataclass(frozen=True)
class Question:
    image: Image
    prompt: str


@dataclass(frozen=True)
class Answer:
    text: str
    trace: Trace


def ask(loaded: Loaded, questions: Sequence[Question], *, most_tokens: int) -> list[Answer]:
    """Answer one batch of questions. Greedy: the same question gets the same answer.

    Raises:
        BackendError: the model failed.
    """
    started = time.perf_counter()
    try:
        with loaded.lock, loaded.torch.inference_mode():
            inputs = _inputs(loaded, questions)
            tokens = loaded.model.generate(**inputs, max_new_tokens=most_tokens, do_sample=False)
            asked = int(inputs["input_ids"].shape[1])
            answers = tokens[:, asked:].tolist()
            sizes = inputs["attention_mask"].sum(dim=1).tolist()
    except (RuntimeError, ValueError, IndexError, TypeError) as fault:
        raise BackendError(_reason(fault)) from fault
    seconds = (time.perf_counter() - started) / len(questions)
    return [
        _answer(loaded, question, ids, int(size), seconds)
        for question, ids, size in zip(questions, answers, sizes, strict=True)
    ]


def conversation(prompt: str, target: str | None = None) -> list[dict[str, Any]]:
    """A question about a picture, and its answer where there is one, as a conversation."""
    asked = [{"type": "image"}, {"type": "text", "text": prompt}]
    turns: list[dict[str, Any]] = [{"role": "user", "content": asked}]
    if target is not None:
        turns.append({"role": "assistant", "content": [{"type": "text", "text": target}]})
    return turns


def no_larger_than(image: Image, longest_side: int) -> Image:
    """Make a picture smaller where it is larger; never empty, however thin it is."""
    scale = longest_side / max(image.size)
    if scale >= 1:
        return image
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, Resampling.LANCZOS)


def _inputs(loaded: Loaded, questions: Sequence[Question]) -> Any:
    texts = [
        loaded.processor.apply_chat_template(
            conversation(question.prompt), tokenize=False, add_generation_prompt=True
        )
        for question in questions
    ]
    pictures = [[question.image] for question in questions]
    inputs = loaded.processor(text=texts, images=pictures, return_tensors="pt", padding=True)
    return inputs.to(loaded.device, dtype=loaded.model.dtype)


def _answer(
    loaded: Loaded, question: Question, ids: Sequence[int], size: int, seconds: float
) -> Answer:
    tokenizer = loaded.processor.tokenizer
    text = tokenizer.decode(ids, skip_special_tokens=True).strip()
    unused = {tokenizer.pad_token_id, tokenizer.eos_token_id}
    usage = Usage(prompt_tokens=size, completion_tokens=sum(token not in unused for token in ids))
    trace = Trace(prompt=question.prompt, raw=text, usage=usage, latency_seconds=round(seconds, 4))
    return Answer(text=text, trace=trace)


def _reason(fault: Exception) -> str:
    if type(fault).__name__ == "OutOfMemoryError":
        return "The graphics card has too little memory: set fewer images at once."
    return f"The model failed: {first_line(fault)}"
