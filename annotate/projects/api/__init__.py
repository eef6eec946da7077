from annotate.projects.api import named_invitations, people, projects, webhooks

urlpatterns = [
    *projects.urlpatterns,
    *people.urlpatterns,
    *named_invitations.urlpatterns,
    *webhooks.urlpatterns,
]
