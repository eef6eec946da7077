"""The JSON forms of channels, visits and payments."""

from typing import Any

from rest_framework import serializers

from annotate.crowd import adapters
from annotate.crowd.models import Channel, Participation, Payment
from annotate.crowd.selectors.channels import working_in
from annotate.people.serializers import PersonSerializer


class AdapterFieldSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    type = serializers.ChoiceField(
        choices=["text", "integer", "number", "boolean", "money", "url", "choice", "secret"]
    )
    title = serializers.CharField()
    help = serializers.CharField()
    required = serializers.BooleanField()  # type: ignore[assignment]
    secret = serializers.BooleanField()
    default = serializers.JSONField(allow_null=True)
    choices = serializers.ListField(child=serializers.CharField())


class AdapterSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    notice = serializers.CharField(allow_null=True)
    fields = AdapterFieldSerializer(many=True)  # type: ignore[assignment]


class ChannelRequestSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    adapter = serializers.ChoiceField(choices=sorted(adapters.ALL))
    stage = serializers.CharField(max_length=50, allow_null=True, default=None)
    # Secrets are among them: they are written, and never read.
    settings = serializers.DictField(
        child=serializers.JSONField(allow_null=True), default=dict, write_only=True
    )


class ChannelChangesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    state = serializers.ChoiceField(choices=Channel.State.choices, required=False)
    stage = serializers.CharField(max_length=50, allow_null=True, required=False)
    settings = serializers.DictField(
        child=serializers.JSONField(allow_null=True), required=False, write_only=True
    )


class ChannelCountsSerializer(serializers.Serializer[Any]):
    arrived = serializers.IntegerField()
    working = serializers.IntegerField()
    submitted = serializers.IntegerField()
    returned = serializers.IntegerField()


class DocumentSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    text = serializers.CharField()


class ChannelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    adapter = serializers.ChoiceField(choices=sorted(adapters.ALL))
    stage = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(choices=Channel.State.choices)
    settings = serializers.DictField(child=serializers.JSONField(allow_null=True))
    has_credentials = serializers.BooleanField()
    entry_url = serializers.CharField()
    webhook_url = serializers.CharField(allow_null=True)
    setup = DocumentSerializer(many=True)
    counts = ChannelCountsSerializer()
    created_at = serializers.DateTimeField()


def channel_json(channel: Channel, *, origin: str) -> dict[str, Any]:
    """Return the JSON form of a channel, never with a secret; `origin` is our own address."""
    adapter = adapters.get(channel.adapter)
    entry_url = f"{origin}/enter/{channel.slug}"
    webhook_url = f"{origin}/api/v1/crowd/webhooks/{channel.slug}"
    working = working_in(channel)
    # Freshly made channels were not counted yet, and have nothing to count.
    return {
        "id": channel.pk,
        "name": channel.name,
        "adapter": channel.adapter,
        "stage": channel.stage_key or None,
        "state": channel.state,
        "settings": channel.settings,
        "has_credentials": bool(channel.credentials),
        "entry_url": entry_url,
        "webhook_url": webhook_url if adapter.has_webhook else None,
        "setup": adapter.setup(
            adapters.parse_settings(adapter, channel.settings), entry_url=entry_url
        ),
        "counts": {
            "arrived": max(getattr(channel, "open_visits", 0) - working, 0),
            "working": working,
            "submitted": getattr(channel, "submitted", 0),
            "returned": getattr(channel, "returned", 0),
        },
        "created_at": channel.created_at,
    }


class LinkRequestSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100, allow_blank=True, default="")
    email = serializers.EmailField(allow_blank=True, default="")
    send = serializers.BooleanField(default=False)


class LinkSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    mailed_at = serializers.DateTimeField(allow_null=True)
    used_at = serializers.DateTimeField(allow_null=True)


class NewLinkSerializer(LinkSerializer):
    url = serializers.CharField()


class CompletionSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["none", "redirect", "code", "form"])
    url = serializers.CharField(allow_null=True)
    code = serializers.CharField(allow_null=True)
    fields = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]


class VisitedProjectSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class VisitedStageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()


class ParticipationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    project = VisitedProjectSerializer()
    platform = serializers.CharField()
    stage = VisitedStageSerializer(allow_null=True)
    state = serializers.ChoiceField(
        choices=["arrived", "working", "submitted", "returned", "timed_out", "rejected"]
    )
    preview = serializers.BooleanField()
    next = serializers.ChoiceField(choices=["claim", "submit", "done"])
    hit = serializers.IntegerField(allow_null=True)
    completion = CompletionSerializer(allow_null=True)


class VisitSerializer(serializers.Serializer[Participation]):
    """A visit as leads see it: with the platform's ids, which they need to settle things there."""

    id = serializers.IntegerField()
    annotator = PersonSerializer(source="user")
    person = serializers.CharField(source="external_person")
    session = serializers.CharField(source="external_session")
    verified = serializers.BooleanField()
    state = serializers.CharField()
    outcome = serializers.CharField()
    platform_status = serializers.CharField()
    delivered = serializers.IntegerField()
    arrived_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class RejectionSerializer(serializers.Serializer[Any]):
    message = serializers.CharField(max_length=2000)
    category = serializers.CharField(max_length=40, default="OTHER")


class ReturnRequestSerializer(serializers.Serializer[Any]):
    reasons = serializers.ListField(
        child=serializers.CharField(max_length=500), min_length=1, max_length=10
    )


class PlatformCheckSerializer(serializers.Serializer[Any]):
    message = serializers.CharField()


class WebhookSerializer(serializers.Serializer[Any]):
    result = serializers.ChoiceField(choices=["noted", "repeated", "ignored"])


class PaidChannelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class PaymentSerializer(serializers.Serializer[Payment]):
    id = serializers.IntegerField()
    annotator = PersonSerializer(source="delivery.participation.user")
    channel = PaidChannelSerializer(source="delivery.participation.channel")
    hit = serializers.IntegerField(source="delivery.hit_id", allow_null=True)
    base = serializers.DecimalField(max_digits=10, decimal_places=2)
    bonus = serializers.DecimalField(max_digits=10, decimal_places=2)
    currency = serializers.CharField()
    state = serializers.SerializerMethodField()
    reason = serializers.CharField()
    is_uncertain = serializers.BooleanField()
    approved_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()

    def get_state(self, payment: Payment) -> str:
        # While a job sends it, it is approved and not sent: there is nothing for a lead to do.
        return "approved" if payment.state == Payment.State.SENDING else payment.state


class PaymentChoiceSerializer(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        min_length=1,
        max_length=1000,
    )


class ComputedSerializer(serializers.Serializer[Any]):
    new = serializers.IntegerField()
    changed = serializers.IntegerField()
    dropped = serializers.IntegerField()
    not_due = serializers.IntegerField()


class ApprovedSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
