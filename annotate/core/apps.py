from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "annotate.core"
    label = "core"
