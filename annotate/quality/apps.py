from django.apps import AppConfig


class QualityConfig(AppConfig):
    name = "annotate.quality"
    label = "quality"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.quality.selectors import feedback
        from annotate.quality.services import blocks, jobs, spelling  # noqa: F401 - their jobs
        from annotate.workflow import hooks

        hooks.submitted.register(jobs.note_submitted)
        hooks.skipped.register(jobs.note_submitted)
        hooks.notices.register(feedback.unread)
