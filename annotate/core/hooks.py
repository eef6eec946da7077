"""Where a package asks those above it, which it must not import.

The package declares a `Hook` with the type of its functions and calls them in order; which
functions those are stands in one table, `config.hooks`, that is read at start-up.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

HookT = TypeVar("HookT")


class Hook(Generic[HookT]):
    """Functions in the order of the table; none before start-up has read it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.functions: tuple[HookT, ...] = ()

    def __iter__(self) -> Iterator[HookT]:
        return iter(self.functions)
