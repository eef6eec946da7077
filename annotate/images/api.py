"""Images over HTTP: the list for leads, and the pixels for members."""

from collections.abc import Callable
from typing import IO, Any, cast

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.http import content_disposition_header, parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.images import intake, selectors, services, storage, tiling
from annotate.images.models import Image
from annotate.images.negotiation import AnyAccept
from annotate.images.serializers import ImageSerializer, PlainImageSerializer, TilesSerializer
from annotate.projects import access

# Part of the ETag: raise it when the way copies are made changes.
_COPIES_VERSION = 1
_DAY = 86_400


class ImagesApi(ListAPIView[Image]):
    serializer_class = ImageSerializer
    pagination_class = CursorPage

    @extend_schema(operation_id="imagesList")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Image.objects.none()
        found = access.lead(self.request.user, self.kwargs["project_id"])
        return selectors.in_project(found.project)


class ImageContentApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="imagesContent",
        parameters=[
            OpenApiParameter(
                "size",
                enum=list(selectors.SIZES),
                default="view",
                description="Longest side: thumb 320, view 2048, full 4096 pixels at most.",
            )
        ],
        responses={
            (200, intake.DERIVATIVE_TYPE): OpenApiResponse(
                OpenApiTypes.BINARY, "The picture, upright, in sRGB."
            )
        },
    )
    def get(self, request: Request, image_id: int) -> HttpResponseBase:
        image = _seen_by(request, image_id)
        size = request.query_params.get("size", "view")
        if size not in selectors.SIZES:
            raise errors.Invalid.field(
                "size", "not_a_choice", f"Size must be one of {', '.join(selectors.SIZES)}."
            )
        etag = f'"{image.sha256[:32]}-{size}-{_COPIES_VERSION}"'
        return _picture(request, etag, _name(image, size), lambda: services.open_copy(image, size))


class ImageApi(APIView):
    @extend_schema(operation_id="imagesRetrieve", responses=PlainImageSerializer)
    def get(self, request: Request, image_id: int) -> Response:
        return Response(PlainImageSerializer(_seen_by(request, image_id)).data)


class ImageTilesApi(APIView):
    @extend_schema(
        operation_id="imagesTiles",
        description="Have the tiles of a large image ready, and say what there is. The first time"
        " this takes a few seconds; 429 `busy` says that others wait already.",
        responses=TilesSerializer,
    )
    def get(self, request: Request, image_id: int) -> Response:
        image = _seen_by(request, image_id)
        tiling.prepare(image)
        levels = [{"width": width, "height": height} for width, height in tiling.levels(image)]
        return Response({"size": intake.TILE, "levels": levels})


class ImageTileApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="imagesTile",
        responses={
            (200, intake.DERIVATIVE_TYPE): OpenApiResponse(
                OpenApiTypes.BINARY, "A square of the picture in its own resolution."
            )
        },
    )
    def get(
        self, request: Request, image_id: int, level: int, column: int, row: int
    ) -> HttpResponseBase:
        image = _seen_by(request, image_id)
        tile = intake.Tile(level, column, row)
        place = f"{level}-{column}-{row}"
        etag = f'"{image.sha256[:32]}-tile-{place}-{storage.TILES_VERSION}"'
        return _picture(request, etag, _name(image, place), lambda: tiling.open_tile(image, tile))


def _seen_by(request: Request, image_id: int) -> Image:
    """Return an image of a project in which the person is; anything else is not found."""
    image = selectors.image(image_id)
    access.member(request.user, image.project_id)
    return image


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
