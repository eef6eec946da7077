"""Freeze releases and take them away, over HTTP."""

from django.http import FileResponse, StreamingHttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import as_attachment
from annotate.core.keyset import page_by
from annotate.core.operations import operation
from annotate.core.schemas import Page, PageQuery
from annotate.exchange.models import Release
from annotate.exchange.releases import content, schemas, selectors, services
from annotate.exchange.releases.differences import comparison, page_of
from annotate.exchange.releases.output import packed
from annotate.exchange.releases.tombstones import tombstones
from annotate.exchange.releases.wishes import Wish
from annotate.images.responses import AnyAccept
from annotate.projects import access
from annotate.projects.access import Access

_TYPES = {"json": "application/json", "jsonl": "application/jsonl", "md": "text/markdown"}
_BINARY = "application/octet-stream"


def _release(granted: Access, release_id: int) -> Release:
    return errors.existing(selectors.releases(granted.project).filter(pk=release_id).first())


class ReleasesApi(APIView):
    @operation("releasesList", allow=access.reader)
    def get(self, granted: Access, query: PageQuery) -> Page[schemas.Release]:
        """The newest first."""
        rows = selectors.releases(granted.project)
        page = page_by(rows, query, column="created_at", key="id", largest_first=True)
        described = selectors.describe(page.rows)
        return Page(next=page.next, previous=page.previous, results=described)

    @operation("releasesCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewRelease) -> schemas.Release:
        """Freeze the project as it is; the job says how far it is."""
        wish = Wish(**dict(body))
        release = services.start_release(project=granted.project, actor=granted.user, wish=wish)
        return selectors.describe([release])[0]


class ReleasePreviewApi(APIView):
    @operation("releasesPreview", allow=access.reader)
    def get(self, granted: Access, query: schemas.ReleaseScope) -> schemas.ReleasePreview:
        """What a release would hold if it were frozen now, and what it would leave out."""
        return selectors.preview(granted.project, query)


class ReleaseDetailApi(APIView):
    @operation("releasesRead", allow=access.reader)
    def get(self, granted: Access, release_id: int) -> schemas.ReleaseDetail:
        return selectors.describe_one(_release(granted, release_id))


class ReleaseFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("releasesFile", allow=access.reader, responses={(200, _BINARY): OpenApiTypes.BINARY})
    def get(self, granted: Access, release_id: int, file_path: str) -> FileResponse:
        """One file, as its content is."""
        release = _release(granted, release_id)
        file = selectors.file_of(release, file_path)
        known = _TYPES.get(file.path.rpartition(".")[2], _BINARY)
        response = FileResponse(content.opened(file.sha256), content_type=known)
        response["ETag"] = f'"{file.sha256}"'
        services.note_download(release=release, actor=granted.user, path=file.path)
        return as_attachment(response, file.path)


class ReleaseArchiveApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "releasesArchive",
        allow=access.reader,
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, granted: Access, release_id: int) -> StreamingHttpResponse:
        """The whole as one zip archive."""
        release = _release(granted, release_id)
        response = StreamingHttpResponse(packed(release), content_type="application/zip")
        name = f"{selectors.folder_of(release)}.zip"
        services.note_download(release=release, actor=granted.user, path=name)
        return as_attachment(response, name)


class ReleaseTombstonesApi(APIView):
    @operation("releasesTombstones", allow=access.reader)
    def get(self, granted: Access, release_id: int) -> schemas.Tombstones:
        """What of it was withdrawn since; the archive has the same as tombstones.json."""
        release = _release(granted, release_id)
        selectors.files_of(release)
        found = [schemas.Tombstone.model_validate(each) for each in tombstones(release)]
        return schemas.Tombstones(tombstones=found)


class ReleaseComparisonApi(APIView):
    @operation("releasesCompare", allow=access.reader)
    def get(self, granted: Access, release_id: int, before_id: int) -> schemas.ReleaseComparison:
        """This release beside an earlier one."""
        return comparison(_release(granted, release_id), _release(granted, before_id))


class ReleaseDifferencesApi(APIView):
    @operation("releasesDifferences", allow=access.reader)
    def get(
        self, granted: Access, release_id: int, before_id: int, query: schemas.DifferencesQuery
    ) -> Page[schemas.SampleDifference]:
        """Sample by sample, in order of their external ids; pages go forwards alone."""
        return page_of(_release(granted, release_id), _release(granted, before_id), query)


class DatasheetApi(APIView):
    @operation("datasheetRead", allow=access.reader)
    def get(self, granted: Access) -> schemas.Datasheet:
        """What the datasheet of the next release will say: drafts, and what leads wrote."""
        return selectors.datasheet_of(granted.project)

    @operation("datasheetWrite", allow=access.lead)
    def put(self, granted: Access, body: schemas.DatasheetAnswers) -> schemas.Datasheet:
        """Write all answers that are no drafts; releases that are frozen keep theirs."""
        services.write_datasheet(project=granted.project, actor=granted.user, answers=body.answers)
        return selectors.datasheet_of(granted.project)


_ALL = "projects/<int:project_id>/releases"
_ONE = f"{_ALL}/<int:release_id>"

urlpatterns = [
    path(_ALL, ReleasesApi.as_view()),
    path(f"{_ALL}/preview", ReleasePreviewApi.as_view()),
    path(f"{_ALL}/datasheet", DatasheetApi.as_view()),
    path(_ONE, ReleaseDetailApi.as_view()),
    path(f"{_ONE}/files/<str:file_path>", ReleaseFileApi.as_view()),
    path(f"{_ONE}/archive", ReleaseArchiveApi.as_view()),
    path(f"{_ONE}/tombstones", ReleaseTombstonesApi.as_view()),
    path(f"{_ONE}/compare/<int:before_id>", ReleaseComparisonApi.as_view()),
    path(f"{_ONE}/compare/<int:before_id>/samples", ReleaseDifferencesApi.as_view()),
]
