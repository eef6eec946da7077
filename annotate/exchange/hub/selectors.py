"""What is told about a hub and what was pushed to it."""

from collections.abc import Iterable

from django.conf import settings
from django.db.models import QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.core.secret_store import SecretStore
from annotate.exchange.hub import schemas
from annotate.exchange.hub.refusals import HubRefusal
from annotate.exchange.models import HubAccess, HubPush, Release
from annotate.messages import Message
from annotate.projects.models import Project

SECRETS = SecretStore("annotate.exchange.hub")


def access_of(project: Project) -> HubAccess | None:
    """The token that leads of the project push with, if they gave one."""
    return HubAccess.objects.filter(project=project).first()


def usable(project: Project) -> HubAccess:
    """The same, where it was given for the hub of this installation.

    Raises:
        HubRefusal: there is none, or it was given for another hub.
    """
    access = access_of(project)
    if access is None:
        raise HubRefusal(Message("hub_token_missing"))
    if access.endpoint != settings.HUB_ENDPOINT:
        was, now = access.endpoint, settings.HUB_ENDPOINT
        raise HubRefusal(Message("hub_token_of_another_hub", was=was, now=now))
    return access


def token_of(access: HubAccess) -> str:
    """Raises Unreadable where it was encrypted with another key."""
    return SECRETS.unseal(access.token)["token"]


def describe_hub(project: Project) -> schemas.Hub:
    access = access_of(project)
    return schemas.Hub(
        endpoint=settings.HUB_ENDPOINT,
        account=access.account if access else "",
        token_given_at=access.given_at if access else None,
        token_is_for=access.endpoint if access else "",
    )


def pushes(release: Release) -> QuerySet[HubPush]:
    return HubPush.objects.filter(release=release).select_related("job")


def describe(rows: Iterable[HubPush]) -> list[schemas.HubPush]:
    workers = jobs.workers()
    return [
        schemas.HubPush(
            id=row.pk,
            repository=row.repository,
            url=f"{row.endpoint}/datasets/{row.repository}",
            private=row.is_private if row.commit else row.private,
            state=Job.State(row.state),
            job=jobs.job_of(row.job, workers) if row.job else None,
            commit=row.commit,
            is_new=row.is_new,
            files=row.files,
            size_bytes=row.size_bytes,
            created_at=row.created_at,
            finished_at=row.finished_at,
        )
        for row in rows
    ]
