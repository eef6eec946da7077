from annotate.projects.api import named_invitations, people, projects

urlpatterns = [*projects.urlpatterns, *people.urlpatterns, *named_invitations.urlpatterns]
