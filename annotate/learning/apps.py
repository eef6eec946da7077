from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "annotate.learning"
    label = "learning"
