"""Several questions to one server: made ready ahead, asked in turn, each answered in its place.

The caller's thread alone takes turns and gives them back, because it has the connection to the
database; threads of their own make questions ready and wait for answers.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import ContextVar
from typing import Generic, TypeVar

import structlog

from annotate.backends.base import BackendError, LimitReached, Usage
from annotate.backends.turns import Line, Turn, Used
from annotate.messages import Message

log = structlog.stdlib.get_logger(__name__)
T = TypeVar("T")
Q = TypeVar("Q")

# Threads that make questions ready: that is work for a processor, and there are never many.
PREPARING = 3
# How long to wait, in seconds, before looking anew whether it is our turn: longer each time.
FIRST_LOOK = 0.02
LAST_LOOK = 0.5
# How long at most until whoever keeps the turns hears that this process is alive.
SIGN_OF_LIFE = 5.0
_used: ContextVar[Used | None] = ContextVar("used", default=None)


def note(usage: Usage) -> None:
    """Write an answer down to the turn in which it was asked for, if it was in one."""
    used = _used.get()
    if used is not None:
        used.add(usage)


def note_try() -> None:
    """Count one more request that is sent in a turn."""
    used = _used.get()
    if used is not None:
        used.tries += 1


def note_hold(seconds: float) -> None:
    """Write down that the server asks to be left alone for so long."""
    used = _used.get()
    if used is not None:
        used.hold = max(used.hold, seconds)


def tried(ask: Callable[[], T]) -> T | BackendError:
    """What was answered, or why there is no answer."""
    try:
        return ask()
    except BackendError as failed:
        return failed
    except Exception as unexpected:
        # Its message may hold anything, such as the key: the log alone has it.
        log.exception("Asking a server failed")
        return BackendError(Message("backend_stopped", fault=type(unexpected).__name__))


class Flow(Generic[Q, T]):
    """Puts questions to a server as their turns come; one that fails stops no other."""

    def __init__(self, ask: Callable[[Q], T], line: Line, most: int) -> None:
        self._ask, self._line, self._most = ask, line, most
        self._going: dict[Future[tuple[T | BackendError, Used]], tuple[int, Turn]] = {}
        self._answers: dict[int, T | BackendError] = {}

    def answers(self, prepares: Sequence[Callable[[], Q]]) -> list[T | BackendError]:
        """An answer to each question, in order.

        Where a limit is reached, what is left is not asked, and that is its answer.
        """
        if not prepares:
            return []
        with (
            ThreadPoolExecutor(PREPARING) as preparing,
            ThreadPoolExecutor(min(len(prepares), self._most)) as asking,
        ):
            try:
                for at, question in enumerate(self._ready(prepares, preparing)):
                    self._put(at, question, asking)
            except LimitReached as reached:
                for at in range(len(prepares)):
                    if at not in self._answers and at not in self._places:
                        self._answers[at] = reached
            finally:
                self._line.leave()
                while self._going:
                    self._settle(SIGN_OF_LIFE)
        return [self._answers[at] for at in range(len(prepares))]

    @property
    def _places(self) -> set[int]:
        return {at for at, _ in self._going.values()}

    def _ready(
        self, prepares: Sequence[Callable[[], Q]], preparing: ThreadPoolExecutor
    ) -> Iterator[Q | BackendError]:
        """Questions made ready in order, a few ahead: pictures take memory."""
        ahead: deque[Future[Q | BackendError]] = deque()
        left = iter(prepares)
        while True:
            while len(ahead) < 2 * self._most and (prepare := next(left, None)) is not None:
                ahead.append(preparing.submit(tried, prepare))
            if not ahead:
                return
            try:
                yield ahead[0].result()
            except GeneratorExit:
                for future in ahead:
                    future.cancel()
                raise
            ahead.popleft()

    def _put(self, at: int, question: Q | BackendError, asking: ThreadPoolExecutor) -> None:
        if isinstance(question, BackendError):
            self._answers[at] = question
            return
        while len(self._going) >= self._most:
            self._settle(SIGN_OF_LIFE)
        turn = self._turn()
        self._going[asking.submit(self._asked, question, turn.begins_in)] = at, turn

    def _turn(self) -> Turn:
        seconds = FIRST_LOOK
        while (turn := self._line.next()) is None:
            self._settle(seconds)
            seconds = min(2 * seconds, LAST_LOOK)
        return turn

    def _asked(self, question: Q, begins_in: float) -> tuple[T | BackendError, Used]:
        if begins_in > 0:
            time.sleep(begins_in)
        used = Used()
        before = _used.set(used)
        try:
            return tried(lambda: self._ask(question)), used
        finally:
            _used.reset(before)

    def _settle(self, seconds: float) -> None:
        """Wait for an answer, for so long at most, and give back the turns of those answered."""
        if self._going:
            done = wait(self._going, timeout=seconds, return_when=FIRST_COMPLETED).done
        else:
            done = set()
            time.sleep(seconds)
        self._line.keep()
        for future in done:
            at, turn = self._going.pop(future)
            self._answers[at], used = future.result()
            turn.end(used)
