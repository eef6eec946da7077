from django.apps import AppConfig


class CrowdConfig(AppConfig):
    name = "annotate.crowd"
    label = "crowd"

    def ready(self) -> None:
        from annotate.crowd.services import sending, visits  # noqa: F401 - workers know the job
        from annotate.workflow import hooks

        hooks.gates.register(visits.gate)
        hooks.submitted.register(visits.note_submitted)
