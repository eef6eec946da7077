"""The seven fine-tuning tasks of ImageInWords (Garg et al. 2024, App. C), made of final answers."""

from annotate.backends.training.finetuning.tasks import TASKS, Example, Task, examples

__all__ = ["TASKS", "Example", "Task", "examples"]
