"""The JSON form of people, shared by every answer that names one."""

from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.people import preferences
from annotate.people.models import User


class UserSerializer(serializers.Serializer[User]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    display_name = serializers.CharField(source="shown_name")
    email = serializers.CharField()
    is_admin = serializers.BooleanField()
    may_create_projects = serializers.BooleanField(source="is_maker")
    is_active = serializers.BooleanField()


class PreferencesSerializer(serializers.Serializer[Any]):
    language = serializers.ChoiceField(choices=["", "en", "de"])
    single_keys = serializers.BooleanField()
    keys = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))


class PreferenceChangesSerializer(serializers.Serializer[Any]):
    """What is left out stays as it is; `keys` are replaced as a whole."""

    language = serializers.ChoiceField(choices=["", "en", "de"], required=False)
    single_keys = serializers.BooleanField(required=False)
    keys = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), required=False
    )


@extend_schema_field(PreferenceChangesSerializer)
class PreferenceChangesField(serializers.JSONField):
    """Handed on as sent: `annotate.people.preferences` checks names and values."""


class MeSerializer(UserSerializer):
    """A person as only they see themselves: with what they chose for their own pages."""

    preferences = serializers.SerializerMethodField()

    @extend_schema_field(PreferencesSerializer)
    def get_preferences(self, user: User) -> dict[str, Any]:
        return preferences.read(user.preferences).model_dump()


class PersonSerializer(serializers.Serializer[User]):
    """A person as others in a project see them: no address."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    display_name = serializers.CharField(source="shown_name")


class UsernameField(serializers.CharField):
    """A new username: letters, digits and @ . + - _ only."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_length=2, max_length=150, validators=[UnicodeUsernameValidator()], **kwargs
        )
