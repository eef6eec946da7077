"""The steps of a training. Each depends on the plan and its number alone, so that one which was
interrupted ends with the same weights as one which was not."""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import Any

from annotate.analysis.randomness import draw
from annotate.backends.training import snapshots
from annotate.backends.training.base import Point, TrainingError
from annotate.backends.training.finetuning import Example
from annotate.backends.training.vlm import data, saving
from annotate.backends.training.vlm.checkpoints import Checkpoints
from annotate.backends.training.vlm.plan import Plan, Report, Voice
from annotate.backends.transformers import library
from annotate.messages import Message

SECONDS_BETWEEN_POINTS = 1.0
HELD_OUT_TIMES = 10  # how often the loss on held-out examples is measured, at most
FEWEST_BETWEEN = 5  # steps
HELD_OUT_EXAMPLES = 64


class Loop:
    def __init__(self, plan: Plan, voice: Voice) -> None:
        self._plan, self._voice = plan, voice
        self._settings = plan.settings
        self._torch, _ = library.load()
        self._accelerator = _accelerator(self._torch, plan)
        self._main = self._accelerator.is_main_process
        self._frozen = snapshots.read(plan.snapshot)
        self._shares = self._settings.shares()
        self._examples = self._collect("train")
        self._per_pass = data.per_pass(self._examples, self._shares)
        if not self._per_pass:
            raise TrainingError(
                "There is nothing to learn from: no finished sample has what these tasks need."
            )
        self.steps = self._count_steps()

    def run(self) -> None:
        started = time.monotonic()
        self._prepare()
        first = self._checkpoints.load(self._trained, self._optimizer)
        if first and self._main:
            self._say(first, note="training_from_checkpoint")
        self._last_checkpoint = time.monotonic()
        loss = self._train(first)
        self._accelerator.wait_for_everyone()
        if not self._main:
            return
        self._checkpoint(self.steps)
        self._say(self.steps, note="training_saving")
        facts = {
            "steps": self.steps,
            "examples_per_pass": self._per_pass,
            "samples": self._frozen.count("train"),
            "final_loss": loss,
            "held_out_loss": self._last_held_out,
            "seconds": round(time.monotonic() - started, 1),
            "trained_weights": sum(tensor.numel() for tensor in self._trained.values()),
            "processes": self._accelerator.num_processes,
            "device": str(self._accelerator.device.type),
        }
        model = self._accelerator.unwrap_model(self._model)
        saving.save(model, self._processor, self._plan, self._frozen, facts)
        self._voice.say(Report(facts=facts))

    def _prepare(self) -> None:
        torch, settings = self._torch, self._settings
        torch.manual_seed(draw(self._plan.seed, "begin"))
        on_card = self._accelerator.device.type == "cuda"
        # A frozen model may be kept in half precision; what is learned may not.
        half = on_card and settings.method == "lora"
        dtype = library.dtype_of(torch, "auto", "cuda") if half else torch.float32
        model, self._processor = saving.prepared(self._plan, dtype=dtype)
        named = saving.trained(model)
        optimizer = torch.optim.AdamW(
            named.values(), lr=settings.learning_rate, weight_decay=settings.weight_decay
        )
        self._model, self._optimizer = self._accelerator.prepare(model, optimizer)
        self._trained = saving.trained(self._accelerator.unwrap_model(self._model))
        self._encoder = data.Encoder(
            self._processor, torch, self._plan.snapshot, settings.longest_side
        )
        digest = self._plan.digest(processes=self._accelerator.num_processes)
        self._checkpoints = Checkpoints(self._plan.work, digest)
        self._held_out = self._some_held_out()
        self._last_held_out: float | None = None

    def _train(self, first: int) -> float | None:
        batches = self._own_batches(first)
        losses: list[float] = []
        last_point, mean = time.monotonic(), None
        measure_every = max(FEWEST_BETWEEN, math.ceil(self.steps / HELD_OUT_TIMES))
        for step in range(first + 1, self.steps + 1):
            losses.append(self._step(step, batches))
            measured = step % measure_every == 0 or step == self.steps
            is_late = time.monotonic() - last_point >= SECONDS_BETWEEN_POINTS
            if self._main and (measured or is_late or step == 1):
                mean = round(sum(losses) / len(losses), 5)
                if measured:
                    self._last_held_out = self._held_out_loss()
                held_out = self._last_held_out if measured else None
                self._say(step, loss=mean, held_out_loss=held_out, rate=self._rate(step))
                losses, last_point = [], time.monotonic()
            if self._main and self._is_time_to_keep() and step < self.steps:
                self._checkpoint(step)
        return mean

    def _step(self, step: int, batches: Iterator[list[Example]]) -> float:
        accelerator, times = self._accelerator, self._settings.accumulation
        self._torch.manual_seed(draw(self._plan.seed, "step", step, accelerator.process_index))
        for group in self._optimizer.param_groups:
            group["lr"] = self._rate(step)
        total = 0.0
        for turn in range(times):
            inputs = self._on_device(self._encoder.batch(next(batches)))
            is_last = turn == times - 1
            # Processes wait for one another once per step, not once per batch.
            with nullcontext() if is_last else accelerator.no_sync(self._model):
                loss = self._model(**inputs, use_cache=False).loss / times
                accelerator.backward(loss)
            total += float(loss.detach())
        if not math.isfinite(total):
            raise TrainingError("The loss is no number any more: set a lower learning rate.")
        accelerator.clip_grad_norm_(self._trained.values(), 1.0)
        self._optimizer.step()
        self._optimizer.zero_grad()
        return total

    def _held_out_loss(self) -> float | None:
        """The mean loss of some held-out examples; the others wait meanwhile."""
        if not self._held_out:
            return None
        model = self._accelerator.unwrap_model(self._model)
        size, total = self._settings.batch_size, 0.0
        model.eval()
        with self._torch.no_grad(), self._accelerator.autocast():
            for start in range(0, len(self._held_out), size):
                chosen = self._held_out[start : start + size]
                inputs = self._on_device(self._encoder.batch(chosen))
                total += float(model(**inputs, use_cache=False).loss) * len(chosen)
        model.train()
        return round(total / len(self._held_out), 5)

    def _rate(self, step: int) -> float:
        return self._settings.learning_rate * factor(step, self.steps, self._settings.warmup)

    def _collect(self, split: snapshots.Split) -> Any:
        crops = self._settings.objects_as == "crop"
        return data.collect(self._frozen, split, self._shares, crops=crops, seed=self._plan.seed)

    def _some_held_out(self) -> Sequence[Example]:
        random = data.passes(self._collect("held_out"), self._shares, self._plan.seed)
        return next(random)[:HELD_OUT_EXAMPLES] if self._main else ()

    def _count_steps(self) -> int:
        settings = self._settings
        steps: int = max(1, math.ceil(settings.epochs * self._per_pass / self._per_step))
        return min(steps, settings.most_steps or steps)

    @property
    def _per_step(self) -> int:
        settings, processes = self._settings, int(self._accelerator.num_processes)
        return settings.batch_size * settings.accumulation * processes

    def _own_batches(self, first: int) -> Iterator[list[Example]]:
        """Yield the batches of this process from the step after `first` on."""
        every = data.batches(
            self._examples, self._shares, self._plan.seed, self._settings.batch_size
        )
        count = self._accelerator.num_processes
        begin = first * self._settings.accumulation * count + self._accelerator.process_index
        return islice(every, begin, None, count)

    def _on_device(self, inputs: dict[str, Any]) -> dict[str, Any]:
        return {key: tensor.to(self._accelerator.device) for key, tensor in inputs.items()}

    def _is_time_to_keep(self) -> bool:
        waited = time.monotonic() - self._last_checkpoint
        return waited >= 60 * self._settings.checkpoint_minutes

    def _checkpoint(self, step: int) -> None:
        # Beneath what accelerate wraps around it.
        inner = getattr(self._optimizer, "optimizer", self._optimizer)
        self._checkpoints.save(step, self._trained, inner)
        self._last_checkpoint = time.monotonic()

    def _say(
        self, step: int, *, rate: float | None = None, note: str = "training_running", **losses: Any
    ) -> None:
        point = Point(
            step=step,
            steps=self.steps,
            epoch=round(step * self._per_step / self._per_pass, 4),
            learning_rate=rate,
            note=Message(note),
            **losses,
        )
        self._voice.say(Report(point=point))


def factor(step: int, steps: int, warmup: float) -> float:
    """The share of the learning rate at a step: it rises evenly, then falls as a cosine.

    >>> [round(factor(step, 10, 0.2), 2) for step in (1, 2, 6, 10)]
    [0.5, 1.0, 0.5, 0.0]
    """
    rising = math.ceil(warmup * steps)
    if step <= rising:
        return step / rising
    return 0.5 * (1 + math.cos(math.pi * (step - rising) / max(1, steps - rising)))


def _accelerator(torch: Any, plan: Plan) -> Any:
    from accelerate import Accelerator, DistributedDataParallelKwargs

    device = library.device_of(torch, plan.settings.device)
    half = {torch.bfloat16: "bf16", torch.float16: "fp16", torch.float32: "no"}
    precision = half[library.dtype_of(torch, "auto", device)]
    # Parts of a model may have no share in an answer, such as the head of a vision encoder.
    unused = DistributedDataParallelKwargs(find_unused_parameters=True)
    return Accelerator(cpu=device == "cpu", mixed_precision=precision, kwargs_handlers=[unused])
