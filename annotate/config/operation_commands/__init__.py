"""Operations of the API as commands of manage.py.

A command names an operation by its id; everything else - arguments, options, their types, who may
do it, what is audited - is read off the declaration that serves the API as well, so that the two
cannot drift apart.
"""

from annotate.config.operation_commands.command import OperationCommand, run_operation

__all__ = ["OperationCommand", "run_operation"]
