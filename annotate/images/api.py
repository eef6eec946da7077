"""Images over HTTP: the list for leads, and the pixels for those who work on them."""

from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.keyset import page_by
from annotate.core.operations import operation
from annotate.core.schemas import Page, PageQuery
from annotate.images import hooks, intake, schemas, selectors, services, storage, tiling
from annotate.images.models import Image
from annotate.images.responses import AnyAccept, picture, sent
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Role


def visible(user: User, image_id: int) -> Image:
    """An image of a project that the person leads or reviews, or an image they work on.

    Anything else is not found: nobody who annotates can go through the images of a project.
    """
    image = selectors.image(image_id)
    granted = access.unblocked(user, image.project_id)
    if granted.role == Role.ANNOTATOR and not hooks.is_seen_by(user, image):
        raise errors.NotFound
    return image


def _jpeg(description: str) -> dict[tuple[int, str], OpenApiResponse]:
    return {(200, intake.DERIVATIVE_TYPE): OpenApiResponse(OpenApiTypes.BINARY, description)}


class ImagesApi(APIView):
    @operation("imagesList", allow=access.lead)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.Image]:
        rows = selectors.in_project(granted.project)
        page = page_by(rows, query, column="created_at", key="id", largest_first=True)
        results = [schemas.Image.of(image) for image in page.rows]
        return Page(next=page.next, previous=page.previous, results=results)


class ImageContentApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("imagesContent", allow=visible, responses=_jpeg("The picture, upright, in sRGB."))
    def get(
        self, request: Request, granted: Image, query: schemas.ContentQuery
    ) -> HttpResponseBase:
        return picture(request, services.facts_of(granted), query.size, name=_stem(granted))


class ImageApi(APIView):
    @operation("imagesRetrieve", allow=visible)
    def get(self, granted: Image) -> schemas.PlainImage:
        return schemas.PlainImage.of(granted)


class ImageTilesApi(APIView):
    @operation("imagesTiles", allow=visible)
    def get(self, granted: Image) -> schemas.Tiles:
        """Have the tiles of a large image ready, and say what there is. The first time this takes
        a few seconds; 429 `busy` says that others wait already."""
        tiling.prepare(granted)
        levels = [schemas.Level(width=w, height=h) for w, h in tiling.levels(granted)]
        return schemas.Tiles(levels=levels)


class ImageTileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "imagesTile",
        allow=visible,
        responses=_jpeg("A square of the picture in its own resolution."),
    )
    def get(
        self, request: Request, granted: Image, level: int, column: int, row: int
    ) -> HttpResponseBase:
        tile = intake.Tile(level, column, row)
        place = f"{level}-{column}-{row}"
        etag = f'"{granted.sha256[:32]}-tile-{place}-{storage.TILES_VERSION}"'
        name = f"{_stem(granted)}-{place}.jpg"
        return sent(request, etag, name, lambda: tiling.open_tile(granted, tile))


def _stem(image: Image) -> str:
    return image.name.rsplit("/", 1)[-1].rsplit(".", 1)[0] or "image"


urlpatterns = [
    path("projects/<int:project_id>/images", ImagesApi.as_view()),
    path("images/<int:image_id>", ImageApi.as_view()),
    path("images/<int:image_id>/content", ImageContentApi.as_view()),
    path("images/<int:image_id>/tiles", ImageTilesApi.as_view()),
    path("images/<int:image_id>/tiles/<int:level>/<int:column>/<int:row>", ImageTileApi.as_view()),
]
