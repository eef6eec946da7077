"""The JSON forms of projects and what belongs to them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project, Role


class StopRuleSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    threshold = serializers.FloatField()
    enabled = serializers.BooleanField()


class HitSpecSerializer(serializers.Serializer[Any]):
    """Work given in mini-batches: tasks together, and the minutes for all of them."""

    size = serializers.IntegerField()
    minutes = serializers.IntegerField()


class StageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField()
    mode = serializers.ChoiceField(choices=["sequential", "parallel"])
    rounds = serializers.IntegerField()
    rounds_by_split = serializers.DictField(child=serializers.IntegerField())
    stop = StopRuleSerializer(allow_null=True)
    seeded = serializers.BooleanField()
    context = serializers.ListField(  # type: ignore[assignment]  # DRF's own "context" is not used
        child=serializers.CharField()
    )
    about = serializers.CharField(allow_null=True)
    given = serializers.BooleanField()
    hit = HitSpecSerializer(allow_null=True)
    gold_rate = serializers.FloatField()
    lease_minutes = serializers.IntegerField()
    idle_seconds = serializers.IntegerField()
    settings = serializers.DictField()


class OptionalStageSerializer(serializers.Serializer[Any]):
    """A stage that a project can take in when it is made, before the stage named."""

    stage = StageSerializer()
    before = serializers.CharField()


class RecipeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    description = serializers.CharField()
    no_repeat = serializers.ChoiceField(choices=["sample", "stage"])
    stages = StageSerializer(many=True)
    optional_stages = OptionalStageSerializer(many=True)


class ProjectCountsSerializer(serializers.Serializer[Any]):
    samples = serializers.IntegerField()
    done = serializers.IntegerField()
    members = serializers.IntegerField()


class ProjectOriginSerializer(serializers.Serializer[Any]):
    """The study a project was made for, and the project whose texts are judged in it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    project = serializers.IntegerField()
    project_name = serializers.CharField()


class ProjectSerializer(serializers.Serializer[Any]):
    """A project. Annotators get no recipe: the number of rounds would tell them their place."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    description = serializers.CharField()
    state = serializers.ChoiceField(choices=Project.State.choices)
    role = serializers.ChoiceField(choices=Role.choices, allow_null=True)
    recipe = RecipeSerializer(allow_null=True)
    counts = ProjectCountsSerializer()
    study = ProjectOriginSerializer(
        allow_null=True,
        required=False,
        help_text="Only for those who may read the texts that are judged.",
    )
    created_at = serializers.DateTimeField()


class StageChangesSerializer(serializers.Serializer[Any]):
    """What a lead may change about one stage; `settings` are laid over those it has."""

    enabled = serializers.BooleanField(required=False)
    rounds = serializers.IntegerField(required=False)
    rounds_by_split = serializers.DictField(child=serializers.IntegerField(), required=False)
    lease_minutes = serializers.IntegerField(required=False)
    hit = HitSpecSerializer(required=False, allow_null=True)
    gold_rate = serializers.FloatField(required=False)
    settings = serializers.DictField(required=False)


@extend_schema_field(StageChangesSerializer)
class StageChangesField(serializers.DictField):
    """Handed on as sent: the recipe itself checks names and values."""


class RecipeChangesSerializer(serializers.Serializer[Any]):
    """What a lead may change in a recipe; the recipe itself checks the values."""

    no_repeat = serializers.ChoiceField(choices=["sample", "stage"], required=False)
    rounds = serializers.DictField(child=serializers.IntegerField(), required=False)
    threshold = serializers.FloatField(required=False)
    ngram = serializers.IntegerField(required=False)
    early_stopping = serializers.BooleanField(required=False)
    stages = serializers.DictField(child=StageChangesField(), required=False)


class ProjectRequestSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    description = serializers.CharField(max_length=5000, allow_blank=True, default="")
    recipe = serializers.CharField(max_length=50, default="iiw")
    settings = RecipeChangesSerializer(required=False)


class ProjectChangesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    description = serializers.CharField(max_length=5000, allow_blank=True, required=False)
    state = serializers.ChoiceField(choices=Project.State.choices, required=False)
    settings = RecipeChangesSerializer(required=False)


class MemberSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    user = PersonSerializer()
    role = serializers.ChoiceField(choices=Role.choices)
    is_blocked = serializers.BooleanField()
    joined_at = serializers.DateTimeField()


class MemberRequestSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)


class MemberChangesSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    is_blocked = serializers.BooleanField(required=False)


class InvitationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    uses_left = serializers.IntegerField()


class NewInvitationSerializer(InvitationSerializer):
    url = serializers.CharField()


class InvitationRequestSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)
    expires_in_days = serializers.IntegerField(min_value=1, max_value=90, default=14)
    uses = serializers.IntegerField(min_value=1, max_value=1000, default=1)


class GuidelineSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    body = serializers.CharField()
    created_at = serializers.DateTimeField()
    author = PersonSerializer()


class GuidelineVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    author = PersonSerializer()


class GuidelinesSerializer(serializers.Serializer[Any]):
    current = GuidelineSerializer(allow_null=True)
    versions = GuidelineVersionSerializer(many=True)
    unread = serializers.BooleanField()


class AuditEventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = PersonSerializer(allow_null=True)
    verb = serializers.CharField()
    target = serializers.CharField()
    data = serializers.SerializerMethodField()  # type: ignore[assignment]

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_data(self, event: Any) -> Any:
        return event.data
