"""Groups over HTTP: leads opt in, import, read sums and delete; who works is asked."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.api.texts import received
from annotate.evaluation.group_models import GroupAnswer
from annotate.evaluation.schemas import groups as schemas
from annotate.evaluation.selectors import group_figures as figures
from annotate.evaluation.selectors import group_questions as questions
from annotate.evaluation.selectors.group_subjects import box_of_largest
from annotate.evaluation.services import group_asking as asking
from annotate.evaluation.services import group_files as files
from annotate.evaluation.services import group_schemes as services
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.images.schemas import ImageCopies
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access
from annotate.workflow.schemas.parts import NamedProject


def being_asked(user: User, group_question_id: int) -> GroupAnswer:
    """What the person is being asked, and nobody else."""
    return questions.question_of(user, group_question_id)


class GroupsApi(APIView):
    @operation("groupsRead", allow=access.lead)
    def get(self, granted: Access) -> schemas.Groups:
        """What is asked of the largest person, and sums of what was said."""
        return figures.told(granted.project)

    @operation("groupsUpdate", allow=access.lead)
    def put(self, granted: Access, body: schemas.NewGroupScheme) -> schemas.Groups:
        """Say what is asked, and whether anybody is; values stay while there are answers."""
        services.put_scheme(project=granted.project, actor=granted.user, **body.model_dump())
        return figures.told(granted.project)

    @operation("groupsDelete", allow=access.lead, status=200)
    def delete(self, granted: Access) -> schemas.GroupsDeleted:
        """Delete every answer at once and ask nobody any more; nothing brings them back."""
        number = services.delete_all(project=granted.project, actor=granted.user)
        return schemas.GroupsDeleted(answers=number)


class GroupsImportApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @operation("groupsImport", allow=access.lead, media_type="multipart/form-data")
    def post(self, granted: Access, body: schemas.GroupImport) -> schemas.GroupsImported:
        """Bring in a table: image, group, and by whom; whole or not at all."""
        number = files.import_groups(
            project=granted.project, actor=granted.user, path=received(body.file)
        )
        return schemas.GroupsImported(answers=number)


class GroupsOfImageApi(APIView):
    @operation("groupsDeleteImage", allow=access.lead)
    def delete(self, granted: Access, sample_id: int) -> None:
        """Delete at once what was said of one image."""
        sample = figures.sample_in(granted.project, sample_id)
        services.delete_of(sample=sample, actor=granted.user)


class GroupsToSayApi(APIView):
    @operation("groupsToSay")
    def get(self, request: Request) -> list[schemas.GroupsToSay]:
        """The projects in which the person who asks can say something."""
        return [
            schemas.GroupsToSay(project=NamedProject.of(scheme.project), name=scheme.name)
            for scheme in questions.asking(cast(User, request.user))
        ]


class GroupNextApi(APIView):
    @operation("groupQuestionsNext", allow=access.worker)
    def post(self, granted: Access) -> schemas.GroupAsked:
        """The image to say something of: the one that is held, or the next one."""
        return _told(asking.ask(granted), granted)


class GroupGuidelineApi(APIView):
    @operation("groupGuidelineRead", allow=access.worker)
    def post(self, granted: Access, body: schemas.GroupGuidelineRead) -> None:
        """Note that the guideline was read; no question comes before."""
        asking.read(granted, version=body.version)


class GroupAnswerApi(APIView):
    @operation("groupQuestionsAnswer", allow=being_asked)
    def post(self, granted: GroupAnswer, body: schemas.GroupAnswer) -> None:
        """Say it once and for good: nobody sees it again but in sums."""
        asking.answer(question=granted, value=body.value)


class GroupSkipApi(APIView):
    @operation("groupQuestionsSkip", allow=being_asked)
    def post(self, granted: GroupAnswer) -> None:
        """Pass the image on to others."""
        asking.skip(question=granted)


def _told(asked: questions.Asked, granted: Access) -> schemas.GroupAsked:
    scheme = asked.scheme
    return schemas.GroupAsked(
        project=NamedProject.of(granted.project),
        name=scheme.name,
        values=scheme.values,
        guideline=scheme.guideline,
        guideline_version=scheme.guideline_version,
        has_read=asked.has_read,
        question=_question(asked.question, granted) if asked.question else None,
        answered=asked.answered,
        left=asked.left,
    )


def _question(question: GroupAnswer, granted: Access) -> schemas.GroupQuestion:
    image = question.sample.image
    shown = schemas.GroupImage.from_row(image, urls=ImageCopies.of(image))
    box = box_of_largest(question.sample, granted.project.recipe)
    return schemas.GroupQuestion(id=question.pk, image=shown, box=box)


_ALL = "projects/<int:project_id>/groups"
_ONE = "group-questions/<int:group_question_id>"

urlpatterns = [
    path(_ALL, GroupsApi.as_view()),
    path(f"{_ALL}/import", GroupsImportApi.as_view()),
    path(f"{_ALL}/guideline", GroupGuidelineApi.as_view()),
    path(f"{_ALL}/next", GroupNextApi.as_view()),
    path(f"{_ALL}/images/<int:sample_id>", GroupsOfImageApi.as_view()),
    path("group-questions", GroupsToSayApi.as_view()),
    path(f"{_ONE}/answer", GroupAnswerApi.as_view()),
    path(f"{_ONE}/skip", GroupSkipApi.as_view()),
]
