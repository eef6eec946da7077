"""Operations of migrations that Django lacks."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState

Addition = AddField | AddIndex | AddConstraint


class CreateModels(Operation):
    """Create models that belong together, and what refers from one to another, in one step.

    The tables are those that the operations would make one after the other. Django makes the
    classes of all related models anew after each operation, and nearly all models here are
    related: that was nine tenths of the time of a first start. These are made once.

    Args:
        operations: `CreateModel`, and fields, indexes and constraints that are added to these
            models, for instance because two of them refer to each other.

    Raises:
        TypeError: another operation, or one on a model that is not created here.
    """

    category = OperationCategory.ADDITION

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._operations = operations
        self._created = [each for each in operations if isinstance(each, CreateModel)]
        names = {each.name_lower for each in self._created}
        for each in operations:
            if isinstance(each, CreateModel):
                continue
            if not isinstance(each, Addition) or each.model_name_lower not in names:
                raise TypeError(f"{each.describe()}: this model is not created here.")

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Whoever asks for the classes next has all of them made, once.
        state.__dict__.pop("apps", None)
        state.is_delayed = False
        for each in self._operations:
            each.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for each in self._created:
            each.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for each in reversed(self._created):
            each.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return "Create models " + ", ".join(each.name for each in self._created)
