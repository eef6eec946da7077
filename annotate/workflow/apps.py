from django.apps import AppConfig


class WorkflowConfig(AppConfig):
    name = "annotate.workflow"
    label = "workflow"
