"""One's own data and its deletion; for admins, everybody's."""

from django.core.files.storage import default_storage
from django.http import FileResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import as_attachment
from annotate.core.negotiation import AnyAccept
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Notice, Page
from annotate.messages import Message
from annotate.people.access import admin, oneself
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.people.selectors import person
from annotate.privacy import models, schemas
from annotate.privacy.selectors import data_files as file_selectors
from annotate.privacy.selectors import deletions as selectors
from annotate.privacy.services import data_files, deletions

_ZIP = {(200, "application/zip"): OpenApiTypes.BINARY}


def _file(file: models.DataFile, actor: User) -> FileResponse:
    if not file.file or not default_storage.exists(file.file):
        raise errors.NotFound(Message("data_file_not_there"))
    data_files.note_taken(file=file, actor=actor)
    response = FileResponse(default_storage.open(file.file, "rb"), content_type="application/zip")
    return as_attachment(response, f"data-{file.user_id}-{file.created_at:%Y-%m-%d}.zip")


class OwnDataApi(APIView):
    @operation("ownDataRead", allow=oneself)
    def get(self, granted: User) -> schemas.OwnData:
        asked = selectors.open_deletion(granted)
        return schemas.OwnData(
            files=file_selectors.shown_files(granted),
            deletion=schemas.OwnDeletion.from_row(asked) if asked else None,
            can_confirm=granted.has_usable_password(),
        )


class OwnFilesApi(APIView):
    @operation("ownDataFilesCreate", allow=oneself, status=201)
    def post(self, granted: User) -> schemas.DataFile:
        return file_selectors.shown(data_files.ask(user=granted, actor=granted))


class OwnFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("ownDataFile", allow=file_selectors.own_file, responses=_ZIP)
    def get(self, granted: models.DataFile) -> FileResponse:
        return _file(granted, granted.user)


class OwnDeletionApi(APIView):
    @operation("ownDeletionAsk", allow=oneself, status=201)
    def post(self, granted: User, body: schemas.OwnWish) -> schemas.OwnDeletion:
        row = deletions.ask(user=granted, password=body.password)
        return schemas.OwnDeletion.from_row(row)

    @operation("ownDeletionTakeBack", allow=oneself)
    def delete(self, granted: User) -> None:
        deletions.take_back(user=granted)


class UserFilesApi(APIView):
    @operation("usersDataFilesList", allow=admin)
    def get(self, granted: User, user_id: int) -> list[schemas.DataFile]:
        return file_selectors.shown_files(person(user_id))

    @operation("usersDataFilesCreate", allow=admin, status=201)
    def post(self, granted: User, user_id: int) -> schemas.DataFile:
        return file_selectors.shown(data_files.ask(user=person(user_id), actor=granted))


class UserFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("usersDataFile", allow=admin, responses=_ZIP)
    def get(self, granted: User, user_id: int, data_file_id: int) -> FileResponse:
        return _file(file_selectors.file_of(person(user_id), data_file_id), granted)


class UserDeletionApi(APIView):
    @operation("usersDeletionPreview", allow=admin)
    def get(self, granted: User, user_id: int) -> schemas.Preview:
        """What a deletion would do; nothing is done."""
        user = person(user_id)
        lines = schemas.Lines.of(selectors.what_goes(user), selectors.what_stays(user))
        return schemas.Preview(
            goes=lines.goes,
            stays=lines.stays,
            person=Person.of(user),
            is_asked_for=selectors.open_deletion(user) is not None,
            obstacles=[Notice.of(each) for each in selectors.obstacles(user, granted)],
        )

    @operation("usersDelete", allow=admin, status=201)
    def post(self, granted: User, user_id: int) -> schemas.Deletion:
        """Delete a person: their names at once, what else goes by a job."""
        return schemas.Deletion.of(deletions.order(user=person(user_id), actor=granted))


class DeletionsApi(APIView):
    @operation("deletionsList", allow=admin)
    def get(
        self, request: Request, granted: User, query: schemas.DeletionsQuery
    ) -> Page[schemas.Deletion]:
        return paginate(request, selectors.deletions(query.state), schemas.Deletion.of)


class DeletionApi(APIView):
    @operation("deletionsRead", allow=admin)
    def get(self, granted: User, deletion_id: int) -> schemas.Deletion:
        return schemas.Deletion.of(selectors.deletion(deletion_id))


urlpatterns = [
    path("me/data", OwnDataApi.as_view()),
    path("me/data/files", OwnFilesApi.as_view()),
    path("me/data/files/<int:data_file_id>", OwnFileApi.as_view()),
    path("me/deletion", OwnDeletionApi.as_view()),
    path("users/<int:user_id>/data-files", UserFilesApi.as_view()),
    path("users/<int:user_id>/data-files/<int:data_file_id>", UserFileApi.as_view()),
    path("users/<int:user_id>/deletion", UserDeletionApi.as_view()),
    path("admin/deletions", DeletionsApi.as_view()),
    path("admin/deletions/<int:deletion_id>", DeletionApi.as_view()),
]
