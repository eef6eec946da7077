"""Connections whose transactions begin when it is their turn to write."""

from functools import cached_property
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from annotate.core.sqlite.turns import Turns


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but that every `atomic` first waits for its turn: each takes the write lock."""

    @cached_property
    def _turns(self) -> Turns | None:
        # A database in memory is this process's alone.
        if self.is_in_memory_db():
            return None
        return Turns(str(self.settings_dict["NAME"]))

    def _start_transaction_under_autocommit(self) -> None:
        if self._turns is not None:
            try:
                self._turns.take(float(self.settings_dict["OPTIONS"].get("timeout", 5)))
            except TimeoutError:
                raise OperationalError("database is locked") from None
            except OSError as fault:
                raise OperationalError(f"unable to open database file: {fault}") from fault
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._pass_on()
            raise

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            if self._turns is not None:
                self._turns.close()

    def _pass_on(self) -> None:
        if self._turns is not None:
            self._turns.pass_on()
