"""Writes the file from which a model behind HTTP is fine-tuned, where that is done."""

import json

from pydantic import Field

from annotate.backends.training.base import (
    Point,
    Report,
    Trained,
    Trainer,
    TrainerSettings,
    TrainingJob,
)
from annotate.backends.training.finetuning import TASKS, Task, chat
from annotate.backends.training.snapshots import read
from annotate.messages import Message

FILE = "training.jsonl"
REPORTED = 200


class ChatFileSettings(TrainerSettings):
    """What goes into the file."""

    tasks: list[Task] = Field(
        default=list(TASKS),
        min_length=1,
        title="Tasks",
        description="What the model is to learn of the seven tasks of ImageInWords.",
    )


class ChatFileTrainer(Trainer):
    """Makes examples in the chat format; the weights are made elsewhere and registered by name."""

    settings = ChatFileSettings

    def train(self, job: TrainingJob, report: Report) -> Trained:
        """See `Trainer.train`: nothing is to be resumed, the file is written anew."""
        tasks = job.settings.tasks if isinstance(job.settings, ChatFileSettings) else list(TASKS)
        frozen = read(job.snapshot)
        written = 0
        with (job.out / FILE).open("w", encoding="utf-8") as out:
            for line in chat.lines(frozen, seed=job.seed, tasks=tasks):
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
                written += 1
                if written % REPORTED == 0:
                    note = Message("training_examples", count=written)
                    report(Point(step=written, steps=written, note=note))
        return Trained(facts={"examples": written}, elsewhere=True)
