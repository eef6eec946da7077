"""The form of a person for what is still declared by serializers."""

from rest_framework import serializers

from annotate.people.models import User


class PersonSerializer(serializers.Serializer[User]):
    """A person as others in a project see them: no address."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    display_name = serializers.CharField(source="shown_name")
