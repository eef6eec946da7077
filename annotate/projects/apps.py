from django.apps import AppConfig
from django.core import checks


class ProjectsConfig(AppConfig):
    name = "annotate.projects"
    label = "projects"

    def ready(self) -> None:
        from annotate.projects.checks import kinds_of_projects

        checks.register(kinds_of_projects, checks.Tags.database)
