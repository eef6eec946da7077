"""Keep lists of samples under names."""

from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import SampleView
from annotate.workflow.schemas import sample_views as schemas

# Of one person in one project: more would be no list to choose from.
MOST = 100


def keep_view(*, project: Project, owner: User, wanted: schemas.NewSampleView) -> SampleView:
    """Keep a list of samples under a name.

    Raises:
        Invalid: its owner has one of this name, or too many.
    """
    if SampleView.objects.filter(project=project, owner=owner).count() >= MOST:
        raise errors.Invalid.field("name", Message("too_many_views", limit=MOST))
    row = SampleView(
        project=project,
        owner=owner,
        name=wanted.name,
        is_shared=wanted.is_shared,
        query=_stored(wanted.query),
        layout=wanted.layout,
        columns=list(wanted.columns),
        created_at=clock.now(),
    )
    return _save(row)


def change_view(*, view: SampleView, changes: schemas.SampleViewChanges) -> SampleView:
    """Change a view in what was sent.

    Raises:
        Invalid: its owner has another of this name.
    """
    for name, value in changes.sent().items():
        setattr(view, name, _stored(value) if name == "query" else value)
    return _save(view)


def forget_view(*, view: SampleView) -> None:
    view.delete()


def _stored(query: schemas.ViewQuery) -> dict[str, Any]:
    return query.model_dump(mode="json", exclude_defaults=True)


def _save(row: SampleView) -> SampleView:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise errors.Invalid.field("name", Message("view_name_taken"), code="taken") from None
    return row
