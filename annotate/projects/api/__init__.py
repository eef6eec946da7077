from annotate.projects.api import (
    audit,
    invitees,
    named_invitations,
    people,
    projects,
    teams,
    webhooks,
)

urlpatterns = [
    *projects.urlpatterns,
    *audit.urlpatterns,
    *people.urlpatterns,
    *teams.urlpatterns,
    *invitees.urlpatterns,
    *named_invitations.urlpatterns,
    *webhooks.urlpatterns,
]
