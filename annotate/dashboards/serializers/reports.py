"""The JSON forms of printed reports."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.models import Job
from annotate.core.jobs.serializers import JobSerializer
from annotate.people.serializers import PersonSerializer


class ReportRequestSerializer(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    with_names = serializers.BooleanField(
        default=False, help_text="Call annotators by their names instead of numbers."
    )


class ReportSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    with_names = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    job = JobSerializer(allow_null=True)
    problem = serializers.CharField(help_text="Why there is no PDF; empty where there is one.")
    code_version = serializers.CharField()
    html = serializers.CharField(allow_null=True)
    pdf = serializers.CharField(allow_null=True)
    sha256 = serializers.CharField(help_text="Of the HTML file.")
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
