"""The JSON forms of the results of a study, of its single cases, and of brought-in ratings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.workflow.models import Assignment
from annotate.workflow.serializers import ShownImageSerializer

# Both are put together from the designs: see `annotate.core.schema`.
STUDY_RESULTS = {"$ref": "#/components/schemas/StudyResults"}
_CASE_ANSWER = {"$ref": "#/components/schemas/CaseAnswer"}


@extend_schema_field(_CASE_ANSWER)
class CaseAnswerField(serializers.JSONField):
    """What somebody said, in terms of the study's sources."""


class CaseRatingSerializer(serializers.Serializer[Any]):
    rater = serializers.CharField(help_text="“Rater 3”: the same person throughout the study.")
    order = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The sources as this person saw them; null if brought in.",
    )
    answer = CaseAnswerField()
    seconds = serializers.FloatField(allow_null=True)
    verdict = serializers.ChoiceField(
        choices=Assignment.Verdict.choices, allow_null=True, help_text="Null if brought in."
    )


class CaseStimulusSerializer(serializers.Serializer[Any]):
    source = serializers.IntegerField(help_text="Its place in the sources of the study.")  # type: ignore[assignment]
    title = serializers.CharField()
    text = serializers.CharField(
        allow_blank=True, help_text="Empty where only scores were brought in."
    )


class StudyCaseSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    image = ShownImageSerializer(allow_null=True)
    image_name = serializers.CharField()
    stimuli = CaseStimulusSerializer(many=True, help_text="In the order of the sources.")
    ratings = CaseRatingSerializer(many=True)


class RatingsImportRequestSerializer(serializers.Serializer[Any]):
    """A CSV file with the columns comparison, image, left, right, metric and score, and if you
    like rater and justification; the left source becomes the first one."""

    file = serializers.FileField()
    name = serializers.CharField(max_length=200)
    comparison = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="Which one of the file; may be left out where it has but one.",
    )
