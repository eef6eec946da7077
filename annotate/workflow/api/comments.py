"""Threads of comments on samples: those who lead and review, and who has annotated one."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.workflow import services
from annotate.workflow.schemas import comments as schemas
from annotate.workflow.selectors import comments as selectors
from annotate.workflow.selectors.comments import Discussion, OwnComment


class CommentsApi(APIView):
    @operation("commentsList", allow=selectors.discussion)
    def get(self, granted: Discussion) -> schemas.Threads:
        """Read what was said about a sample, and who may be named there."""
        return selectors.threads(granted)

    @operation("commentsAdd", allow=selectors.discussion, status=201)
    def post(self, granted: Discussion, body: schemas.NewComment) -> schemas.Threads:
        """Begin a thread, or answer in one; named with ``@name`` is who may read it."""
        services.add_comment(
            sample=granted.sample,
            author=granted.user,
            body=body.body,
            thread_id=body.thread,
            place=body.place,
        )
        return selectors.threads(granted)


class OwnCommentsApi(APIView):
    @operation("historyComments", allow=selectors.own_discussion)
    def get(self, granted: Discussion) -> schemas.Threads:
        """Read what is said about a sample one has worked on, without names."""
        return selectors.threads(granted)

    @operation("historyComment", allow=selectors.own_discussion, status=201)
    def post(self, granted: Discussion, body: schemas.NewOwnComment) -> schemas.Threads:
        services.add_comment(
            sample=granted.sample,
            author=granted.user,
            body=body.body,
            thread_id=body.thread,
            threads=[thread.id for thread in selectors.threads(granted).threads],
        )
        return selectors.threads(granted)


class CommentApi(APIView):
    @operation("commentsEdit", allow=selectors.own_comment)
    def put(self, granted: OwnComment, body: schemas.CommentEdit) -> None:
        services.edit_comment(comment=granted.comment, body=body.body)

    @operation("commentsDelete", allow=selectors.own_comment)
    def delete(self, granted: OwnComment) -> None:
        """Take back what one has said."""
        services.delete_comment(comment=granted.comment, actor=granted.user)


class CommentResolveApi(APIView):
    @operation("commentsResolve", allow=selectors.resolvable)
    def post(self, granted: OwnComment, body: schemas.CommentResolution) -> None:
        """Settle a thread, or open it again."""
        services.resolve_thread(thread=granted.comment, actor=granted.user, resolved=body.resolved)


urlpatterns = [
    path("samples/<int:sample_id>/comments", CommentsApi.as_view()),
    path("history/<int:assignment_id>/comments", OwnCommentsApi.as_view()),
    path("comments/<int:comment_id>", CommentApi.as_view()),
    path("comments/<int:comment_id>/resolve", CommentResolveApi.as_view()),
]
