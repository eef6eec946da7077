from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "annotate.evaluation"
    label = "evaluation"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.evaluation.selectors import authors, printed, printed_texts
        from annotate.evaluation.selectors.belonging import origins
        from annotate.evaluation.services import preparing, text_measuring  # noqa: F401 - jobs
        from annotate.projects import belonging, report_sections
        from annotate.workflow import hooks

        belonging.register(origins)
        hooks.gates.register(authors.gate)
        report_sections.register(50, printed.section)
        report_sections.register(55, printed_texts.section)
