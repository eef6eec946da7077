"""Accounts of people who worked elsewhere: they have no password and cannot sign in by it."""

import secrets

from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Project, Role


def account_of(*, project: Project, platform: str, worker: str) -> User:
    """The account of a worker of a platform, made at the first answer of theirs.

    The id in a file proves nothing, so the account belongs to this project alone; who comes to it
    through a channel of that platform is the same person.
    """
    space = f"{platform}:{project.pk}"
    known = (
        PlatformRecord.objects.select_related("user")
        .filter(platform=space, external_id=worker)
        .first()
    )
    user = known.user if known else _new(space, platform, worker)
    Membership.objects.get_or_create(project=project, user=user, defaults={"role": Role.ANNOTATOR})
    return user


def _new(space: str, platform: str, worker: str) -> User:
    mark = secrets.token_hex(4)
    user = User(username=f"{platform}-{mark}", display_name=f"Worker {mark}")
    user.set_unusable_password()
    user.save()
    PlatformRecord.objects.create(user=user, platform=space, external_id=worker)
    return user
