from django.apps import AppConfig


class QualityConfig(AppConfig):
    name = "annotate.quality"
    label = "quality"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.quality.selectors import feedback, gold, qualification
        from annotate.quality.selectors import spelling as corrected
        from annotate.quality.services import blocks, jobs, spelling  # noqa: F401 - their jobs
        from annotate.quality.services import gold as gold_services
        from annotate.quality.services import qualification as qualification_services
        from annotate.workflow import hooks

        hooks.submitted.register(jobs.note_submitted)
        hooks.skipped.register(jobs.note_submitted)
        hooks.notices.register(feedback.unread)
        hooks.remarks.register(feedback.remarks_on)
        hooks.gates.register(qualification.gate)
        hooks.mixing.register(gold.slots_to_mix)
        hooks.corrections.register(corrected.corrected_between)
        # In this order: a test is scored by the results that were just written.
        hooks.compared.register(gold_services.note_results)
        hooks.compared.register(qualification_services.note_finished)
