"""How people from elsewhere come in, and what they are owed."""

from django.urls import path

from annotate.crowd.api import channels, pages, payments, visits

_P = "projects/<int:project_id>"
_C = f"{_P}/channels/<int:channel_id>"

urlpatterns = [
    path("crowd/adapters", channels.AdaptersApi.as_view()),
    path("crowd/participation", visits.ParticipationApi.as_view()),
    path("crowd/participation/finish", visits.ParticipationFinishApi.as_view()),
    path("crowd/webhooks/<str:slug>", visits.WebhookApi.as_view()),
    path("hits/<int:hit_id>/completion", visits.HitCompletionApi.as_view()),
    path(f"{_P}/channels", channels.ChannelsApi.as_view()),
    path(_C, channels.ChannelApi.as_view()),
    path(f"{_C}/links", channels.LinksApi.as_view()),
    path(f"{_C}/links/<int:link_id>", channels.LinkApi.as_view()),
    path(f"{_C}/check", channels.ChannelCheckApi.as_view()),
    path(f"{_C}/visits", channels.VisitsApi.as_view()),
    path(f"{_C}/visits/<int:visit_id>/reject", channels.VisitRejectApi.as_view()),
    path(f"{_C}/visits/<int:visit_id>/request-return", channels.VisitRequestReturnApi.as_view()),
    path(f"{_P}/payments", payments.PaymentsApi.as_view()),
    path(f"{_P}/payments/compute", payments.PaymentsComputeApi.as_view()),
    path(f"{_P}/payments/approve", payments.PaymentsApproveApi.as_view()),
    path(f"{_P}/payments/send", payments.PaymentsSendApi.as_view()),
    path(f"{_P}/payments/csv", payments.PaymentsCsvApi.as_view()),
]

# Outside the API: where links of platforms lead.
page_patterns = [
    path("enter/<str:slug>", pages.enter),
    path("enter/<str:slug>/<str:token>", pages.arrive),
]
