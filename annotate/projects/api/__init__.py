from annotate.projects.api import audit, named_invitations, people, projects, webhooks

urlpatterns = [
    *projects.urlpatterns,
    *audit.urlpatterns,
    *people.urlpatterns,
    *named_invitations.urlpatterns,
    *webhooks.urlpatterns,
]
