"""Where packages above have a say in what models learn from."""

from collections.abc import Callable, Collection

from annotate.core.hooks import Hook
from annotate.projects.models import Project

# The ids of samples that no model of a project is to learn from.
left_out: Hook[Callable[[Project], Collection[int]]] = Hook("learning.left_out")


def left_out_of(project: Project) -> set[int]:
    """All samples that anybody keeps from models."""
    return {sample_id for kept in left_out for sample_id in kept(project)}
