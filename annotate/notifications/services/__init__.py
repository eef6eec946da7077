"""Tell people, note what they have read and how they want to be told."""

from annotate.notifications.services.reading import choose, mark_all_read, mark_read
from annotate.notifications.services.telling import tell_people, tell_roles

__all__ = ["choose", "mark_all_read", "mark_read", "tell_people", "tell_roles"]
