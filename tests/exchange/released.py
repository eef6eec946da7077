"""Releases in tests: frozen here, read as files."""

import json
from typing import Any

from annotate.core.jobs import services as job_services
from annotate.exchange.models import Release
from annotate.exchange.releases import content, selectors, services
from annotate.exchange.releases.wishes import Wish
from annotate.people.models import User
from annotate.projects.models import Project
from tests.exchange.files import Silent


def begun(project: Project, actor: User, version: str = "1.0.0", **wish: Any) -> Release:
    """Ask for a release, and do not run its job."""
    return services.start_release(
        project=project,
        actor=actor,
        wish=Wish(**{"name": "Street scenes", "version": version} | wish),
    )


def released(project: Project, actor: User, version: str = "1.0.0", **wish: Any) -> Release:
    """Freeze a project by its job."""
    release = begun(project, actor, version, **wish)
    assert release.job is not None
    job_services.run(release.job.pk)
    return selectors.releases(project).get(pk=release.pk)


def released_here(project: Project, version: str = "1.0.0", **wish: Any) -> Release:
    """Freeze a project as the command does."""
    return services.release_here(
        project=project,
        wish=Wish(**{"name": "Street scenes", "version": version} | wish),
        watcher=Silent(),
    )


def digest_of(release: Release) -> str:
    frozen = selectors.frozen_of(release)
    assert frozen is not None
    return frozen.digest


def files(release: Release) -> dict[str, bytes]:
    """The content of each file by its path."""
    return {file.path: content.read(file.sha256) for file in selectors.files_of(release)}


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]
