"""Every answer of a project, and what leads do with many of them in one act."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page
from annotate.people.schemas import Person
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.schemas import answers
from annotate.quality.schemas.review import Consequences
from annotate.quality.selectors import acts as known
from annotate.quality.selectors.answers import answers_page
from annotate.quality.selectors.people import people_with_answers
from annotate.quality.services import acts


class ReviewsApi(APIView):
    @operation("reviewList", allow=access.reader)
    def get(self, granted: Access, query: answers.ReviewQuery) -> answers.ReviewPage:
        """List the answers that match, in the order asked for: all of them, or those with flags."""
        return answers_page(granted.project, query)


class PeopleApi(APIView):
    @operation("reviewPeople", allow=access.reader)
    def get(self, granted: Access) -> list[Person]:
        """List everybody whose answers there are, by name."""
        return people_with_answers(granted.project)


class ActsApi(APIView):
    @operation("reviewActs", allow=access.reader)
    def get(self, request: Request, granted: Access, query: answers.ActsQuery) -> Page[answers.Act]:
        """List what leads did with many answers at once, newest first."""
        rows = known.acts(granted.project, query.annotator)
        return paginate_together(request, rows, known.as_acts)

    @operation("reviewAct", allow=access.lead, status=201)
    def post(self, granted: Access, body: answers.NewAct) -> answers.ActDetail:
        """Approve, reject, have done again or flag many answers in one act, with one reason.

        What cannot be done with one answer is named and stops no other. More than 50 are seen to in
        the background: `state` says when it is done.
        """
        done = acts.act(project=granted.project, actor=granted.user, wanted=body)
        return known.act_detail(granted.project, done.pk)


class ActApi(APIView):
    @operation("reviewActRead", allow=access.reader)
    def get(self, granted: Access, act_id: int) -> answers.ActDetail:
        return known.act_detail(granted.project, act_id)


class ActUndoApi(APIView):
    @operation("reviewActUndo", allow=access.lead)
    def post(self, granted: Access, act_id: int) -> answers.ActDetail:
        """Take back what an act did; what somebody has changed since stays, and is named."""
        acts.undo(project=granted.project, actor=granted.user, act_id=act_id)
        return known.act_detail(granted.project, act_id)


class ConsequencesApi(APIView):
    @operation("reviewConsequences", allow=access.lead)
    def post(self, granted: Access, body: answers.Rejections) -> Consequences:
        """Count what rejecting answers would do to what others made of them; changes nothing."""
        return known.consequences(granted.project, body)


_REVIEW = "projects/<int:project_id>/review"
urlpatterns = [
    path(_REVIEW, ReviewsApi.as_view()),
    path(f"{_REVIEW}/people", PeopleApi.as_view()),
    path(f"{_REVIEW}/acts", ActsApi.as_view()),
    path(f"{_REVIEW}/acts/<int:act_id>", ActApi.as_view()),
    path(f"{_REVIEW}/acts/<int:act_id>/undo", ActUndoApi.as_view()),
    path(f"{_REVIEW}/consequences", ConsequencesApi.as_view()),
]
