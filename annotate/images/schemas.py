"""Images as requests and responses say them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from annotate.core.schemas import Schema
from annotate.images import models
from annotate.images.intake import TILE, levels_of

Size = Literal["thumb", "view", "full"]


def content_url(image_id: int, size: Size) -> str:
    return f"/api/v1/images/{image_id}/content?size={size}"


def _left_out(schema: dict[str, Any]) -> None:
    """Describe a field as one that is not sent where it is None."""
    schema.pop("default")


class ImageCopies(Schema):
    """The addresses of the copies of an image."""

    thumb: str
    view: str
    full: str
    tiles: Annotated[
        str | SkipJsonSchema[None],
        Field(
            description="Only of an image that is larger than its full copy.",
            exclude_if=lambda address: address is None,
            json_schema_extra=_left_out,
        ),
    ] = None

    @classmethod
    def of(cls, image: models.Image) -> "ImageCopies":
        large = bool(levels_of(image.width, image.height))
        return cls(
            thumb=content_url(image.pk, "thumb"),
            view=content_url(image.pk, "view"),
            full=content_url(image.pk, "full"),
            tiles=f"/api/v1/images/{image.pk}/tiles" if large else None,
        )


class PlainImage(Schema):
    """An image as everybody in the project sees it."""

    id: int
    name: str
    width: int
    height: int
    urls: ImageCopies

    @classmethod
    def of(cls, image: models.Image) -> "PlainImage":
        return cls.from_row(image, urls=ImageCopies.of(image))


class Image(Schema):
    """An image as leads see it. Width and height are pixels of the upright picture."""

    id: int
    name: str
    external_id: str
    sha256: str
    format: str
    width: int
    height: int
    bytes: int
    split: models.Image.Split
    metadata: dict[str, str]
    urls: ImageCopies
    created_at: datetime

    @classmethod
    def of(cls, image: models.Image) -> "Image":
        return cls.from_row(image, urls=ImageCopies.of(image))


class Level(Schema):
    width: int
    height: int


class Tiles(Schema):
    """Level n shows the image at 1 / 2^n of its size; a tile is `size` pixels wide and high."""

    size: int = TILE
    levels: list[Level]


class ContentQuery(Schema):
    size: Annotated[
        Size,
        Field(description="Longest side: thumb 320, view 2048, full 4096 pixels at most."),
    ] = "view"
