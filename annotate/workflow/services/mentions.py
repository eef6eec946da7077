"""Tell people that a comment names them, each by what they may know."""

from collections.abc import Sequence

from annotate.messages import Message
from annotate.notifications.services import tell_people
from annotate.projects.models import Membership
from annotate.workflow.models import Assignment, Comment
from annotate.workflow.selectors.comments import READERS


def tell_named(comment: Comment, user_ids: Sequence[int]) -> None:
    """Tell these people, in the transaction of the comment.

    Who reads everybody's work is led to the sample by a name; who annotated it to their own answer,
    and learns no name.
    """
    members = Membership.objects.filter(project=comment.project_id, user__in=user_ids)
    readers = set(members.filter(role__in=READERS).values_list("user_id", flat=True))
    tell_people(
        project=comment.project,
        kind="mention",
        users=readers,
        key=f"sample {comment.sample_id}",
        data={"about": comment.author.shown_name, "sample": comment.sample_id},
    )
    answered = Assignment.objects.filter(
        sample=comment.sample_id,
        annotator__in=set(user_ids) - readers,
        state=Assignment.State.SUBMITTED,
    )
    for assignment, user in answered.order_by("pk").values_list("pk", "annotator"):
        tell_people(
            project=comment.project,
            kind="mention",
            users=[user],
            key=f"assignment {assignment}",
            data={"about": Message("somebody_in_the_project"), "assignment": assignment},
        )
