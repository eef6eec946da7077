from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    name = "annotate.projects"
    label = "projects"
