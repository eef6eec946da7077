"""The JSON form of people, shared by every answer that names one."""

from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from rest_framework import serializers

from annotate.people.models import User


class UserSerializer(serializers.Serializer[User]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    display_name = serializers.CharField(source="shown_name")
    email = serializers.CharField()
    is_admin = serializers.BooleanField()
    may_create_projects = serializers.BooleanField(source="is_maker")
    is_active = serializers.BooleanField()


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
