"""Freeze releases. Nothing changes one that is frozen."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db import transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.exchange.imports.ledger import Watcher
from annotate.exchange.models import Datasheet, FrozenRelease, Release, ReleaseFile
from annotate.exchange.releases import content, selectors
from annotate.exchange.releases.building import Built, build
from annotate.exchange.releases.datasheet import KEYS
from annotate.exchange.releases.folder import Folder
from annotate.exchange.releases.wishes import Wish, checked, columns
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit, webhooks


def start_release(*, project: Project, actor: User, wish: Wish) -> Release:
    """Freeze a project in the background.

    Raises:
        Invalid: the version is none or not higher than the last, or a format does not apply.
    """
    with transaction.atomic():
        checked(project, wish)
        job = job_services.start(
            name="exchange.release", scope=project.scope, payload={}, by=actor.pk
        )
        return _begun(project, wish, created_by=actor, job=job)


def release_here(*, project: Project, wish: Wish, watcher: Watcher) -> Release:
    """Freeze a project at once, for commands. What a killed command began is gone on with.

    Raises:
        Invalid: as `start_release`.
    """
    begun = selectors.releases(project).filter(
        name=wish.name, version=wish.version, job=None, frozen=None, **columns(project, wish)
    )
    release = begun.first()
    if release is None:
        with transaction.atomic():
            checked(project, wish)
            release = _begun(project, wish)
    freeze(release, watcher)
    return selectors.releases(project).get(pk=release.pk)


def _begun(project: Project, wish: Wish, **more: Any) -> Release:
    release = Release.objects.create(
        project=project,
        name=wish.name,
        version=wish.version,
        datasheet=selectors.answers_of(project),
        **columns(project, wish),
        **more,
    )
    audit(
        project=project,
        actor=release.created_by,
        verb="release.started",
        target=f"{wish.name} {wish.version}",
        release=release.pk,
    )
    return release


@jobs.handler("exchange.release")
def run_release(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Write the files of a release; a run that was killed is begun anew."""
    release = Release.objects.select_related("project").get(job=progress.job_id)
    with Heartbeat(progress) as watcher:
        frozen = freeze(release, watcher)
    return {"digest": frozen.digest, "samples": frozen.samples, "size_bytes": frozen.size_bytes}


def freeze(release: Release, watcher: Watcher) -> FrozenRelease:
    """Build a release unless that was done, and make it known when all its files are stored."""
    done: FrozenRelease | None = FrozenRelease.objects.filter(release=release).first()
    if done is not None:
        return done
    with tempfile.TemporaryDirectory(prefix="release-") as root:
        folder = Folder(Path(root))
        built = build(release, folder, watcher)
        for file in (built.manifest, *built.files):
            content.keep(folder.root / file.path, file.sha256)
        watcher.report(built.samples, built.samples)
    return _made_known(release, built)


def _made_known(release: Release, built: Built) -> FrozenRelease:
    """In one transaction; of two who built the same, the first one's is the release."""
    with transaction.atomic():
        files = (built.manifest, *built.files)
        frozen, is_first = FrozenRelease.objects.get_or_create(
            release=release,
            defaults={
                "digest": built.manifest.sha256,
                "samples": built.samples,
                "size_bytes": sum(file.size_bytes for file in files),
                "left_out": built.left_out,
            },
        )
        if not is_first:
            return frozen
        ReleaseFile.objects.bulk_create(
            ReleaseFile(
                release=release, path=file.path, sha256=file.sha256, size_bytes=file.size_bytes
            )
            for file in files
        )
        audit(
            project=release.project,
            actor=release.created_by,
            verb="release.frozen",
            target=f"{release.name} {release.version}",
            release=release.pk,
            digest=frozen.digest,
        )
        webhooks.note(release.project, "release.frozen", {"release": release.pk})
    return frozen


def write_datasheet(*, project: Project, actor: User, answers: Mapping[str, str]) -> None:
    """Keep what a lead writes into the datasheet; an empty answer gives the draft back.

    Raises:
        Invalid: there is no such question.
    """
    for key in answers:
        if key not in KEYS:
            message = Message("no_such_datasheet_question", key=key)
            raise errors.Invalid.field(f"answers.{key}", message)
    said = {key: text for key, text in answers.items() if text}
    with transaction.atomic():
        Datasheet.objects.update_or_create(
            project=project,
            defaults={"answers": said, "updated_by": actor, "updated_at": clock.now()},
        )
        audit(project=project, actor=actor, verb="datasheet.written", answers=len(said))


def note_download(*, release: Release, actor: User | None, path: str) -> None:
    """Write down who took what of a release away; nobody: a command."""
    audit(
        project=release.project,
        actor=actor,
        verb="release.downloaded",
        target=f"{release.name} {release.version}",
        release=release.pk,
        path=path,
    )
