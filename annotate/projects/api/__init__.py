from annotate.projects.api import guidelines, people, projects

urlpatterns = [*projects.urlpatterns, *people.urlpatterns, *guidelines.urlpatterns]
