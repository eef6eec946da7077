from annotate.projects.api import invitees, named_invitations, people, projects, webhooks

urlpatterns = [
    *projects.urlpatterns,
    *people.urlpatterns,
    *invitees.urlpatterns,
    *named_invitations.urlpatterns,
    *webhooks.urlpatterns,
]
