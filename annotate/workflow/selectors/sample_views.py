"""Kept lists of samples: who sees which, and who may change them."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from annotate.core import errors
from annotate.people.schemas import Person
from annotate.projects import access
from annotate.projects.access import Access, Asker
from annotate.projects.models import Role
from annotate.workflow.models import SampleView
from annotate.workflow.schemas import sample_views as schemas


@dataclass(frozen=True)
class KeptView:
    view: SampleView
    granted: Access


def _visible(granted: Access) -> QuerySet[SampleView]:
    rows = SampleView.objects.filter(project=granted.project).select_related("owner")
    return rows.filter(Q(owner=granted.user) | Q(is_shared=True))


def views_of(granted: Access) -> list[schemas.SampleView]:
    """One's own views of a project and those shared there, by name."""
    return [as_schema(row, granted) for row in _visible(granted).order_by("name", "pk")]


def as_schema(row: SampleView, granted: Access) -> schemas.SampleView:
    return schemas.SampleView.from_row(
        row, owner=Person.of(row.owner), may_change=_may_change(row, granted)
    )


def changeable_view(asker: Asker, project_id: int, sample_view_id: int) -> KeptView:
    """A view that one owns, or one that is shared in a project that one leads.

    Raises:
        NotFound: there is none, or it is somebody's own.
        Forbidden: it is shared by somebody else, and one does not lead.
    """
    granted = access.reader(asker, project_id)
    row = errors.existing(_visible(granted).filter(pk=sample_view_id).first())
    if not _may_change(row, granted):
        raise errors.Forbidden
    return KeptView(row, granted)


def _may_change(row: SampleView, granted: Access) -> bool:
    return row.owner_id == granted.user.pk or granted.role == Role.LEAD
