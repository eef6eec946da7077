"""What a lead wants of an enrichment, and whether it can be had."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.analysis.text import is_blank
from annotate.backends import rewriting, role_name
from annotate.core import errors
from annotate.evaluation.models import FileText
from annotate.evaluation.selectors.enrichments import has_price
from annotate.evaluation.selectors.sources import Source, parse_texts
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors.connections import backend_of, configured


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a lead wants of an enrichment; no question is the usual one."""

    name: str
    source: Mapping[str, Any]
    version: int
    question: str = ""
    most_samples: int | None = None
    most_cost: float | None = None


def version_of(project: Project, version_id: int) -> ModelVersion:
    """The version that is to write.

    Raises:
        Invalid: the project has none such, it cannot write, or it is not available.
    """
    versions = ModelVersion.objects.select_related("connection", "project")
    version = versions.filter(project=project, pk=version_id, connection__archived_at=None).first()
    if version is None:
        raise errors.Invalid.field("version", Message("unknown_version"))
    backend = backend_of(version.connection)
    if backend.make_captioner is None:
        role = role_name("captioner")
        message = Message("version_without_role", name=called(version), role=role)
        raise errors.Invalid.field("version", message, code="wrong_role")
    health = backend.health(configured(version))
    if not health.available:
        reason = health.reason or Message("backend_unavailable")
        raise errors.Invalid.field("version", reason, code="backend_unavailable")
    return version


def called(version: ModelVersion) -> str:
    """What people call it: "local-vlm M2"."""
    return f"{version.connection.name} {version.label}"


def question_for(version: ModelVersion, wanted: str) -> str:
    """What the version is asked; nothing where it is asked nothing in words.

    Raises:
        Invalid: the question has a place for which nothing is known.
    """
    if not backend_of(version.connection).asked_in_words:
        return ""
    question = wanted if not is_blank(wanted) else rewriting.QUESTION
    if unknown := rewriting.unknown(question):
        known = [f"{{{name}}}" for name in rewriting.PLACES]
        message = Message("unknown_place", name=f"{{{unknown[0]}}}", names=known)
        raise errors.Invalid.field("question", message)
    return question


def check_limit(version: ModelVersion, most_cost: float | None) -> None:
    """Refuse a limit of costs where nothing is known to cost anything."""
    if most_cost is not None and not has_price(version):
        message = Message("costs_not_known", name=called(version))
        raise errors.Invalid.field("most_cost", message, code="costs_not_known")


def source_of(project: Project, raw: Mapping[str, Any]) -> Source:
    """The captions, some of which are of images of the project.

    Raises:
        Invalid: there is no such source, or no such image.
    """
    source = parse_texts(raw, project)
    if source.file and not _has_images(source):
        raise errors.Invalid.field("source", Message("no_captions_of_images"), code="no_texts")
    return source


def _has_images(source: Source) -> bool:
    return FileText.objects.filter(file=source.file, image__isnull=False).exists()
