"""What is told about images."""

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from annotate.core import errors
from annotate.images.intake import DERIVATIVES, Facts
from annotate.images.models import Image
from annotate.projects.models import Project


def image(image_id: int) -> Image:
    """An image, or raise NotFound; the caller asks for access to its project."""
    return errors.existing(Image.objects.filter(pk=image_id).first())


def in_project(project: Project) -> QuerySet[Image]:
    return Image.objects.filter(project=project)


def larger_than_copies(project: Project) -> QuerySet[Image]:
    """The images of a project of which no copy shows every pixel, in an order that stays."""
    longest = DERIVATIVES["full"][0]
    large = Q(width__gt=longest) | Q(height__gt=longest)
    return in_project(project).filter(large).order_by("pk")


def stored_facts(
    digests: Iterable[str], *, project_ids: Iterable[int] | None = None
) -> dict[str, Facts]:
    """By SHA-256 what is known of contents that were taken in before.

    Args:
        project_ids: look only at images of these projects; None looks everywhere. Whoever names
            content by its digest alone must not learn of images in projects they cannot see.
    """
    known = Image.objects.filter(sha256__among=set(digests))
    if project_ids is not None:
        known = known.filter(project_id__in=project_ids)
    rows = known.order_by().values_list("sha256", "format", "width", "height", "bytes").distinct()
    return {row[0]: Facts(*row) for row in rows}


def images_there(project: Project, digests: Collection[str]) -> list[str]:
    """Which of these digests (SHA-256 of the file as it was sent) a project has, in order."""
    images = Image.objects.filter(project=project, sha256__in=digests)
    return sorted(images.values_list("sha256", flat=True))
