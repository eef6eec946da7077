from django.apps import AppConfig


class WorkflowConfig(AppConfig):
    name = "annotate.workflow"
    label = "workflow"

    def ready(self) -> None:
        from annotate.projects import counts
        from annotate.workflow import selectors

        counts.register("samples", selectors.count_samples)
        counts.register("done", selectors.count_done)
