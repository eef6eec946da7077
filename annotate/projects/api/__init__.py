from annotate.projects.api import (
    audit,
    invitees,
    named_invitations,
    people,
    projects,
    webhooks,
)

urlpatterns = [
    *projects.urlpatterns,
    *audit.urlpatterns,
    *people.urlpatterns,
    *invitees.urlpatterns,
    *named_invitations.urlpatterns,
    *webhooks.urlpatterns,
]
