"""The one way a state changes: a conditional UPDATE and a row that says so."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from annotate.core import errors, rows
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Sample, Task, Transition
from annotate.workflow.services.counters import samples as sample_counters

Subject = Sample | Task | Assignment

_NAMES: dict[type, Transition.Subject] = {
    Sample: Transition.Subject.SAMPLE,
    Task: Transition.Subject.TASK,
    Assignment: Transition.Subject.ASSIGNMENT,
}


class LostRace(errors.Conflict):
    """The row was no longer in the state it was read in; nothing has been changed."""

    code = "lost_race"


class Recorder:
    """Collects the transitions of one operation and writes them with one INSERT."""

    def __init__(self, *, actor_id: int | None, at: datetime) -> None:
        self._actor_id = actor_id
        self.at = at
        self._rows: list[Transition] = []
        self._moved = sample_counters.Places()

    def move(
        self,
        subject: Subject,
        to: str,
        *,
        reason: str = "",
        detail: dict[str, Any] | None = None,
        **changes: Any,
    ) -> None:
        """Take `subject` from the state it was read in to `to`, with other columns if given.

        Raises:
            LostRace: somebody else changed its state since it was read.
        """
        before = subject.state
        where = {"id": subject.pk, "state": before}
        if rows.update(type(subject), where, {"state": to, **changes}) != 1:
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
        self._rows.append(
            Transition(
                sample_id=sample_id,
                subject=_NAMES[type(subject)],
                subject_id=subject.pk,
                from_state=before,
                to_state=to,
                reason=reason,
                detail=detail or {},
                actor_id=self._actor_id,
                at=self.at,
            )
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
        rows.insert(self._rows)
        sample_counters.add(self._moved, actor_id=self._actor_id)
        self._moved.clear()
        done = [
            row.subject_id
            for row in self._rows
            if row.subject == Transition.Subject.SAMPLE and row.to_state == Sample.State.DONE
        ]
        self._rows = []
        if done:
            hooks.notify(hooks.finished, done)
