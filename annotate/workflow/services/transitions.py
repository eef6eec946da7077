"""The one way a state changes: a conditional UPDATE and a row that says so."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from annotate.core import bulk, columns, errors, rows
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Sample, Task, Transition
from annotate.workflow.services.counters import samples as sample_counters

Subject = Sample | Task | Assignment

_NAMES: dict[type, Transition.Subject] = {
    Sample: Transition.Subject.SAMPLE,
    Task: Transition.Subject.TASK,
    Assignment: Transition.Subject.ASSIGNMENT,
}
# What differs among the transitions of one operation.
_COLUMNS = ("sample_id", "subject", "subject_id", "from_state", "to_state", "reason", "detail")


class LostRace(errors.Conflict):
    """The row was no longer in the state it was read in; nothing has been changed."""

    code = "lost_race"


class Recorder:
    """Collects the transitions of one operation and writes them with one INSERT."""

    def __init__(self, *, actor_id: int | None, at: datetime) -> None:
        self._actor_id = actor_id
        self.at = at
        self._rows: list[tuple[Any, ...]] = []
        self._done: list[Sample] = []
        self._moved = sample_counters.Places()

    def move(
        self,
        subject: Subject,
        to: str,
        *,
        reason: str = "",
        detail: dict[str, Any] | None = None,
        is_locked: bool = False,
        **changes: Any,
    ) -> None:
        """Take `subject` from the state it was read in to `to`, with other columns if given.

        Args:
            is_locked: its row was locked when it was read, so that nobody can have changed it
                since; the outcome is not waited for.

        Raises:
            LostRace: somebody else changed its state since it was read.
        """
        before = subject.state
        where = {"id": subject.pk, "state": before}
        if is_locked:
            rows.change(type(subject), where, {"state": to, **changes})
        elif rows.update(type(subject), where, {"state": to, **changes}) != 1:
            raise LostRace
        self._change(subject, {"state": to, **changes})
        self.note(subject, before, to, reason=reason, detail=detail)

    def move_all(
        self, subjects: Sequence[Subject], to: str, *, reason: str = "", **changes: Any
    ) -> None:
        """Take rows of one table, whose locks the caller holds, to `to` with one UPDATE.

        Raises:
            LostRace: one of them was not in the state it was read in.
        """
        if not subjects:
            return
        model = type(subjects[0])
        states = {subject.state for subject in subjects}
        rows_read = model._default_manager.filter(
            pk__in=[subject.pk for subject in subjects], state__in=states
        )
        if rows_read.update(state=to, **changes) != len(subjects):
            raise LostRace
        for subject in subjects:
            before = subject.state
            self._change(subject, {"state": to, **changes})
            self.note(subject, before, to, reason=reason)

    def place(self, sample: Sample, **changes: Any) -> None:
        """Note where another statement puts a sample: its stage, its round, its state."""
        self._change(sample, changes)

    def _change(self, subject: Subject, changes: Mapping[str, Any]) -> None:
        if isinstance(subject, Sample):
            self._moved[sample_counters.place_of(subject)] -= 1
        for name, value in changes.items():
            setattr(subject, name, value)
        if isinstance(subject, Sample):
            self._moved[sample_counters.place_of(subject)] += 1

    def note(
        self,
        subject: Subject,
        before: str,
        to: str,
        *,
        reason: str = "",
        detail: dict[str, Any] | None = None,
    ) -> None:
        """Record a change that another statement makes (the birth of a row, say)."""
        sample_id = subject.pk if isinstance(subject, Sample) else subject.sample_id
        if isinstance(subject, Sample) and to == Sample.State.DONE:
            self._done.append(subject)
        self._rows.append(
            (sample_id, _NAMES[type(subject)], subject.pk, before, to, reason, detail or {})
        )

    def created(self, subjects: Sequence[Subject], *, reason: str = "") -> None:
        """Record that rows have come to be."""
        for subject in subjects:
            self.note(subject, "", subject.state, reason=reason)

    def write(self) -> None:
        """Write what was collected; call once, inside the transaction.

        Here all ways of a sample meet, so it is here that it is counted where it is, and that
        whoever listens is told of its end.
        """
        same = {"actor_id": self._actor_id, "at": self.at}
        if len(self._rows) > rows.FEW:
            bulk.insert_lines(Transition, _COLUMNS, self._rows, **same)
        else:
            told = (dict(zip(_COLUMNS, row, strict=True)) for row in self._rows)
            rows.note([columns.new(Transition, **row, **same) for row in told])
        sample_counters.add(self._moved, actor_id=self._actor_id)
        self._moved.clear()
        done, self._rows, self._done = self._done, [], []
        if done:
            hooks.notify_of_end(done[0].project, [sample.pk for sample in done])
