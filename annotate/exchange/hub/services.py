"""Keep the token of a hub, and push releases to it."""

import re
from typing import Any

from django.conf import settings
from django.db import transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.models import Job
from annotate.exchange.hub import contents, pushing, selectors
from annotate.exchange.hub.refusals import HubRefusal
from annotate.exchange.models import HubAccess, HubPush, Release
from annotate.exchange.releases import selectors as releases
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

# What a hub takes for a name.
_PART = r"(?!.*(?:--|\.\.))[A-Za-z0-9_](?:[\w.-]{0,94}[A-Za-z0-9_])?"
_REPOSITORY = re.compile(rf"{_PART}/{_PART}", re.ASCII)


def keep_token(*, project: Project, actor: User, token: str) -> None:
    """Keep a token that the hub knows, in place of the one before.

    Raises:
        Invalid: the hub does not take it, or cannot be asked.
    """
    token = token.strip()
    if not (token.isascii() and token.isprintable() and token):
        raise errors.Invalid.field("token", Message("not_a_key", limit=500))
    try:
        account = pushing.account_of(token)
    except HubRefusal as refused:
        raise errors.Invalid.field("token", refused.entry) from refused
    with transaction.atomic():
        HubAccess.objects.update_or_create(
            project=project,
            defaults={
                "endpoint": settings.HUB_ENDPOINT,
                "account": account[:100],
                "token": selectors.SECRETS.seal({"token": token}),
                "given_by": actor,
                "given_at": clock.now(),
            },
        )
        audit(
            project=project,
            actor=actor,
            verb="hub.token_given",
            target=account[:100],
            hub=settings.HUB_ENDPOINT,
        )


def forget_token(*, project: Project, actor: User) -> None:
    """Delete the token; what was pushed stays pushed."""
    with transaction.atomic():
        if HubAccess.objects.filter(project=project).delete()[0]:
            audit(project=project, actor=actor, verb="hub.token_removed")


def start_push(*, release: Release, actor: User, repository: str, private: bool) -> HubPush:
    """Push a release in the background.

    Raises:
        NotFound: the release is not frozen (yet).
        Invalid: the repository's name is none, or the release has no Parquet files.
        HubRefusal: there is no token for the hub.
        Conflict: the same release is being pushed there.
    """
    releases.files_of(release)
    if not contents.has_parquet(release):
        raise errors.Invalid(Message("release_without_parquet"))
    account = selectors.usable(release.project).account
    name = repository.strip()
    name = name if "/" in name else f"{account}/{name}"
    if not _REPOSITORY.fullmatch(name):
        raise errors.Invalid.field("repository", Message("hub_repository_form", name=name))
    with transaction.atomic():
        Release.objects.select_for_update(no_key=True).get(pk=release.pk)
        under_way = selectors.pushes(release).filter(
            repository=name, finished_at=None, job__state__in=Job.UNFINISHED
        )
        if under_way.exists():
            raise errors.Conflict(Message("hub_push_under_way", repository=name))
        push = HubPush.objects.create(
            project=release.project,
            release=release,
            endpoint=settings.HUB_ENDPOINT,
            repository=name,
            private=private,
            created_by=actor,
            job=job_services.start(
                name="exchange.push", scope=release.project.scope, payload={}, by=actor.pk
            ),
        )
        _audit(push, "release.push_started")
    return push


@jobs.handler("exchange.push")
def run_push(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Push; one that was killed sends what is not there yet."""
    push = HubPush.objects.select_related("release__frozen", "project").get(job=progress.job_id)
    if push.finished_at is None:
        token = selectors.token_of(selectors.usable(push.project))
        if push.endpoint != settings.HUB_ENDPOINT:
            was, now = push.endpoint, settings.HUB_ENDPOINT
            raise HubRefusal(Message("hub_push_of_another_hub", was=was, now=now))
        with Heartbeat(progress) as watcher:
            pushed = pushing.push(
                push.release, push.repository, private=push.private, token=token, watcher=watcher
            )
        _finish(push, pushed)
    return {"commit": push.commit, "is_new": push.is_new}


def _finish(push: HubPush, pushed: pushing.Pushed) -> None:
    push.finished_at = clock.now()
    push.commit, push.is_new = pushed.commit[:64], pushed.is_new
    push.is_private = pushed.is_private
    push.files, push.size_bytes = pushed.files, pushed.size_bytes
    with transaction.atomic():
        push.save(
            update_fields=["finished_at", "commit", "is_new", "is_private", "files", "size_bytes"]
        )
        _audit(push, "release.pushed", commit=push.commit, is_new=push.is_new)


def _audit(push: HubPush, verb: str, **more: Any) -> None:
    audit(
        project=push.project,
        actor=push.created_by,
        verb=verb,
        target=f"{push.release.name} {push.release.version}",
        release=push.release_id,
        hub=push.endpoint,
        repository=push.repository,
        private=push.private,
        **more,
    )
