"""The JSON forms of studies."""

from typing import Any

from rest_framework import serializers

from annotate import kinds
from annotate.core.jobs.serializers import JobSerializer
from annotate.evaluation.models import Study
from annotate.evaluation.serializers.texts import SourceField, TitledSourceSerializer
from annotate.people.serializers import PersonSerializer

JUSTIFICATIONS = ("required", "optional", "off")
MAX_SOURCES = max(design.sources[1] for design in kinds.designs().values())
MAX_RATERS = 200


class StudyMetricSerializer(serializers.Serializer[Any]):
    """One question that is answered on the scale."""

    key = serializers.CharField(max_length=40)
    title = serializers.CharField(max_length=200)
    help = serializers.CharField(max_length=1000, allow_blank=True, default="")


class StudyOptionsSerializer(serializers.Serializer[Any]):
    sample_size = serializers.IntegerField(allow_null=True, help_text="Images; null: all.")
    raters_per_item = serializers.IntegerField()
    metrics = StudyMetricSerializer(many=True, help_text="Empty where the kind has none.")
    justification = serializers.ChoiceField(choices=JUSTIFICATIONS)
    settings = serializers.DictField(help_text="The other settings of the design's kind.")


class StudyWorkSerializer(serializers.Serializer[Any]):
    """The project in which people judge."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class StudySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    design = serializers.ChoiceField(choices=list(kinds.designs()))
    state = serializers.ChoiceField(choices=Study.State.choices)
    sources = TitledSourceSerializer(many=True)
    options = StudyOptionsSerializer()
    seed = serializers.IntegerField()
    items = serializers.IntegerField()
    ratings = serializers.IntegerField(help_text="Judgements that count, of items by people.")
    wanted = serializers.IntegerField(help_text="Judgements that were asked for.")
    work = StudyWorkSerializer(allow_null=True)
    problem = serializers.CharField()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class _ChoiceSerializer(serializers.Serializer[Any]):
    design = serializers.ChoiceField(choices=list(kinds.designs()))
    sample_size = serializers.IntegerField(
        min_value=1, max_value=100_000, allow_null=True, default=None, help_text="Images."
    )


class StudyPreviewRequestSerializer(_ChoiceSerializer):
    sources = serializers.ListField(child=SourceField(), min_length=1, max_length=MAX_SOURCES)


class MissingTextSerializer(serializers.Serializer[Any]):
    source = SourceField()  # type: ignore[assignment]
    without_text = serializers.IntegerField(
        help_text="Images that have a text of another source and none of this one."
    )


class StudyPreviewSerializer(serializers.Serializer[Any]):
    items = serializers.IntegerField()
    missing = MissingTextSerializer(many=True)
    authors = serializers.IntegerField(help_text="People who wrote a text: they cannot judge.")
    same = serializers.IntegerField(help_text="Items whose texts are all the same.")
    warnings = serializers.ListField(child=serializers.CharField())


class StudyRequestSerializer(_ChoiceSerializer):
    name = serializers.CharField(max_length=200)
    sources = TitledSourceSerializer(many=True)
    raters_per_item = serializers.IntegerField(min_value=1, max_value=20, default=3)
    metrics = StudyMetricSerializer(many=True, required=False)
    justification = serializers.ChoiceField(choices=JUSTIFICATIONS, required=False)
    settings = serializers.DictField(
        required=False,
        help_text="Other settings of the design's kind: see `SettingsByKind`.",
    )
    raters = serializers.ListField(
        child=serializers.IntegerField(), required=False, max_length=MAX_RATERS
    )
    seed = serializers.IntegerField(min_value=0, max_value=2**53 - 1, required=False)
    guidelines = serializers.CharField(max_length=100_000, required=False, allow_blank=True)


class StudyChangesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
