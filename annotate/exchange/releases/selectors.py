"""What is told about releases."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.text import slugify

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Scope, Selection
from annotate.exchange.models import Datasheet, FrozenRelease, Release, ReleaseFile
from annotate.exchange.releases import content, papers, schemas
from annotate.exchange.releases.datasheet import QUESTIONS, Material
from annotate.exchange.releases.facts import figures_now
from annotate.exchange.releases.folder import MANIFEST
from annotate.exchange.releases.tombstones import tombstones
from annotate.exchange.releases.versions import rank
from annotate.exchange.schemas import LeftOut
from annotate.messages import Message
from annotate.projects.models import Project


def releases(project: Project) -> QuerySet[Release]:
    """All of them, with what they became."""
    return Release.objects.filter(project=project).select_related("project", "job", "frozen")


def highest(project: Project) -> dict[str, str]:
    """The highest version of each name, in the order of the names."""
    found: dict[str, str] = {}
    rows = Release.objects.filter(project=project).values_list("name", "version")
    for name, version in sorted(rows, key=lambda row: (row[0], rank(row[1]) or ())):
        found[name] = version
    return found


def frozen_of(release: Release) -> FrozenRelease | None:
    """What the release became; None while it is being made, or where that failed."""
    return getattr(release, "frozen", None)


def file_of(release: Release, path: str) -> ReleaseFile:
    """Raises NotFound."""
    found: ReleaseFile | None = release.files.filter(path=path).first()
    if found is None:
        raise errors.NotFound(Message("release_without_file", path=path))
    return found


def files_of(release: Release) -> list[ReleaseFile]:
    """Its files in the order of the archive: the manifest, then by name.

    Raises:
        NotFound: it is not frozen (yet).
    """
    if frozen_of(release) is None:
        raise errors.NotFound(Message("release_not_frozen"))
    # Sorted here: databases have alphabets of their own.
    return sorted(release.files.all(), key=lambda file: (file.path != MANIFEST, file.path))


def folder_of(release: Release) -> str:
    """What the archive and the folder in it are called."""
    stem = slugify(release.name) or f"release-{release.pk}"
    return f"{stem}-{release.version}"


def preview(project: Project, wanted: schemas.ReleaseScope) -> schemas.ReleasePreview:
    selection = Selection(only_approved=wanted.only_approved, split=wanted.split)
    scope = Scope.of(project, selection)
    latest = highest(project).items()
    return schemas.ReleasePreview(
        samples=scope.samples().count(),
        left_out=LeftOut(**scope.left_out()),
        formats=[name for name, known in FORMATS.items() if known.applies_to(project)],
        latest=[schemas.LatestVersion(name=name, version=version) for name, version in latest],
    )


def describe(rows: Iterable[Release]) -> list[schemas.Release]:
    workers = jobs.workers()
    return [schemas.Release(**_described(row, workers)) for row in rows]


def describe_one(release: Release) -> schemas.ReleaseDetail:
    files = files_of(release) if frozen_of(release) else []
    return schemas.ReleaseDetail(
        **_described(release, jobs.workers()),
        files=[
            schemas.ReleaseFile(
                path=file.path,
                size_bytes=file.size_bytes,
                sha256=file.sha256,
                url=f"{_address(release)}/files/{file.path}",
            )
            for file in files
        ],
        statistics=statistics_of(files),
        withdrawn=len(tombstones(release)) if files else 0,
    )


def answers_of(project: Project) -> dict[str, str]:
    """What leads wrote into the datasheet, by question."""
    kept = Datasheet.objects.filter(project=project).first()
    return dict(kept.answers) if kept else {}


def datasheet_of(project: Project) -> schemas.Datasheet:
    """What leads wrote, and the drafts of everything."""
    kept = Datasheet.objects.filter(project=project).first()
    answers = kept.answers if kept else {}
    material = Material.of(project, figures_now(project))
    return schemas.Datasheet(
        questions=[
            schemas.DatasheetQuestion(
                key=question.key,
                section=question.section,
                question=question.text,
                draft=question.draft(material),
                answer=answers.get(question.key, ""),
            )
            for question in QUESTIONS
        ],
        updated_at=kept.updated_at if kept else None,
    )


def statistics_of(files: Iterable[ReleaseFile]) -> dict[str, Any]:
    """The figures among these files; empty where there are none."""
    for file in files:
        if file.path == papers.STATISTICS:
            return dict(msgspec.json.decode(content.read(file.sha256)))
    return {}


def _described(release: Release, workers: jobs.Workers) -> dict[str, Any]:
    frozen = frozen_of(release)
    state = release.job.state if release.job else Job.State.RUNNING
    kept = ("id", "name", "version", "description", "licence", "citation", "formats")
    return {
        **{name: getattr(release, name) for name in (*kept, "only_approved", "split")},
        "state": Job.State.SUCCEEDED if frozen else Job.State(state),
        "job": jobs.job_of(release.job, workers) if release.job else None,
        "digest": frozen.digest if frozen else "",
        "samples": frozen.samples if frozen else 0,
        "size_bytes": frozen.size_bytes if frozen else 0,
        "left_out": LeftOut(**(frozen.left_out if frozen else {})),
        "created_at": release.created_at,
        "frozen_at": frozen.at if frozen else None,
        "url": f"{_address(release)}/archive" if frozen else None,
    }


def _address(release: Release) -> str:
    return f"/api/v1/projects/{release.project_id}/releases/{release.pk}"
