from annotate.projects.api import people, projects

urlpatterns = [*projects.urlpatterns, *people.urlpatterns]
