"""The JSON form of images."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.images import selectors
from annotate.images.models import Image


class ImageCopiesSerializer(serializers.Serializer[Any]):
    thumb = serializers.CharField()
    view = serializers.CharField()
    full = serializers.CharField()
    tiles = serializers.CharField(
        required=False, help_text="Only of an image that is larger than its full copy."
    )


class PlainImageSerializer(serializers.Serializer[Any]):
    """An image as everybody in the project sees it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    urls = serializers.SerializerMethodField()

    @extend_schema_field(ImageCopiesSerializer)
    def get_urls(self, image: Image) -> dict[str, str]:
        return selectors.urls_of(image)


class LevelSerializer(serializers.Serializer[Any]):
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class TilesSerializer(serializers.Serializer[Any]):
    """Level n shows the image at 1 / 2^n of its size; a tile is `size` pixels wide and high."""

    size = serializers.IntegerField()
    levels = LevelSerializer(many=True)


class ImageSerializer(serializers.Serializer[Image]):
    """An image as leads see it. Width and height are pixels of the upright picture."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    external_id = serializers.CharField()
    sha256 = serializers.CharField()
    format = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    bytes = serializers.IntegerField()
    split = serializers.ChoiceField(choices=Image.Split.choices)
    metadata = serializers.DictField(child=serializers.CharField())
    urls = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    @extend_schema_field(ImageCopiesSerializer)
    def get_urls(self, image: Image) -> dict[str, str]:
        return selectors.urls_of(image)
