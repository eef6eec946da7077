"""What this package asks of those beside it; `config.hooks` names who answers.

Files of texts, as studies and reports take them, are none of its own.
"""

from collections.abc import Callable, Iterable

from annotate.core.hooks import Hook
from annotate.people.models import User
from annotate.projects.models import Project

# What calls the image, the image, and the text about it.
GivenText = tuple[str, int | None, str]
# Raises Conflict, naming the field it is told, where a project has a file of texts called so.
NameCheck = Callable[[Project, str, str], None]
# Makes a file of texts, in the transaction of the caller; None for a command on this machine.
TextKeeper = Callable[[Project, User | None, str, Iterable[GivenText]], None]

texts_named: Hook[NameCheck] = Hook("exchange.texts_named")
texts_given: Hook[TextKeeper] = Hook("exchange.texts_given")
