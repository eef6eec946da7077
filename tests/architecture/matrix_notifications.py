"""Notifications and forgotten passwords, for the table of permissions."""

from datetime import timedelta

from annotate.core import clock
from annotate.notifications import services
from annotate.notifications.models import Notification
from annotate.people.models import PasswordLink, User
from annotate.people.tokens import digest
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies

_SECRET = "a-link-that-came-by-mail"
BODIES: Bodies = {
    ("post", "password-resets"): {"account": "ada"},
    ("post", "password-resets/use"): {"token": _SECRET, "new_password": "quite-another-battery"},
    ("patch", "me/notifications/choices/{kind}"): {"mail": "daily"},
}


def put_in(project: Project, annotator: User) -> dict[str, int | str]:
    """Tell the annotator of something, and mail them a link."""
    services.tell_people(
        project=project, kind="mention", users=[annotator.pk], data={"about": "Olga"}
    )
    PasswordLink.objects.update_or_create(
        digest=digest(_SECRET),
        defaults={"user": annotator, "expires_at": clock.now() + timedelta(hours=1)},
    )
    row = Notification.objects.get(project=project, user=annotator, kind="mention")
    return {"notification": row.pk, "kind": "mention"}
