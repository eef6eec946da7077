"""The row on which everything waits that gives a person work, or keeps them from it."""

from annotate.core import errors
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Membership, Project

_MEMBERSHIP = Prepared(
    lambda: Membership.objects.select_for_update(no_key=True).filter(
        project=Parameter("project"), user=Parameter("annotator")
    )
)


def lock_membership(project: Project, annotator: User) -> Membership:
    """Lock a membership and return it as it is now: a block that came first is seen.

    Raises:
        NotFound: they are no member any more.
        Forbidden: they are blocked.
    """
    membership = _MEMBERSHIP.first(project=project.pk, annotator=annotator.pk)
    if membership is None:
        raise errors.NotFound  # taken out of the project a moment ago
    if membership.is_blocked or (
        membership.is_restricted and User.objects.filter(pk=annotator.pk, is_blocked=True).exists()
    ):
        raise errors.Forbidden(
            "You cannot work in this project at present.",
            code="blocked",
            remedy="Ask a lead of the project why.",
        )
    return membership


def wait_for_membership(project: Project, annotator_id: int) -> None:
    """Lock a membership for its order alone: who ends something need not be let in any more."""
    found = Membership.objects.select_for_update(no_key=True)
    found.filter(project=project, user=annotator_id).first()
