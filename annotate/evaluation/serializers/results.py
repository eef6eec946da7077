"""The JSON forms of the results of a study, of its single cases, and of brought-in ratings."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from annotate.evaluation.models import Study
from annotate.workflow.models import Assignment
from annotate.workflow.serializers import ShownImageSerializer

_COUNTS = "By level, from the first source to the second; of ratings from 1 to 5."


class _Maybe(serializers.FloatField):
    """A figure, or null where it has no value."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)


def _why() -> serializers.CharField:
    return serializers.CharField(allow_null=True, help_text="Why there is no value, if so.")


def _five() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(), min_length=5, max_length=5, help_text=_COUNTS
    )


class StudyIntervalSerializer(serializers.Serializer[Any]):
    """A figure with its bootstrap interval of 95 % over the items."""

    value = _Maybe()
    low = _Maybe()
    high = _Maybe()
    why = _why()


class SideBySideMetricSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    n = serializers.IntegerField(help_text="Judgements.")
    counts = _five()
    percent = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Whole numbers that sum to 100 (largest remainder); null without judgements.",
    )
    net = StudyIntervalSerializer(
        help_text="Percent that prefer the second source less percent that prefer the first."
    )


class UmbrellaSerializer(StudyIntervalSerializer):
    key = serializers.ChoiceField(choices=["recall", "precision", "writing_style", "overall"])
    title = serializers.CharField()


class StudyAgreementSerializer(serializers.Serializer[Any]):
    metric = serializers.CharField()
    alpha = _Maybe(help_text="Krippendorff's alpha for ordinal data.")
    why = _why()
    pairwise = _Maybe(help_text="Share of pairs of people who gave the same score.")
    items = serializers.IntegerField(help_text="Items that two people or more judged.")


class LengthEffectSerializer(serializers.Serializer[Any]):
    """Whether longer texts were preferred: tokens of the second less the first, and the score."""

    rho = _Maybe()
    low = _Maybe()
    high = _Maybe()
    n = serializers.IntegerField()
    why = _why()
    text = serializers.CharField()


class TimeEffectSerializer(serializers.Serializer[Any]):
    """How long people took, by what they came to say."""

    rho = _Maybe()
    n = serializers.IntegerField()
    why = _why()
    median_seconds_by_level = serializers.ListField(child=_Maybe())
    text = serializers.CharField()


class StudyEffectsSerializer(serializers.Serializer[Any]):
    length = LengthEffectSerializer()
    time = TimeEffectSerializer()


class ExcludedRatingsSerializer(serializers.Serializer[Any]):
    rejected = serializers.IntegerField(help_text="Judgements that a lead rejected.")
    withdrawn = serializers.IntegerField(help_text="Judgements of items withdrawn since.")


class _ResultsSerializer(serializers.Serializer[Any]):
    items = serializers.IntegerField(help_text="Items with a judgement that counts.")
    ratings = serializers.IntegerField(help_text="Judgements: one person about one item.")
    raters = serializers.IntegerField()
    sources = serializers.ListField(child=serializers.CharField())
    agreement = StudyAgreementSerializer(many=True)
    excluded = ExcludedRatingsSerializer()
    method = serializers.CharField(help_text="How the intervals are made, in a sentence.")


class SideBySideResultsSerializer(_ResultsSerializer):
    design = serializers.ChoiceField(choices=[Study.Design.SIDE_BY_SIDE.value])
    levels = serializers.ListField(child=serializers.CharField())
    metrics = SideBySideMetricSerializer(many=True)
    umbrellas = UmbrellaSerializer(many=True)
    effects = StudyEffectsSerializer()


class LikertSourceSerializer(serializers.Serializer[Any]):
    source = serializers.CharField()  # type: ignore[assignment]
    items = serializers.IntegerField()
    median_counts = _five()
    mean_of_medians = StudyIntervalSerializer()
    counts = _five()


class LikertMetricSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    by_source = LikertSourceSerializer(many=True)
    difference = StudyIntervalSerializer(
        allow_null=True, help_text="Second source less first, by image; null unless two."
    )


class LikertResultsSerializer(_ResultsSerializer):
    design = serializers.ChoiceField(choices=[Study.Design.LIKERT.value])
    metrics = LikertMetricSerializer(many=True)


STUDY_RESULTS = PolymorphicProxySerializer(
    component_name="StudyResults",
    serializers={
        Study.Design.SIDE_BY_SIDE.value: SideBySideResultsSerializer,
        Study.Design.LIKERT.value: LikertResultsSerializer,
    },
    resource_type_field_name="design",
)


class GivenScoreSerializer(serializers.Serializer[Any]):
    score = serializers.IntegerField(
        help_text="-2 (the first text is substantially better) to 2 (the second), or 1 to 5."
    )
    justification = serializers.CharField(allow_blank=True)


class CaseRatingSerializer(serializers.Serializer[Any]):
    rater = serializers.CharField(help_text="“Rater 3”: the same person throughout the study.")
    scores = serializers.DictField(child=GivenScoreSerializer())
    seconds = serializers.FloatField(allow_null=True)
    verdict = serializers.ChoiceField(
        choices=Assignment.Verdict.choices, allow_null=True, help_text="Null if brought in."
    )


class StudyCaseSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    image = ShownImageSerializer(allow_null=True)
    image_name = serializers.CharField()
    sources = serializers.ListField(child=serializers.CharField(), help_text="As the texts.")
    texts = serializers.ListField(
        child=serializers.CharField(), help_text="Empty where only scores were brought in."
    )
    flipped = serializers.BooleanField(help_text="Whether people saw the second text on the left.")
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
