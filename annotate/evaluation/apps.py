from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "annotate.evaluation"
    label = "evaluation"
