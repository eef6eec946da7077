"""The JSON forms of sources and of files of texts."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.people.serializers import PersonSerializer

_SOURCE_SCHEMA = {
    "type": "object",
    "required": ["type"],
    "properties": {
        # "import" is told of studies whose scores were brought in; it can never be asked for.
        "type": {"type": "string", "enum": ["round", "final", "seed", "file", "import"]},
        "stage": {"type": "string", "description": "Of round, final and seed."},
        "index": {"type": "integer", "description": "Of round: its number, from 1."},
        "version": {
            "type": "integer",
            "nullable": True,
            "description": "Of seed: the model version; null is the newest seed of each image.",
        },
        "file": {"type": "integer", "description": "Of file."},
    },
}


@extend_schema_field(_SOURCE_SCHEMA)
class SourceField(serializers.JSONField):
    """Where texts come from; which sources there are is checked against the project."""


class TextSourceSerializer(serializers.Serializer[Any]):
    """A source of texts of the project, what to call it, and how many texts it has."""

    source = SourceField()  # type: ignore[assignment]
    title = serializers.CharField()
    texts = serializers.IntegerField()


class TitledSourceSerializer(serializers.Serializer[Any]):
    """A source and what results call it; judges never read the title."""

    source = SourceField()  # type: ignore[assignment]
    title = serializers.CharField(max_length=100)


class TextFileSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    texts = serializers.IntegerField()
    matched = serializers.IntegerField(help_text="Texts whose image the project has.")
    created_by = PersonSerializer()
    created_at = serializers.DateTimeField()


class TextFileRequestSerializer(serializers.Serializer[Any]):
    """JSON lines, a JSON list or CSV in UTF-8, packed with gzip or not."""

    file = serializers.FileField()
    name = serializers.CharField(max_length=200)
    text_field = serializers.CharField(
        max_length=100,
        default="",
        allow_blank=True,
        help_text="What the text is called in each row; empty: text, description, caption …",
    )
    key_field = serializers.CharField(
        max_length=100,
        default="",
        allow_blank=True,
        help_text="What holds the external_id or name of the image; empty: key, external_id …",
    )
