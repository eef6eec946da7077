"""The JSON form of reports on texts."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.evaluation.selectors.report_tables import TABLES
from annotate.evaluation.serializers.texts import SourceField
from annotate.evaluation.services.text_reports import MEASURES, MOST_SOURCES
from annotate.people.serializers import PersonSerializer


class ChosenTextsSerializer(serializers.Serializer[Any]):
    source = SourceField()  # type: ignore[assignment]
    title = serializers.CharField(
        max_length=200, required=False, allow_blank=True, help_text="Its usual one if left out."
    )


class TextReportRequestSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    sources = serializers.ListField(
        child=ChosenTextsSerializer(), min_length=1, max_length=MOST_SOURCES
    )
    references = SourceField(
        allow_null=True, default=None, help_text="What the sources are scored against."
    )
    measures = serializers.ListField(
        child=serializers.ChoiceField(choices=MEASURES), min_length=1, default=list(MEASURES)
    )
    same_images = serializers.BooleanField(
        default=True, help_text="Score on those images alone of which every source has a text."
    )
    meteor = serializers.BooleanField(default=True, help_text="It takes by far the longest.")


class NamedTextsSerializer(serializers.Serializer[Any]):
    source = SourceField()  # type: ignore[assignment]
    title = serializers.CharField()


class TextReportOptionsSerializer(serializers.Serializer[Any]):
    references = NamedTextsSerializer(allow_null=True)
    measures = serializers.ListField(child=serializers.ChoiceField(choices=MEASURES))
    same_images = serializers.BooleanField()
    meteor = serializers.BooleanField()


class MeasuredTextsSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    texts = serializers.IntegerField()
    images = serializers.IntegerField()
    several = serializers.IntegerField(help_text="Images with two texts or more.")


class TextSpreadSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    q10 = serializers.FloatField(allow_null=True)
    q25 = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)
    q75 = serializers.FloatField(allow_null=True)
    q90 = serializers.FloatField(allow_null=True)


class TextReportRowSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    texts = serializers.IntegerField()
    figures = serializers.DictField(child=serializers.FloatField(allow_null=True))
    undefined = serializers.DictField(
        child=serializers.CharField(), help_text="Why a figure is null."
    )
    spreads = serializers.DictField(
        child=TextSpreadSerializer(), help_text="Of single texts; of images for specificity."
    )


class TextReportTableSerializer(serializers.Serializer[Any]):
    key = serializers.ChoiceField(choices=[table.key for table in TABLES])
    columns = serializers.ListField(child=serializers.CharField())
    rows = TextReportRowSerializer(many=True)


class TextReportResultsSerializer(serializers.Serializer[Any]):
    sources = MeasuredTextsSerializer(many=True)
    references = MeasuredTextsSerializer(allow_null=True)
    tables = TextReportTableSerializer(many=True)


class TextReportSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    sources = NamedTextsSerializer(many=True)
    options = TextReportOptionsSerializer()
    state = serializers.ChoiceField(choices=["measuring", "ready", "failed"])
    problem = serializers.CharField(help_text="Why it failed.")
    results = TextReportResultsSerializer(
        allow_null=True, help_text="Null until it is measured, and in lists."
    )
    job = JobSerializer(allow_null=True)
    code_version = serializers.CharField()
    created_by = PersonSerializer()
    created_at = serializers.DateTimeField()
