from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "annotate.evaluation"
    label = "evaluation"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.evaluation.services import text_measuring  # noqa: F401
