"""Images over HTTP: the list for leads, and the pixels for members."""

from collections.abc import Callable
from typing import IO, Any, cast

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.http import content_disposition_header, parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.images import intake, schemas, selectors, services, storage, tiling
from annotate.images.models import Image
from annotate.images.negotiation import AnyAccept
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access

# Part of the ETag: raise it when the way copies are made changes.
_COPIES_VERSION = 1
_DAY = 86_400


def visible(user: User, image_id: int) -> Image:
    """An image of a project in which the person is; anything else is not found."""
    image = selectors.image(image_id)
    access.member(user, image.project_id)
    return image


class ImagesApi(APIView):
    @operation("imagesList", allow=access.lead)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.Image]:
        return paginate(request, selectors.in_project(granted.project), schemas.Image.of)


class ImageContentApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "imagesContent",
        allow=visible,
        responses={
            (200, intake.DERIVATIVE_TYPE): OpenApiResponse(
                OpenApiTypes.BINARY, "The picture, upright, in sRGB."
            )
        },
    )
    def get(
        self, request: Request, granted: Image, query: schemas.ContentQuery
    ) -> HttpResponseBase:
        size = query.size
        etag = f'"{granted.sha256[:32]}-{size}-{_COPIES_VERSION}"'
        return _picture(
            request, etag, _name(granted, size), lambda: services.open_copy(granted, size)
        )


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
        responses={
            (200, intake.DERIVATIVE_TYPE): OpenApiResponse(
                OpenApiTypes.BINARY, "A square of the picture in its own resolution."
            )
        },
    )
    def get(
        self, request: Request, granted: Image, level: int, column: int, row: int
    ) -> HttpResponseBase:
        tile = intake.Tile(level, column, row)
        place = f"{level}-{column}-{row}"
        etag = f'"{granted.sha256[:32]}-tile-{place}-{storage.TILES_VERSION}"'
        name = _name(granted, place)
        return _picture(request, etag, name, lambda: tiling.open_tile(granted, tile))


def _name(image: Image, part: str) -> str:
    stem = image.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return f"{stem or 'image'}-{part}.jpg"


def _picture(
    request: Request, etag: str, name: str, opened: Callable[[], IO[Any]]
) -> HttpResponseBase:
    """Send a picture, or nothing where the browser has it already."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in known or f"W/{etag}" in known:
        return _protected(HttpResponse(status=304), etag)
    response = FileResponse(cast(Any, opened()), content_type=intake.DERIVATIVE_TYPE)
    response["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    return _protected(response, etag)


def _protected(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    """Whatever a browser makes of these bytes, they can run nothing and stay with one person."""
    response["ETag"] = etag
    response["Cache-Control"] = f"private, max-age={_DAY}, immutable"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


urlpatterns = [
    path("projects/<int:project_id>/images", ImagesApi.as_view()),
    path("images/<int:image_id>", ImageApi.as_view()),
    path("images/<int:image_id>/content", ImageContentApi.as_view()),
    path("images/<int:image_id>/tiles", ImageTilesApi.as_view()),
    path("images/<int:image_id>/tiles/<int:level>/<int:column>/<int:row>", ImageTileApi.as_view()),
]
